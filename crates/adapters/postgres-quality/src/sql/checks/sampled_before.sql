WITH looked_at AS (

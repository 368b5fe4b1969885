INSERT INTO quality_scans (
    profile_id, scanned_at, first_date, last_date, rules_version, summary, findings, checks, series
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (profile_id) DO UPDATE SET
    scanned_at = excluded.scanned_at, first_date = excluded.first_date,
    last_date = excluded.last_date, rules_version = excluded.rules_version,
    summary = excluded.summary, findings = excluded.findings,
    checks = excluded.checks, series = excluded.series

DROP INDEX merge_proposals_other;

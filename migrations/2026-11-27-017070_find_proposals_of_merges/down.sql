DROP INDEX merge_proposals_merge;

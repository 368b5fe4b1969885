DROP INDEX merge_proposals_queue;

-- The primary key, read backwards, is the same: one index less that each change of a run writes.
drop index workflow_runs_of_org;

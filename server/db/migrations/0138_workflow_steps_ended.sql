-- The primary key, read backwards, is the same: one index less that each change of a run writes.
drop index workflow_runs_of_org;

-- Steps are stored in the order in which they end: `process_queue` counts those of the last seconds, ten times a second.
create index workflow_steps_ended on workflow_steps using brin (ended_at) with (autosummarize = on);

-- Lists of runs with millions of them: those of a rare state are found by an index, where the newest first were all read.

drop index workflow_runs_of_org;             -- the primary key, read backwards, is the same
create index workflow_runs_by_state on workflow_runs (org_id, state, id desc) where state <> 'completed';
create index workflow_runs_of_workflow_by_state on workflow_runs (org_id, workflow_id, state, id desc) where state <> 'completed';

-- Steps are stored in the order in which they end: `process_queue` counts those of the last seconds, ten times a second.
create index workflow_steps_ended on workflow_steps using brin (ended_at) with (autosummarize = on);

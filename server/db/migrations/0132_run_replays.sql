-- Replays of runs, and the runs that need a person.

-- Effects that a person had done once more, with the reason: [{ node, path, count, reason }]. `count` is the counter in their key.
alter table workflow_runs add column anew jsonb not null default '[]';

-- Of one root, one run at a time.
create index workflow_runs_of_root on workflow_runs (org_id, root_id) where replay_of is not null;
create index workflow_runs_of_replayed on workflow_runs (org_id, replay_of, id) where replay_of is not null;
-- Few among many: without it a list of them would walk through all that went well.
create index workflow_runs_troubled on workflow_runs (org_id, state, id desc) where state in ('paused', 'failed', 'cancelled');
create index workflow_runs_troubled_of_workflow on workflow_runs (org_id, workflow_id, state, id desc) where state in ('paused', 'failed', 'cancelled');

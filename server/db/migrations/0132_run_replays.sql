-- Replays of runs, and the runs that need a person.

-- Effects that a person had done once more, with the reason: [{ node, path, count, reason }]. `count` is the counter in their key.
alter table workflow_runs add column anew jsonb not null default '[]';

-- Of one root, one run at a time.
create index workflow_runs_of_root on workflow_runs (org_id, root_id) where replay_of is not null;
create index workflow_runs_of_replayed on workflow_runs (org_id, replay_of, id) where replay_of is not null;
-- Runs in a state, of each workflow the newest: a list of a workspace asks it of all of its workflows. Of those that went well there is no such index:
-- they are most of all.
drop index workflow_runs_open;
create index workflow_runs_open on workflow_runs (org_id, workflow_id, state, id desc) where ended_at is null;
create index workflow_runs_troubled on workflow_runs (org_id, workflow_id, state, id desc) where state in ('failed', 'cancelled');

-- A workflow has a budget for models, as its steps have (0130).
create index workflow_effects_cost_of_workflow on workflow_effects (org_id, workflow_id, began_at) where cost_nano is not null;

-- { run, workflow, depth } of the step of a workflow that wrote a message, as with mails (0197).
alter table messages add column cause jsonb;
alter table messages alter column cause set default nullif(current_setting('foyer.cause', true), '')::jsonb;

-- What runs wrote and what has not left, or perhaps: lists of runs say so, and find them by it.
create index mailbox_mails_unsent_of_run on mailbox_mails (org_id, ((cause ->> 'run')::uuid))
  where cause is not null and state in ('queued', 'sending', 'failed', 'uncertain', 'cancelled');
create index messages_unsent_of_run on messages (org_id, ((cause ->> 'run')::uuid))
  where cause is not null and mail_id is null and state in ('queued', 'sending', 'failed', 'uncertain', 'cancelled');

-- What a step of a workflow writes says which one it was, under the name that it had then: workflows are renamed, and go.

/* The workflow whose step has this transaction; null of any other caller. */
create function acting_workflow() returns text language sql stable parallel safe
as $$ select nullif(current_setting('foyer.workflow', true), '') $$;

-- A default: whichever statement writes the row in a call of a workflow, also that of a model that knows of no workflows, says so.
alter table messages add column workflow text;
alter table messages alter column workflow set default acting_workflow();
alter table deal_moves add column workflow text;
alter table deal_moves alter column workflow set default acting_workflow();
alter table assignments add column workflow text;
alter table assignments alter column workflow set default acting_workflow();
alter table facts add column workflow text;
alter table facts alter column workflow set default acting_workflow();
alter table invoice_events add column workflow text;
alter table invoice_events alter column workflow set default acting_workflow();
alter table proposal_events add column workflow text;
alter table proposal_events alter column workflow set default acting_workflow();
alter table review_replies add column workflow text;
alter table review_replies alter column workflow set default acting_workflow();
alter table documents add column workflow text;
alter table documents alter column workflow set default acting_workflow();

-- Who set it down, and who did it.
alter table tasks add column workflow text, add column done_workflow text;
alter table tasks alter column workflow set default acting_workflow();

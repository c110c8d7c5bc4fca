-- Steps that wait for a person: whom they go to next, and links by which clients answer.

alter table workflow_waits
  add column escalate_to jsonb,             -- whom it goes to at escalate_at
  add column announced_at timestamptz,      -- those who are asked were notified; null: they are to be
  add column reminded_at timestamptz,
  add column escalated_at timestamptz,
  add column answered_key uuid;             -- the API key that answered

create index workflow_waits_of_person on workflow_waits (org_id, person_id, id) where kind = 'person' and state = 'open';
create index workflow_waits_of_role on workflow_waits (org_id, role, id) where kind = 'person' and state = 'open' and person_id is null;

-- From the token of a client's link to the step that it answers. Of no use once the step has ended.
create table directory.human_step_links (
  token_hash bytea primary key,             -- SHA-256
  org_id uuid not null,
  step_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (org_id, step_id) references workflow_waits on delete cascade
);
create index human_step_links_of_step on directory.human_step_links (org_id, step_id);
grant select, insert, delete on directory.human_step_links to foyer_app;

/* Workspaces in which steps are to be reminded of, or escalated. */
create function orgs_with_due_human_steps()
returns setof uuid
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select distinct org_id from workflow_waits where state = 'open' and kind = 'person' and least(remind_at, escalate_at) <= now()
$$;
grant create on schema foyer to foyer_system;
alter function orgs_with_due_human_steps owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on workflow_waits to foyer_system;
revoke execute on function orgs_with_due_human_steps from public;
grant execute on function orgs_with_due_human_steps to foyer_app;

-- Home and reports: since when a conversation waits for an answer, when a member was last there, and what both are read by.

/* The oldest message that has no answer yet; null where none waits, where it was closed, and in a thread that was merged into another. */
alter table conversations add column waiting_since timestamptz;

create function set_waiting_since() returns trigger language plpgsql set search_path = foyer, pg_temp as $$
begin
  if new.last_direction is distinct from 'in' or new.session_status = 'closed' or new.is_merged then
    new.waiting_since := null;
  elsif new.waiting_since is null then
    new.waiting_since := new.last_message_at;
  end if;
  return new;
end $$;
create trigger set_waiting_since before insert or update of last_direction, last_message_at, session_status, is_merged on conversations
  for each row execute function set_waiting_since();

update conversations set waiting_since = last_message_at where last_direction = 'in' and session_status = 'open' and not is_merged;

create index conversations_waiting on conversations (org_id, waiting_since, id) where waiting_since is not null;
create index conversations_waiting_of on conversations (org_id, assigned_to, waiting_since, id) where waiting_since is not null;

create index deals_waiting_of on deals (org_id, assigned_to, response_due_at) where state = 'open' and responded_at is null;
create index deals_standing on deals (org_id, stage_since, id) where state = 'open' and deleted_at is null;
create index deals_standing_of on deals (org_id, assigned_to, stage_since, id) where state = 'open' and deleted_at is null;
create index tasks_of_person on tasks (org_id, assigned_to, due_at, id) where done_at is null;
create index tasks_to_call_back on tasks (org_id, due_at, id) where done_at is null and kind = 'call_back';
create index invoices_due on invoices (org_id, due_on, id) include (currency, total_minor) where state = 'sent';
create index payments_received on payments (org_id, received_at, id) include (currency, amount_minor, refunded_minor, lost_minor);

/* All that a count of leads asks for: a million are counted without reading one of them. */
create index leads_counted on leads (org_id, id) include (source, via, state, owner_id) where deleted_at is null;

/* What "since you were last here" means to a member. */
create table home_visits (
  org_id uuid not null references orgs,
  id uuid not null,                         -- the member
  since timestamptz not null,               -- the end of the visit before this one
  seen_at timestamptz not null,             -- when this one began, or was last left
  checklist_dismissed_at timestamptz,
  primary key (org_id, id)
);
grant select, insert, update on home_visits to foyer_app;
call keep_tenants_apart('home_visits');

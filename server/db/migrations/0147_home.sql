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

/* What reports of activity read. */
create index messages_of_members on messages (org_id, at, id) include (person_id, contact_id) where direction = 'out' and person_id is not null;
create index notes_of_authors on notes (org_id, id) where author_id is not null and deleted_at is null;

/* The quarter of an hour in which an id was made: borders of days lie between two of them in every zone of today. */
create function quarter_of(id uuid) returns timestamptz language sql immutable parallel safe
return date_bin('15 minutes', to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0), to_timestamp(0));

/* Leads that are not deleted, counted by what reports and Home count them by: a year of a million is read in some thousand rows. What a
   statement changes is added as rows of its own, in its transaction: no two wait for each other, and the sum of both tables is exact at
   any moment. A job adds those up (compact_lead_counts). */
create table lead_counts (
  org_id uuid not null references orgs,
  id uuid not null default uuidv7(),
  quarter timestamptz not null,
  source text not null,
  owner_id uuid,
  state text,
  count int not null,
  primary key (org_id, id)
);
create unique index lead_counts_once on lead_counts (org_id, quarter, source, owner_id, state) nulls not distinct;
create index lead_counts_empty on lead_counts (org_id) where count = 0;

create table lead_count_changes (
  org_id uuid not null references orgs,
  id uuid not null default uuidv7(),
  quarter timestamptz not null,
  source text not null,
  owner_id uuid,
  state text,
  count int not null,
  primary key (org_id, id)
);
create index lead_count_changes_of_time on lead_count_changes (org_id, quarter);

grant select, insert, update, delete on lead_counts, lead_count_changes to foyer_app;
call keep_tenants_apart('lead_counts', 'lead_count_changes');
grant update, delete on lead_counts to foyer_system;
grant update, delete on lead_count_changes to foyer_system; -- update: to lock them

create function count_changed_leads() returns trigger language plpgsql security definer set search_path = foyer, pg_temp as $$
begin
  -- A backup has both tables.
  if current_setting('foyer.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into lead_count_changes (org_id, quarter, source, owner_id, state, count)
    select org_id, quarter_of(id), source, owner_id, state, count(*) from leads_after where deleted_at is null group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into lead_count_changes (org_id, quarter, source, owner_id, state, count)
    select org_id, quarter_of(id), source, owner_id, state, -count(*) from leads_before where deleted_at is null group by 1, 2, 3, 4, 5;
  else
    insert into lead_count_changes (org_id, quarter, source, owner_id, state, count)
    select org_id, quarter_of(id), source, owner_id, state, sum(n) from (
      select org_id, id, source, owner_id, state, -1 as n from leads_before where deleted_at is null
      union all
      select org_id, id, source, owner_id, state, 1 from leads_after where deleted_at is null) changed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_added_leads after insert on leads referencing new table as leads_after
  for each statement execute function count_changed_leads();
create trigger count_changed_leads after update on leads referencing old table as leads_before new table as leads_after
  for each statement execute function count_changed_leads();
create trigger count_removed_leads after delete on leads referencing old table as leads_before
  for each statement execute function count_changed_leads();

insert into lead_counts (org_id, quarter, source, owner_id, state, count)
select org_id, quarter_of(id), source, owner_id, state, count(*) from leads where deleted_at is null group by 1, 2, 3, 4, 5;

/* Adds up changes of all workspaces, in the order of the primary key; answers how many those were. */
create function compact_lead_counts(most int) returns int language plpgsql security definer set search_path = foyer, pg_temp as $$
declare done int;
begin
  with taken as (
    delete from lead_count_changes c using (
      select org_id, id from lead_count_changes order by org_id, id limit most for update skip locked) o
    where c.org_id = o.org_id and c.id = o.id returning c.*),
  added as (
    insert into lead_counts as c (org_id, quarter, source, owner_id, state, count)
    select org_id, quarter, source, owner_id, state, sum(count) from taken group by 1, 2, 3, 4, 5 having sum(count) <> 0
    on conflict (org_id, quarter, source, owner_id, state) do update set count = c.count + excluded.count)
  select count(*) into done from taken;
  delete from lead_counts where count = 0;
  return done;
end $$;

grant create on schema foyer to foyer_system;
alter function count_changed_leads owner to foyer_system;
alter function compact_lead_counts owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function compact_lead_counts, count_changed_leads from public;
grant execute on function compact_lead_counts, count_changed_leads to foyer_app;

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

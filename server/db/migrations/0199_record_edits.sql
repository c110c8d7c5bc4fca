-- What members, keys and workflows changed of a contact, company, lead or deal: from what to what. The log of events ends after a while; this stands in the
-- timeline of the record. Written in the transaction of the change itself.

/* Who has this transaction; null where it is not known: a job, a public page. */
create function acting_person() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('foyer.person', true), '')::uuid $$;
create function acting_key() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('foyer.key', true), '')::uuid $$;

create table record_edits (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'deal')),
  record_id uuid not null,
  first_at timestamptz not null default now(),
  at timestamptz not null default now(),
  person_id uuid default acting_person(),
  key_id uuid default acting_key(),
  workflow text default acting_workflow(),
  changes jsonb not null,                   -- by field: {before, after}, and of the workspace's own fields name and type
  primary key (org_id, id)
);
create index record_edits_of_record on record_edits (org_id, record_id, at desc, id desc);
grant select, insert, update, delete on record_edits to foyer_app;
call keep_tenants_apart('record_edits');

/* Two changes, one after the other, as one: of each field as it was before the first and is after the second. What was put back is left out. */
create function gathered_changes(earlier jsonb, later jsonb) returns jsonb language sql immutable parallel safe
as $$
  select coalesce(jsonb_object_agg(c.field, c.newest || jsonb_build_object('before', c.oldest -> 'before', 'after', c.newest -> 'after')), '{}')
  from (
    select coalesce(e.key, l.key) as field, coalesce(e.value, l.value) as oldest, coalesce(l.value, e.value) as newest
    from jsonb_each(earlier) e full join jsonb_each(later) l on l.key = e.key
  ) c
  where c.oldest -> 'before' is distinct from c.newest -> 'after'
$$;

create or replace function enter_as(wanted_org uuid, wanted_person uuid, wanted_session uuid, issued timestamptz)
returns text language plpgsql set search_path = foyer, directory, pg_temp
as $$
begin
  perform set_config('foyer.org', wanted_org::text, true), set_config('foyer.person', wanted_person::text, true);
  return (
    select m.role from members m join people p on p.id = m.id
    where m.org_id = wanted_org and m.id = wanted_person
      and case when wanted_session is null then p.tokens_from is null or issued >= p.tokens_from
          else exists (select from sessions s where s.id = wanted_session and s.person_id = wanted_person and s.expires_at > now()) end);
end
$$;

-- Reactions follow the log of events: one cursor each (event_cursors), and what failed for an organization.

-- An organization of which an event failed is behind: the cursor goes on without it, and it catches up from that event.
create table reaction_failures (
  org_id uuid not null,
  id uuid not null default uuidv7(),
  reaction text not null,
  event_id uuid not null,
  -- retrying: tried again at next_try_at · stopped: tries are used up, and nothing of the organization goes on without a person ·
  -- skipped: a person gave the event up, and the organization goes on after it · passed: left out, the organization went on
  state text not null check (state in ('retrying', 'stopped', 'skipped', 'passed')),
  tries int not null,
  next_try_at timestamptz,
  error text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (reaction, event_id, org_id)
);
create unique index reaction_failures_behind on reaction_failures (reaction, org_id) where state <> 'passed';
grant select, insert, update, delete on reaction_failures to foyer_app;
grant select on reaction_failures to foyer_system;
call keep_tenants_apart('reaction_failures');

/* Which of these reactions have something to do. One look for all of them: costs two steps into an index for each. */
create function reactions_behind(wanted text[])
returns setof text language sql stable security definer set search_path = foyer, directory, pg_temp
as $$
  select w.name from unnest(wanted) as w (name) left join event_cursors c on c.reader = w.name
  where c.reader is null
     or exists (select from events e where (e.tx, e.id) > (c.tx, c.id) and e.tx < pg_snapshot_xmin(pg_current_snapshot()))
     or exists (select from reaction_failures f where f.reaction = w.name and f.next_try_at <= now())
$$;

/* A new reaction begins with what happens from now on. In a transaction of its own: inside a go, two workers would wait for each other. */
create function open_reaction(wanted text)
returns void language sql security definer set search_path = foyer, directory, pg_temp
as $$
  insert into event_cursors (reader, tx) values (wanted, pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing
$$;

/* Takes the cursor of a reaction for this transaction, where no other worker has it: its place, up to where the log may be read (what
   commits late comes later), and who is behind. The horizon is taken before anything is looked for. */
create function hold_reaction(wanted text)
returns table (tx text, id uuid, horizon text, failures jsonb)
language plpgsql security definer set search_path = foyer, directory, pg_temp
as $$
#variable_conflict use_column
declare
  place event_cursors;
begin
  select * into place from event_cursors c where c.reader = wanted for update skip locked;
  if not found then return; end if;
  return query select place.tx::text, place.id, pg_snapshot_xmin(pg_current_snapshot())::text,
    coalesce((select jsonb_agg(jsonb_build_object('org_id', f.org_id, 'id', f.id, 'event_id', f.event_id, 'state', f.state, 'tries', f.tries,
                                         'is_due', coalesce(f.next_try_at <= now(), false)) order by f.id)
     from reaction_failures f where f.reaction = wanted), '[]'::jsonb);
end
$$;

/* The next events of the log after a place, in its order, `most` of them, of which those of these types, of these organizations where
   any are named, are answered, and where that ends. Transactions are ordered as numbers, not as the text that they are answered as. */
create function next_events(after_tx text, after_id uuid, horizon text, most int, types text[], orgs uuid[])
returns table (seen int, last_tx text, last_id uuid, wanted jsonb)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  with read as materialized (
    select e.org_id, e.id, e.tx, e.type = any (types) and (orgs is null or e.org_id = any (orgs)) as is_wanted,
      case when e.type = any (types) and (orgs is null or e.org_id = any (orgs))
        then jsonb_build_object('org_id', e.org_id, 'id', e.id, 'type', e.type, 'subject_id', e.subject_id, 'facts', e.payload, 'at', e.at) end as said
    from events e
    where (e.tx, e.id) > (after_tx::xid8, after_id) and e.tx < horizon::xid8
    order by e.tx, e.id limit most)
  select count(*)::int,
    (select r.tx::text from read r order by r.tx desc, r.id desc limit 1),
    (select r.id from read r order by r.tx desc, r.id desc limit 1),
    coalesce(jsonb_agg(r.said order by r.tx, r.id) filter (where r.is_wanted), '[]'::jsonb)
  from read r
$$;

/* What an organization that is behind has missed, from an event on, up to where the cursor is. */
create function missed_events(org uuid, from_id uuid, upto_tx text, upto_id uuid, most int, types text[])
returns jsonb language sql stable security definer set search_path = foyer, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('org_id', m.org_id, 'id', m.id, 'type', m.type, 'subject_id', m.subject_id,
                                               'facts', m.payload, 'at', m.at) order by m.tx, m.id), '[]'::jsonb)
  from (
    select e.* from events e
    where e.org_id = org and e.type = any (types)
      and (e.tx, e.id) >= (select f.tx, f.id from events f where f.org_id = org and f.id = from_id)
      and (e.tx, e.id) <= (upto_tx::xid8, upto_id)
    order by e.tx, e.id limit most) m
$$;

insert into directory.event_cursors (reader) values ('search'), ('identities'), ('webhooks') on conflict do nothing;

/* Brings the words of these up to date. Each word begins with its organization's mark, and those of messages with one of their own, so that
   one search never walks another's postings. */
create function index_words(org uuid, lead_ids uuid[], contact_ids uuid[], message_ids uuid[])
returns void language sql security definer set search_path = foyer, directory, pg_temp
as $$
  insert into search (org_id, kind, id, words)
  select org, t.kind, t.id, array_to_tsvector(array_agg(distinct t.mark || ':' || left(w, 60)))
  from (
    select 'lead' as kind, l.id, left(md5(org::text), 8) as mark, l.phone,
           concat_ws(' ', 'source=' || l.source, l.full_name, l.email, l.phone_e164, l.metadata ->> 'company', l.external_id) as said
    from leads l where l.org_id = org and l.id = any (lead_ids)
    union all
    select 'contact', c.id, left(md5(org::text), 8), c.phone, concat_ws(' ', c.full_name, c.email, c.phone, c.company)
    from contacts c where c.org_id = org and c.id = any (contact_ids)
    union all
    select 'message', m.id, left(md5(org || ' message'), 8), null,
           concat_ws(' ', left(m.body, 8000), (select string_agg(f ->> 'name', ' ') from jsonb_array_elements(
             case when jsonb_typeof(m.content -> 'attachments') = 'array' then m.content -> 'attachments' end) f))
    from messages m where m.org_id = org and m.id = any (message_ids)
  ) t,
  lateral unnest(split_words(case when octet_length(t.said) = length(t.said) then t.said else normalize(t.said, NFKC) end, t.phone)) as w
  where w <> ''
  group by t.kind, t.id, t.mark
  order by t.kind, t.id
  on conflict (org_id, kind, id) do update set words = excluded.words where search.words <> excluded.words
$$;

/* Organizations that have somebody to tell. */
create function orgs_with_webhooks()
returns setof uuid language sql stable security definer set search_path = foyer, pg_temp
as $$ select distinct org_id from webhook_endpoints where state = 'active' $$;

/* Events that rest since then, and wait for a person. */
create function dead_reactions(since timestamptz)
returns table (org_id uuid, id uuid, reaction text, error text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select f.org_id, f.id, f.reaction, f.error from reaction_failures f
  where f.state in ('stopped', 'passed') and f.next_try_at is null and f.created_at > since order by f.created_at
$$;

drop function index_words(int);
drop function next_webhook_events(text[], int);
drop function read_events(text, int);

grant create on schema foyer to foyer_system;
alter function reactions_behind owner to foyer_system;
alter function open_reaction owner to foyer_system;
alter function hold_reaction owner to foyer_system;
alter function next_events owner to foyer_system;
alter function missed_events owner to foyer_system;
alter function index_words(uuid, uuid[], uuid[], uuid[]) owner to foyer_system;
alter function dead_reactions owner to foyer_system;
alter function orgs_with_webhooks owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function reactions_behind, open_reaction, hold_reaction, next_events, missed_events, index_words, orgs_with_webhooks, dead_reactions from public;
grant execute on function reactions_behind, open_reaction, hold_reaction, next_events, missed_events, index_words, orgs_with_webhooks, dead_reactions to foyer_app;

-- What is found by which words, in a third of the room: the words as plain text, without a mark before each, and one row for a lead and
-- its contact where the same words find both. The words are made in the worker (see domains/automation/search).

create table search_index (
  org_id uuid not null,
  kind text not null check (kind in ('lead', 'contact', 'message')),
  id uuid not null,
  -- The contact that is found by this row: its own; or, where the words are the same, that of the contact's first lead.
  contact_id uuid,
  -- Between single spaces. A word that begins with / finds the lead and not its contact; one that begins with // is the lead's source.
  words text not null,
  primary key (org_id, kind, id),
  check (kind <> 'contact' or contact_id = id)
);
create unique index search_index_contacts on search_index (org_id, contact_id) where contact_id is not null;

/* The words as the index of words holds them: each begins with four digits of its organization, so that one organization's search does
   not walk another's postings (where two share the digits, it walks both and answers its own); those of messages have a comma behind
   them, so that a search for a name never walks what was said. One expression without a SET clause: it is put into the statement. */
create function marked_words(org_id uuid, kind text, words text)
returns tsvector language sql immutable parallel safe
as $$
  select array_to_tsvector(string_to_array(
    right(org_id::text, 4) || case kind when 'message' then ',' else '' end
      || replace(words, ' ', ' ' || right(org_id::text, 4) || case kind when 'message' then ',' else '' end), ' '))
$$;
create index search_index_words on search_index using gin (marked_words(org_id, kind, words));

grant select, insert, update, delete on search_index to foyer_app, foyer_system;
call keep_tenants_apart('search_index');

/* As it was (see 0028), for what `search` still holds. */
alter function find_words(text, tsquery, uuid, uuid, int) rename to find_words_before;
alter function find_words_before security invoker;

/* Ids of what has the words, newest first, in the organization of the caller's transaction. A function of foyer_system, because
   row-level security lets no operator into an index that is not leakproof, and @@ is not.

   `needles` says the same as `query` for a row that is at hand: an array of words, each an array of what it may look like between the
   spaces. Three ways, because no one plan serves both a common word and a rare one, and the planner cannot tell them apart when only the
   beginning of a word is given: the newest 5,000 fill a page for any word that one in a hundred has. Where they do not, a sample tells
   whether the word is common and from long ago (walk back to where it is) or rare (ask the index of words).

   `query_before` asks `search`, which holds what has not been moved over yet; nothing stands in both. */
create function find_words(wanted_kind text, query tsquery, needles jsonb, query_before tsquery, from_id uuid, below_id uuid, most int)
returns setof uuid language plpgsql security definer set search_path = foyer, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  org uuid := nullif(current_setting('foyer.org', true), '')::uuid;
  found uuid[];
  percent real := (select least(100, 300000 / greatest(reltuples, 1)) from pg_class where oid = 'search_index'::regclass);
  is_common boolean;
  id text := case wanted_kind when 'contact' then 's.contact_id' else 's.id' end;
  scope text := 's.org_id = $1 and ' || case wanted_kind when 'contact' then 's.contact_id is not null' else format('s.kind = %L', wanted_kind) end;
  matches text := (
    select string_agg('(' || (select string_agg(format('strpos(%s, %L) > 0', $s$' ' || s.words || ' '$s$, needle), ' or ')
                              from jsonb_array_elements_text(word) as needle) || ')', ' and ')
    from jsonb_array_elements(needles) as word);
begin
  execute format('select array(select s.id from (select %1$s as id, s.words from search_index s
    where %2$s and %1$s < $2 and %1$s >= $3 order by %1$s desc limit 5000) s where %3$s order by s.id desc limit $4)', id, scope, matches)
  into found using org, below_id, from_id, most;

  if cardinality(found) < most then
    execute format('select count(*) filter (where %2$s) * 100 > count(*) from search_index s tablesample system (%3$s) where %1$s',
      scope, matches, percent) into is_common using org;
    perform set_config(case when is_common then 'enable_bitmapscan' else 'enable_indexscan' end, 'off', true),
      set_config('enable_sort', case when is_common then 'off' else 'on' end, true);
    execute format('select array(select %1$s from search_index s where %2$s and %1$s < $2 and %1$s >= $3 and %3$s order by %1$s desc limit $4)',
      id, scope, case when is_common then matches else 'marked_words(s.org_id, s.kind, s.words) @@ $5' end)
    into found using org, below_id, from_id, most, query;
    perform set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'on', true), set_config('enable_sort', 'on', true);
  end if;

  if exists (select from search where org_id = org) then
    found := array(select distinct w.id from (
      select unnest(found) as id union all select find_words_before(wanted_kind, query_before, from_id, below_id, most)) w order by 1 desc limit most);
  end if;
  return query select unnest(found);
end
$$;

/* The same for one row (see find_words). */
create function has_words(words text, needles jsonb)
returns boolean language sql immutable parallel safe
as $$
  select not exists (select from jsonb_array_elements(needles) as word
    where not exists (select from jsonb_array_elements_text(word) as needle where strpos(' ' || words || ' ', needle) > 0))
$$;

/* Whether the log has grown by so many events since a place in it, and how far it may be read now. Walks no further than so many. */
create function log_grows(after_tx text, by_events int)
returns table (grows boolean, horizon text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select exists (select from events e where e.tx >= after_tx::xid8 order by e.tx, e.id offset by_events - 1 limit 1),
    pg_snapshot_xmin(pg_current_snapshot())::text
$$;

/* Seconds since the oldest event that a reaction has not seen; null where it is up to date. */
create function seconds_behind(wanted text)
returns float8 language sql stable security definer set search_path = foyer, directory, pg_temp
as $$
  select extract(epoch from clock_timestamp() - e.at)::float8
  from event_cursors c
  cross join lateral (select e.at from events e where (e.tx, e.id) > (c.tx, c.id) order by e.tx, e.id limit 1) e
  where c.reader = wanted
$$;

/* As before (see 0046). What is looked for is the next event in the order of the log: EXISTS, which drops that order, was planned as a walk
   from the oldest event on. */
create or replace function reactions_behind(wanted text[])
returns setof text language sql stable security definer set search_path = foyer, directory, pg_temp
as $$
  select w.name from unnest(wanted) as w (name) left join event_cursors c on c.reader = w.name
  where c.reader is null
     or (select e.tx from events e where (e.tx, e.id) > (c.tx, c.id) order by e.tx, e.id limit 1) < pg_snapshot_xmin(pg_current_snapshot())
     or exists (select from reaction_failures f where f.reaction = w.name and f.next_try_at <= now())
$$;

/* As before, in rows: making one document of them cost as much again. Those that are wanted, and the last that was read, wanted or not;
   `place` counts what was read. */
drop function next_events(text, uuid, text, int, text[], uuid[]);
create function next_events(after_tx text, after_id uuid, horizon text, most int, types text[], orgs uuid[])
returns table (place int, is_wanted boolean, tx text, org_id uuid, id uuid, type text, subject_id uuid, facts jsonb, at timestamptz)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select r.place, r.is_wanted, r.tx::text, r.org_id, r.id, r.type, r.subject_id, case when r.is_wanted then r.payload end, r.at
  from (
    select e.*, e.type = any (types) and (orgs is null or e.org_id = any (orgs)) as is_wanted,
      row_number() over (order by e.tx, e.id)::int as place, lead(e.id) over (order by e.tx, e.id) is null as is_last
    from (select * from events e where (e.tx, e.id) > (after_tx::xid8, after_id) and e.tx < horizon::xid8 order by e.tx, e.id limit most) e) r
  where r.is_wanted or r.is_last
$$;

/* The organization after this one of which `search` still holds words; null where there is none. */
create function next_org_of_search(after_org uuid)
returns uuid language sql stable security definer set search_path = foyer, pg_temp
as $$ select s.org_id from search s where s.org_id > after_org order by s.org_id limit 1 $$;

/* Gives the room of the old table back, once nothing is in it. */
create function empty_search()
returns void language plpgsql security definer set search_path = foyer, pg_temp set lock_timeout = '2s'
as $$
begin
  lock table search in access exclusive mode;
  if not exists (select from search) then truncate search; end if;
end
$$;
grant truncate on search to foyer_system;

drop function index_words(uuid, uuid[], uuid[], uuid[]);
drop function index_numbers(int);
delete from directory.backfills where name = 'numbers';

grant create on schema foyer to foyer_system;
alter function find_words(text, tsquery, jsonb, tsquery, uuid, uuid, int) owner to foyer_system;
alter function next_events owner to foyer_system;
alter function log_grows owner to foyer_system;
alter function seconds_behind owner to foyer_system;
alter function next_org_of_search owner to foyer_system;
alter function empty_search owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function find_words(text, tsquery, jsonb, tsquery, uuid, uuid, int), find_words_before, next_events, log_grows, seconds_behind, next_org_of_search, empty_search from public;
revoke execute on function find_words_before from foyer_app;
grant execute on function find_words(text, tsquery, jsonb, tsquery, uuid, uuid, int), next_events, log_grows, seconds_behind, next_org_of_search, empty_search to foyer_app;

-- Following the log of events, and the words by which leads and contacts are found.

/* The next events after a reader's place, oldest first, across organizations. Only those of transactions before the
   oldest one still running: one that commits late is never missed. The reader's row stays locked until it commits. */
create function read_events(wanted_reader text, most int)
returns table (org_id uuid, id uuid, type text, subject_id uuid, payload jsonb, tx xid8)
language plpgsql security definer set search_path = foyer, directory, pg_temp
as $$
#variable_conflict use_column
declare place event_cursors;
begin
  insert into event_cursors (reader) values (wanted_reader) on conflict do nothing;
  select * into place from event_cursors c where c.reader = wanted_reader for update skip locked;
  if not found then return; end if;
  return query
    select e.org_id, e.id, e.type, e.subject_id, e.payload, e.tx
    from events e
    where (e.tx, e.id) > (place.tx, place.id) and e.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by e.tx, e.id
    limit most;
end
$$;

/* Moves a reader on, in the transaction in which it did its work. */
create function move_reader(wanted_reader text, to_tx xid8, to_id uuid)
returns void language sql security definer set search_path = directory, pg_temp
as $$ update event_cursors set tx = to_tx, id = to_id where reader = wanted_reader $$;

/* The words of a text: what stands between spaces, between those and @, and between any punctuation, in lower case; a number also as its
   bare digits. One expression without a SET clause, so that the planner puts it into the query: called as a function it
   would cost 120 µs a row instead of 16. */
create function split_words(t text, phone text)
returns text[] language sql immutable parallel safe
as $$
  select string_to_array(translate(lower(t), E',;()"<>/\t\r\n', '           '), ' ')
      || string_to_array(translate(lower(t), E',;()"<>/\t\r\n@', '            '), ' ')
      || string_to_array(translate(lower(t), E',;()"<>/\t\r\n@.+-_''&|:#*!?=[]{}', '                              '), ' ')
      || translate(phone, ' ()-./+', '')
$$;

/* Brings the words of what the next events speak of up to date. Answers how many events it read. Each word begins with its
   organization's mark, so that one organization's search never walks another's postings. */
create function index_words(most int)
returns int language plpgsql security definer set search_path = foyer, directory, pg_temp
as $$
#variable_conflict use_column
declare
  seen int;
  last_tx xid8;
  last_id uuid;
begin
  create temp table if not exists next_events (org_id uuid, id uuid, type text, subject_id uuid, payload jsonb, tx xid8) on commit delete rows;
  delete from next_events;
  insert into next_events select * from read_events('search', most);
  get diagnostics seen = row_count;
  if seen = 0 then return 0; end if;

  insert into search (org_id, kind, id, words)
  select t.org_id, t.kind, t.id, array_to_tsvector(array_agg(distinct left(md5(t.org_id::text), 8) || ':' || left(w, 60)))
  from (
    select l.org_id, 'lead' as kind, l.id, l.phone,
           concat_ws(' ', 'source=' || l.source, l.full_name, l.email, l.phone_e164, l.metadata ->> 'company', l.external_id) as said
    from next_events n join leads l on l.org_id = n.org_id and l.id = n.subject_id
    where n.type = 'lead.received'
    union all
    select c.org_id, 'contact', c.id, c.phone, concat_ws(' ', c.full_name, c.email, c.phone, c.company)
    from contacts c
    join (select distinct org_id, coalesce((payload ->> 'contact_id')::uuid, subject_id) as id
          from next_events where type in ('lead.received', 'contact.changed')) n on n.org_id = c.org_id and n.id = c.id
  ) t,
  lateral unnest(split_words(case when octet_length(t.said) = length(t.said) then t.said else normalize(t.said, NFKC) end, t.phone)) as w
  where w <> ''
  group by t.org_id, t.kind, t.id
  order by t.org_id, t.kind, t.id
  on conflict (org_id, kind, id) do update set words = excluded.words where search.words <> excluded.words;

  select tx, id into last_tx, last_id from next_events order by tx desc, id desc limit 1;
  perform move_reader('search', last_tx, last_id);
  return seen;
end
$$;

/* Ids of what has the words, newest first, in the organization of the caller's transaction. A function of foyer_system,
   because row-level security lets no operator into an index that is not leakproof, and @@ is not: as foyer_app each search
   would walk the whole organization (1 s for a million leads; some 20 ms so).

   Three ways, because no one plan serves both a common word and a rare one, and the planner cannot tell them apart when only
   the beginning of a word is given: the newest 5,000 fill a page for any word that one in a hundred has. Where they do not, a
   sample tells whether the word is common and from long ago (walk back to where it is) or rare (ask the index of words). */
create function find_words(wanted_kind text, query tsquery, from_id uuid, below_id uuid, most int)
returns setof uuid language plpgsql security definer set search_path = foyer, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  org uuid := nullif(current_setting('foyer.org', true), '')::uuid;
  found uuid[];
  percent real := (select least(100, 300000 / greatest(reltuples, 1)) from pg_class where oid = 'search'::regclass);
  is_common boolean;
begin
  found := array(
    select n.id from (
      select s.id, s.words from search s
      where s.org_id = org and s.kind = wanted_kind and s.id < below_id and s.id >= from_id
      order by s.id desc limit 5000) n
    where n.words @@ query order by n.id desc limit most);

  if cardinality(found) < most then
    select count(*) filter (where s.words @@ query) * 100 > count(*) into is_common from search s tablesample system (percent);
    perform set_config(case when is_common then 'enable_bitmapscan' else 'enable_indexscan' end, 'off', true);
    found := array(
      select s.id from search s
      where s.org_id = org and s.kind = wanted_kind and s.id < below_id and s.id >= from_id and s.words @@ query
      order by s.id desc limit most);
    perform set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'on', true);
  end if;
  return query select unnest(found);
end
$$;

grant create on schema foyer to foyer_system;
alter function find_words owner to foyer_system;
alter function read_events owner to foyer_system;
alter function move_reader owner to foyer_system;
alter function index_words owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function read_events, move_reader, index_words, find_words from public;
grant execute on function read_events, move_reader, index_words, find_words to foyer_app;
grant select on directory.event_cursors to foyer_app;

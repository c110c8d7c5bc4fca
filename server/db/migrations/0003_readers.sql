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

/* The words of one thing: whole lower-case words of each text, addresses also by their parts, numbers as digits.
   Each begins with its organization's mark, so that one organization's search never walks another's. */
create function search_words(org uuid, variadic texts text[])
returns tsvector language sql immutable parallel safe set search_path = pg_catalog
as $$
  select array_to_tsvector(coalesce(array_agg(distinct substr(md5(org::text), 1, 8) || ':' || left(w, 60)), '{}'))
  from (
    select lower(unnest(string_to_array(regexp_replace(normalize(t, NFKC), '[\s,;()"<>/]+', ' ', 'g'), ' '))) as w
    from unnest(texts) as t where t is not null
    union
    select lower(unnest(string_to_array(regexp_replace(normalize(t, NFKC), '[^[:alnum:]]+', ' ', 'g'), ' ')))
    from unnest(texts) as t where t is not null
    union
    select regexp_replace(t, '\D', '', 'g') from unnest(texts) as t where t ~ '^[+0-9 ().-]{5,}$'
  ) words
  where w <> ''
$$;

/* Brings the words of what the next events speak of up to date. Answers how many events it read. */
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
  select l.org_id, 'lead', l.id,
         search_words(l.org_id, l.full_name, l.email, l.phone, l.phone_e164, l.metadata ->> 'company', l.external_id)
  from next_events n join leads l on l.org_id = n.org_id and l.id = n.subject_id
  where n.type = 'lead.received'
  order by l.org_id, l.id
  on conflict (org_id, kind, id) do update set words = excluded.words;

  insert into search (org_id, kind, id, words)
  select c.org_id, 'contact', c.id, search_words(c.org_id, c.full_name, c.email, c.phone, c.company)
  from contacts c
  join (select distinct org_id, coalesce((payload ->> 'contact_id')::uuid, subject_id) as id
        from next_events where type in ('lead.received', 'contact.changed')) n on n.org_id = c.org_id and n.id = c.id
  order by c.org_id, c.id
  on conflict (org_id, kind, id) do update set words = excluded.words;

  select tx, id into last_tx, last_id from next_events order by tx desc, id desc limit 1;
  perform move_reader('search', last_tx, last_id);
  return seen;
end
$$;

grant create on schema foyer to foyer_system;
alter function read_events owner to foyer_system;
alter function move_reader owner to foyer_system;
alter function index_words owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function read_events, move_reader, index_words from public;
grant execute on function read_events, move_reader, index_words to foyer_app;
grant select on directory.event_cursors to foyer_app;

-- Lists of conversations, and searches among messages, stay quick with a million messages.

-- What is open is a small part of what there ever was.
create index conversations_open on conversations (org_id, last_message_at desc, id desc)
  where not is_merged and session_status = 'open' and last_message_at is not null;

/* As before (see 0003), quicker in two points: the sample looks at the organization's own records of the wanted kind, since a word
   that many contacts have says nothing of messages; and where a word is common, the walk back is a walk: without a sort there is no
   plan that reads everything first. */
create or replace function find_words(wanted_kind text, query tsquery, from_id uuid, below_id uuid, most int)
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
    select count(*) filter (where s.words @@ query) * 100 > count(*) into is_common
    from search s tablesample system (percent) where s.org_id = org and s.kind = wanted_kind;
    perform set_config(case when is_common then 'enable_bitmapscan' else 'enable_indexscan' end, 'off', true),
      set_config('enable_sort', case when is_common then 'off' else 'on' end, true);
    found := array(
      select s.id from search s
      where s.org_id = org and s.kind = wanted_kind and s.id < below_id and s.id >= from_id and s.words @@ query
      order by s.id desc limit most);
    perform set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'on', true), set_config('enable_sort', 'on', true);
  end if;
  return query select unnest(found);
end
$$;

/* As before (see 0025), but the words of messages bear a mark of their own: a search for a name never walks what was said, nor the
   other way round, however common the word is there. */
create or replace function index_words(most int)
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
  select t.org_id, t.kind, t.id, array_to_tsvector(array_agg(distinct t.mark || ':' || left(w, 60)))
  from (
    select l.org_id, 'lead' as kind, l.id, left(md5(l.org_id::text), 8) as mark, l.phone,
           concat_ws(' ', 'source=' || l.source, l.full_name, l.email, l.phone_e164, l.metadata ->> 'company', l.external_id) as said
    from next_events n join leads l on l.org_id = n.org_id and l.id = n.subject_id
    where n.type = 'lead.received'
    union all
    select c.org_id, 'contact', c.id, left(md5(c.org_id::text), 8), c.phone, concat_ws(' ', c.full_name, c.email, c.phone, c.company)
    from contacts c
    join (select distinct org_id, coalesce((payload ->> 'contact_id')::uuid, subject_id) as id
          from next_events where type in ('lead.received', 'contact.changed')) n on n.org_id = c.org_id and n.id = c.id
    union all
    select m.org_id, 'message', m.id, left(md5(m.org_id || ' message'), 8), null,
           concat_ws(' ', left(m.body, 8000), (select string_agg(f ->> 'name', ' ') from jsonb_array_elements(
             case when jsonb_typeof(m.content -> 'attachments') = 'array' then m.content -> 'attachments' end) f))
    from messages m
    join (select distinct org_id, subject_id as id from next_events where type like 'message.%') n on n.org_id = m.org_id and n.id = m.id
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

-- What was said is found by its words, too.

alter table search drop constraint search_kind_check;
alter table search add constraint search_kind_check check (kind in ('lead', 'contact', 'message'));

/* As before, and the words of messages: what can be read of one, and the names of its files. A change of state does not change
   what was said, and costs no write here. */
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
    union all
    select m.org_id, 'message', m.id, null,
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

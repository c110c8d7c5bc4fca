/* Readers of the log for which nothing came that they want are moved on together: each by itself costs four statements and a commit, and of some
   forty that follow the log one or two want an event. `wanted` has the types of each reader; `most` is how many events are looked at. Answers
   those that have something to do, which stay where they are. One that another worker holds is left alone. */
create function pass_readers(readers text[], wanted jsonb, most int)
returns setof text language plpgsql security definer set search_path = foyer, directory, pg_temp
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  held text[];
  from_tx xid8;
  from_id uuid;
  horizon xid8;
begin
  select array_agg(h.reader), (array_agg(h.tx order by h.tx, h.id))[1], (array_agg(h.id order by h.tx, h.id))[1]
  into held, from_tx, from_id
  from (select c.reader, c.tx, c.id from event_cursors c where c.reader = any (readers) order by c.reader for update skip locked) h;
  horizon := pg_snapshot_xmin(pg_current_snapshot());
  return query
  with read as materialized (
    select e.tx, e.id, e.type from events e where (e.tx, e.id) > (from_tx, from_id) and e.tx < horizon order by e.tx, e.id limit most),
  last as materialized (
    select r.tx, r.id, (select count(*) from read) = most as is_cut from read r order by r.tx desc, r.id desc limit 1),
  busy as materialized (
    select c.reader from event_cursors c where c.reader = any (held) and (
      exists (select from read r where (r.tx, r.id) > (c.tx, c.id) and wanted -> c.reader ? r.type)
      -- Another was so far behind that nothing was read of what this one has before it.
      or exists (select from last l where l.is_cut and (l.tx, l.id) <= (c.tx, c.id))
      or exists (select from reaction_failures f where f.reaction = c.reader and f.next_try_at <= now()))),
  passed as (
    update event_cursors c set tx = l.tx, id = l.id from last l
    where c.reader = any (held) and (l.tx, l.id) > (c.tx, c.id) and not exists (select from busy b where b.reader = c.reader))
  select b.reader from busy b
  union all
  select w.reader from unnest(readers) as w (reader) where not exists (select from event_cursors c where c.reader = w.reader);
end
$$;

/* As before (0050), or by so many of these types: events of which each stands for up to a thousand records. */
drop function log_grows(text, int);
create function log_grows(after_tx text, by_events int, own_types text[], by_own int)
returns table (grows boolean, horizon text)
language sql stable security definer set search_path = foyer, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
  select exists (select from events e where e.tx >= after_tx::xid8 order by e.tx, e.id offset by_events - 1 limit 1)
      or exists (select from events e where e.tx >= after_tx::xid8 and e.type = any (own_types) order by e.tx, e.id offset by_own - 1 limit 1),
    pg_snapshot_xmin(pg_current_snapshot())::text
$$;

-- Imported contacts are compared by a reader of their own: what the one before it has not read yet, it has before it.
insert into directory.event_cursors (reader, tx, id)
select 'find-imported-pairs', c.tx, c.id from directory.event_cursors c where c.reader = 'find-duplicate-pairs'
on conflict do nothing;

grant create on schema foyer to foyer_system;
alter function pass_readers owner to foyer_system;
alter function log_grows owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function pass_readers, log_grows from public;
grant execute on function pass_readers, log_grows to foyer_app;

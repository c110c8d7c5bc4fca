/* What the log of events and the webhooks say of a record that is removed for good goes with it (`forgetEvents`). The rows stay: that something happened,
   when, and with which ids. */

-- Not of `lead.received`: the intake pays for no second index. Of a lead it is found by its time.
create index events_of_subject on events (org_id, subject_id) where type <> 'lead.received';
create index webhook_deliveries_of_event on webhook_deliveries (org_id, event_id);

/* The same without what people said and were called: of strings only ids, times and those under names that have a fixed choice of values. */
create function without_words(given jsonb, under text default null) returns jsonb language plpgsql immutable set search_path = foyer, pg_temp as $$
begin
  return case jsonb_typeof(given)
    when 'object' then (select coalesce(jsonb_object_agg(e.key, without_words(e.value, e.key)), '{}') from jsonb_each(given) e)
    when 'array' then (select coalesce(jsonb_agg(without_words(e.value, under) order by e.place), '[]')
      from jsonb_array_elements(given) with ordinality e(value, place))
    when 'string' then case
      when under in ('kind', 'type', 'state', 'previous_state', 'cause', 'channel', 'direction', 'currency') then given
      when given #>> '{}' ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d))$' then given
      else 'null' end
    else given end;
end $$;

/* The lowest id that is made so many seconds after this one, by the time in both. */
create function id_after(given uuid, seconds int) returns uuid language sql immutable set search_path = foyer, pg_temp as $$
  select rpad(lpad(to_hex(('x' || left(replace(given::text, '-', ''), 12))::bit(48)::bigint + seconds * 1000), 12, '0'), 32, '0')::uuid
$$;

/* The app only ever adds to the log: this is the one way by which a row of it loses something. `around` are leads: their ids are made within
   seconds of the event of their arrival. Answers the ids of the events. */
create function forget_events(wanted_org uuid, subjects uuid[], around uuid[])
returns setof uuid language plpgsql security definer set search_path = foyer, pg_temp as $$
begin
  if wanted_org is distinct from nullif(current_setting('foyer.org', true), '')::uuid then
    raise exception 'of another organization';
  end if;
  return query
    with found as (
      select e.id from events e where e.org_id = wanted_org and e.subject_id = any(subjects) and e.type <> 'lead.received'
      union
      select e.id from unnest(around) l(id) join events e on e.org_id = wanted_org and e.type = 'lead.received' and e.subject_id = l.id
        and e.id >= id_after(l.id, -10) and e.id < id_after(l.id, 120))
    update events e set payload = without_words(e.payload) from found f where e.org_id = wanted_org and e.id = f.id
    returning e.id;
end $$;

grant update (payload) on events to foyer_system;
grant create on schema foyer to foyer_system;
alter function forget_events owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function forget_events from public;
grant execute on function forget_events, without_words, id_after to foyer_app;
grant execute on function without_words, id_after to foyer_system;

-- Telling other programs what happened: where to, what, and each attempt with its answer.

create table webhook_endpoints (
  org_id uuid not null references orgs,
  id uuid not null,
  url text not null,
  description text not null default '',
  event_types text[] not null default '{}', -- none named means all
  secret_sealed text not null,              -- AES-256-GCM under FOYER_KEY
  secret_hint text not null,                -- last four characters, to tell secrets apart
  old_secret_sealed text,                   -- signs too, until then
  old_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('person', 'gone', 'failing')),
  failing_since timestamptz,                -- the first failure since the last success
  strained boolean not null default false,  -- the last attempt failed or took long: it gets fewer places at once
  paused_until timestamptz,                 -- it asked to be left alone until then
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index webhook_endpoints_active on webhook_endpoints (org_id, id) where state = 'active';
grant select, insert, update, delete on webhook_endpoints to foyer_app;
grant select on webhook_endpoints to foyer_system;

-- One row an event and endpoint, with the body as every attempt sends it. No foreign key to the endpoint: a removed one
-- goes at once, what was sent to it is forgotten behind.
create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,                   -- the webhook-id that the receiver sees
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries int not null default 0,             -- of the current round; a replay begins anew
  last_status int,
  last_error text,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  delivered_at timestamptz,
  lease uuid,                               -- who is sending it, and until when nobody else may
  leased_until timestamptz,
  primary key (org_id, id),
  -- Whoever reads the events again makes no second delivery. The organization comes last, here and below: an index that began
  -- with it would be taken for a look-up by id while the table is empty, and kept.
  unique (endpoint_id, event_id, org_id)
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (org_id, endpoint_id, next_try_at) where state = 'waiting';
create index webhook_deliveries_leased on webhook_deliveries (org_id, endpoint_id) where leased_until is not null;
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, id) where state = 'failed';
grant select, insert, update, delete on webhook_deliveries to foyer_app;
grant select, update on webhook_deliveries to foyer_system;

create table webhook_attempts (
  org_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  duration_ms int not null,
  status int,                               -- null when no answer came
  error text,
  request_headers jsonb not null,
  response_headers jsonb not null,
  response_body text,                       -- the first 4 KB
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references webhook_deliveries on delete cascade
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id, id);
grant select, insert, delete on webhook_attempts to foyer_app;
grant select on webhook_attempts to foyer_system;

call keep_tenants_apart('webhook_endpoints', 'webhook_deliveries', 'webhook_attempts');

insert into directory.event_cursors (reader) values ('webhooks') on conflict do nothing;

/* What the next events are to be told to whom: moves the reader 'webhooks' on over at most `most` events, and answers the
   pairs of event and endpoint among them. The deliveries are written by the caller in the same transaction, so that each
   is made exactly once. Costs one look at the index while nothing happened, and two while nobody listens. */
create function next_webhook_events(told text[], most int)
returns table (seen int, wanted jsonb)
language plpgsql security definer set search_path = foyer, directory, pg_temp
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  place event_cursors;
  -- Taken before anything is looked for: what is skipped because nobody listened had been committed before that.
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  last_tx xid8;
  last_id uuid;
begin
  select * into place from event_cursors c where c.reader = 'webhooks';
  if not exists (select from events e where (e.tx, e.id) > (place.tx, place.id) and e.tx < horizon) then
    return query select 0, '[]'::jsonb;
    return;
  end if;
  select * into place from event_cursors c where c.reader = 'webhooks' for update skip locked;
  if not found then
    return query select 0, '[]'::jsonb;
    return;
  end if;

  if not exists (select from webhook_endpoints w where w.state = 'active') then
    update event_cursors c set tx = greatest(place.tx, horizon), id = case when horizon > place.tx then '00000000-0000-0000-0000-000000000000' else place.id end
    where c.reader = 'webhooks';
    return query select 0, '[]'::jsonb;
    return;
  end if;

  with next_events as (
    select e.* from events e
    where (e.tx, e.id) > (place.tx, place.id) and e.tx < horizon
    order by e.tx, e.id limit most
  )
  select count(*)::int,
         (select n.tx from next_events n order by n.tx desc, n.id desc limit 1),
         (select n.id from next_events n order by n.tx desc, n.id desc limit 1),
         (select jsonb_agg(jsonb_build_object('org_id', n.org_id, 'endpoint_id', w.id, 'event_id', n.id, 'type', n.type,
                                              'subject_id', n.subject_id, 'payload', n.payload, 'at', n.at)
                           order by n.tx, n.id, w.id)
          from next_events n
          join webhook_endpoints w on w.org_id = n.org_id and w.state = 'active' and w.created_at <= n.at
                                  and (w.event_types = '{}' or n.type = any (w.event_types))
          where n.type = any (told))
  into seen, last_tx, last_id, wanted
  from next_events;
  if seen > 0 then
    update event_cursors c set tx = last_tx, id = last_id where c.reader = 'webhooks';
  end if;
  return query select seen, coalesce(wanted, '[]'::jsonb);
end
$$;

/* Leases deliveries that are due, across organizations: at most `most`, of these at most `most_strained` to endpoints that
   are slow or failing, and of one endpoint no more at once than its share. One of each endpoint goes before a second of any,
   so that a long queue of one holds up no other. Whoever claims is alone in it for the moment it takes: the shares hold
   across workers. A lease that ran out (its worker died) is due again. */
create function claim_webhook_deliveries(wanted_lease uuid, lease_seconds int, most int, most_strained int, share int, strained_share int)
returns table (org_id uuid, id uuid, endpoint_id uuid, event_id uuid, body text, tries int, url text, secret_sealed text,
               old_secret_sealed text, strained boolean, at timestamptz)
language plpgsql security definer set search_path = foyer, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
-- The one good plan, whatever the statistics: joined in this order, by index, planned by how large the tables are now, and rows
-- that were found once are found again by their place. Left to itself, 100,000 rows that nobody had counted yet took 14 s.
set join_collapse_limit = 1 set from_collapse_limit = 1 set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  now_at timestamptz;
begin
  perform pg_advisory_xact_lock(7316026);
  now_at := clock_timestamp();
  return query
    with recursive queues as (
      (select d.org_id, d.endpoint_id from webhook_deliveries d where d.state = 'waiting' order by d.org_id, d.endpoint_id limit 1)
      union all
      select n.org_id, n.endpoint_id
      from queues q, lateral (
        select d.org_id, d.endpoint_id from webhook_deliveries d
        where d.state = 'waiting' and (d.org_id, d.endpoint_id) > (q.org_id, q.endpoint_id)
        order by d.org_id, d.endpoint_id limit 1) n
    ),
    due as (
      select d.at_row, w.org_id, w.id as endpoint_id, d.next_try_at, w.strained,
             row_number() over (partition by w.org_id, w.id order by d.next_try_at) as place
      from queues q
      cross join lateral (
        select e.org_id, e.id, e.strained from webhook_endpoints e
        where e.org_id = q.org_id and e.id = q.endpoint_id and e.state = 'active'
          and (e.paused_until is null or e.paused_until <= now_at)
        limit 1) w
      cross join lateral (
        select count(*)::int as places from webhook_deliveries b
        where b.org_id = q.org_id and b.endpoint_id = q.endpoint_id and b.leased_until > now_at) busy
      cross join lateral (
        select b.ctid as at_row, b.next_try_at from webhook_deliveries b
        where b.org_id = q.org_id and b.endpoint_id = q.endpoint_id and b.state = 'waiting' and b.next_try_at <= now_at
          and (b.leased_until is null or b.leased_until <= now_at)
        order by b.next_try_at
        limit greatest(0, case when w.strained then strained_share else share end - busy.places)) d
    ),
    picked as (
      select r.at_row, r.org_id, r.endpoint_id
      from (select due.*, row_number() over (partition by due.strained order by due.place, due.next_try_at) as rank from due) r
      where not r.strained or r.rank <= most_strained
      order by r.place, r.next_try_at
      limit most
    ),
    -- What somebody else is changing waits for the next time: a claim waits for nobody, so nobody waits in a circle.
    free as (
      select b.ctid as at_row, p.org_id, p.endpoint_id
      from picked p join webhook_deliveries b on b.ctid = p.at_row
      where b.state = 'waiting' and (b.leased_until is null or b.leased_until <= now_at)
      for update of b skip locked
    )
    update webhook_deliveries d
    set lease = wanted_lease, leased_until = now_at + make_interval(secs => lease_seconds), tries = d.tries + 1
    from free f join webhook_endpoints w on w.org_id = f.org_id and w.id = f.endpoint_id
    where d.ctid = f.at_row
    returning d.org_id, d.id, d.endpoint_id, d.event_id, d.body, d.tries, w.url, w.secret_sealed,
              case when w.old_secret_until > now_at then w.old_secret_sealed end, w.strained, now_at;
end
$$;

grant create on schema foyer to foyer_system;
alter function next_webhook_events owner to foyer_system;
alter function claim_webhook_deliveries owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function next_webhook_events, claim_webhook_deliveries from public;
grant execute on function next_webhook_events, claim_webhook_deliveries to foyer_app;

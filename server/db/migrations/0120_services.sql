-- Services that need no code: the clients that a workspace registered there itself, and what a service is asked to do.

/* One of a service in the place of the operator's. A connection keeps the client that it was made with, sealed with its tokens. */
create table oauth_clients (
  org_id uuid not null references orgs,
  id uuid not null,
  provider text not null,
  client_id text not null,
  secret_sealed text not null,
  saved_by uuid,
  saved_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, provider)
);
grant select, insert, update, delete on oauth_clients to foyer_app;
call keep_tenants_apart('oauth_clients');

alter table oauth_flows
  add column client_id text,                -- the workspace's own, as the person was sent there with; null: the operator's
  add column server text;                   -- of a service where each account has its own

/* A service that is asked to do something is told what happened like any other receiver: its deliveries are those of a webhook. */
alter table webhook_endpoints
  add column connection_id uuid,            -- the account at the service; null: a webhook
  add column task jsonb,                    -- {name, asked: {name: answer}, text, columns: [{name, value}]}
  add check ((connection_id is null) = (task is null)),
  add foreign key (org_id, connection_id) references connections (org_id, id);
create index webhook_endpoints_of_connection on webhook_endpoints (connection_id) where connection_id is not null;

/* As before, and says of each delivery whether whoever had it last never said how it ended, and what a service is asked to do. */
drop function claim_webhook_deliveries;
create function claim_webhook_deliveries(wanted_lease uuid, lease_seconds int, most int, most_strained int, share int, strained_share int)
returns table (org_id uuid, id uuid, endpoint_id uuid, event_id uuid, body text, tries int, url text, secret_sealed text,
               old_secret_sealed text, strained boolean, at timestamptz, was_begun boolean, connection_id uuid, task jsonb)
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
      select b.ctid as at_row, p.org_id, p.endpoint_id, b.lease is not null as was_begun
      from picked p join webhook_deliveries b on b.ctid = p.at_row
      where b.state = 'waiting' and (b.leased_until is null or b.leased_until <= now_at)
      for update of b skip locked
    )
    update webhook_deliveries d
    set lease = wanted_lease, leased_until = now_at + make_interval(secs => lease_seconds), tries = d.tries + 1
    from free f join webhook_endpoints w on w.org_id = f.org_id and w.id = f.endpoint_id
    where d.ctid = f.at_row
    returning d.org_id, d.id, d.endpoint_id, d.event_id, d.body, d.tries, w.url, w.secret_sealed,
              case when w.old_secret_until > now_at then w.old_secret_sealed end, w.strained, now_at, f.was_begun,
              w.connection_id, w.task;
end
$$;

grant create on schema foyer to foyer_system;
alter function claim_webhook_deliveries owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function claim_webhook_deliveries from public;
grant execute on function claim_webhook_deliveries to foyer_app;

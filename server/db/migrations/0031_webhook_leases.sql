/* Deliveries under these leases are still being sent: they stay leased. What somebody else has leased meanwhile is theirs. */
create function extend_webhook_leases(orgs uuid[], ids uuid[], leases uuid[], lease_seconds int)
returns void
language sql security definer set search_path = foyer, pg_temp
as $$
  update webhook_deliveries d set leased_until = clock_timestamp() + make_interval(secs => lease_seconds)
  from unnest(orgs, ids, leases) as ours (org_id, id, lease)
  where d.org_id = ours.org_id and d.id = ours.id and d.lease = ours.lease
$$;

grant create on schema foyer to foyer_system;
alter function extend_webhook_leases owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function extend_webhook_leases from public;
grant execute on function extend_webhook_leases to foyer_app;

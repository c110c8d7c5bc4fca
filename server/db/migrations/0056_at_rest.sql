-- A worker at rest asks little: it waits in the database for what is written, and goes by the clock only where something waits.

/* Waits until a transaction that wrote has ended since the snapshot `seen`, of any process; answers the snapshot then. One that waits here
   costs a fiftieth of one that asks again and again. It holds rows back from vacuum while it waits, so not for long. */
create function wait_for_change(seen text, longest_ms int)
returns text language plpgsql volatile
as $$
declare
  now_seen text;
  every_ms constant int := 200;
begin
  for look in 0 .. longest_ms / every_ms loop
    if look > 0 then perform pg_sleep(every_ms / 1000.0); end if;
    -- Read committed: each assignment has a snapshot of its own.
    now_seen := pg_current_snapshot()::text;
    exit when now_seen is distinct from seen;
  end loop;
  return now_seen;
end
$$;

/* Whether a delivery may become due by the clock alone: one that waits for its next attempt, or for the end of a lease. */
create function webhooks_wait()
returns boolean language sql stable security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$ select exists (select from webhook_deliveries where state = 'waiting') $$;

/* Whether one of these reactions may become due by the clock alone: it failed, and is tried again. */
create function reactions_wait(wanted text[])
returns boolean language sql stable security definer set search_path = foyer, pg_temp
as $$ select exists (select from reaction_failures where reaction = any (wanted) and next_try_at is not null) $$;

grant create on schema foyer to foyer_system;
alter function webhooks_wait owner to foyer_system;
alter function reactions_wait owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function wait_for_change, webhooks_wait, reactions_wait from public;
grant execute on function wait_for_change, webhooks_wait, reactions_wait to foyer_app;

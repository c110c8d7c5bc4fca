-- Calls whose last word was lost are asked for.

alter table calls add column next_look_at timestamptz;  -- null: it is over, or was never put through
create index calls_to_look_at on calls (next_look_at) where next_look_at is not null;
create index calls_of_deal on calls (org_id, deal_id, id) where deal_id is not null;

/* Calls of any organization whose provider is to be asked how they ended. */
create function due_calls(due_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from calls c where c.next_look_at < due_before order by c.next_look_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function due_calls owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_calls from public;
grant execute on function due_calls to foyer_app;

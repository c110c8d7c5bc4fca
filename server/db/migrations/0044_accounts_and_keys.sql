-- A provider keeps an error under the key that it was asked with: the next try has another.
alter table checkouts add column keys_spent int not null default 0;

alter table connections
  add column account_id text,                             -- the provider's own id of the account: another one is another connection
  add column lacks text[] not null default '{}',          -- rights that its key turned out not to have, in the provider's words
  add column is_off boolean not null default false,       -- of the sandbox, while that is switched off: nothing goes out or comes in
  add column has_known_secrets boolean not null default false; -- made from the workspace's id: good for nothing until it has others
update connections set account_id = substring(account from 'acct_\w+') where provider = 'stripe';
update connections set has_known_secrets = true where mode = 'sandbox' and kind = 'key' and status <> 'disconnected';

/* Connections of the sandbox, of any organization, that are not as they should be while it is on, or off. */
create function unsettled_sandbox_connections(is_sandbox_on boolean)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from connections c
  where c.mode = 'sandbox' and c.status <> 'disconnected' and (c.has_known_secrets or c.is_off = is_sandbox_on)
$$;
grant create on schema foyer to foyer_system;
alter function unsettled_sandbox_connections owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function unsettled_sandbox_connections from public;
grant execute on function unsettled_sandbox_connections to foyer_app;

-- A provider keeps an error under the key that it was asked with: the next try has another.
alter table checkouts add column keys_spent int not null default 0;

alter table connections
  add column account_id text,                             -- the provider's own id of the account: another one is another connection
  add column lacks text[] not null default '{}',          -- rights that its key turned out not to have, in the provider's words
  add column has_known_secrets boolean not null default false; -- made from the workspace's id: good for nothing until it has others
update connections set account_id = substring(account from 'acct_\w+') where provider = 'stripe';
update connections set has_known_secrets = true where mode = 'sandbox' and kind = 'key' and status <> 'disconnected';

/* Connections of any organization whose secrets anybody can work out. */
create function connections_with_known_secrets()
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from connections c where c.has_known_secrets and c.status <> 'disconnected'
$$;
grant create on schema foyer to foyer_system;
alter function connections_with_known_secrets owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function connections_with_known_secrets from public;
grant execute on function connections_with_known_secrets to foyer_app;

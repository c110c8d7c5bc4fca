-- What a dispute came to, an account that is watched after it was disconnected, and when a payer last got a checkout.

-- How soon a provider is asked counts from the last time a payer was sent there, not from the first.
alter table checkouts add column given_at timestamptz not null default now();
update checkouts set given_at = created_at;

-- A dispute that is lost is money that is gone, and what it cost beside, in the currency of the provider's account.
alter table payments
  add column dispute_state text check (dispute_state in ('open', 'won', 'lost')),  -- null: never disputed
  add column lost_minor bigint not null default 0 check (lost_minor >= 0),
  add column dispute_fee_minor bigint check (dispute_fee_minor >= 0),              -- null: the provider did not say
  add column dispute_fee_currency text,
  add check (refunded_minor + lost_minor <= amount_minor),
  add check ((dispute_fee_minor is null) = (dispute_fee_currency is null));
-- Lost ones among them are known as such once their provider is asked again, in the night after.
update payments set dispute_state = 'open' where is_disputed;
alter table payments drop column is_disputed;
create index payments_in_dispute on payments (org_id, checkout_id) where dispute_state = 'open';
alter table invoices add column lost_minor bigint not null default 0 check (lost_minor >= 0);

-- Disconnected while checkouts of it could be paid: its key is kept to end them and to see what came, until this moment at the latest.
alter table connections add column watched_until timestamptz;
alter table connections drop constraint connections_check;
alter table connections add constraint connections_forget_keys
  check ((status = 'disconnected' and watched_until is null) = (credentials is null));
alter table connections add constraint connections_watched_are_disconnected
  check (watched_until is null or status = 'disconnected');

/* Disconnected accounts of any organization with nothing left to watch. */
create function watched_in_vain(moment timestamptz)
returns table (org_id uuid, connection_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from connections c
  where c.watched_until is not null and (c.watched_until < moment or not exists (
    select from checkouts k where k.org_id = c.org_id and k.connection_id = c.id and k.next_look_at is not null))
$$;
grant create on schema foyer to foyer_system;
alter function watched_in_vain owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function watched_in_vain from public;
grant execute on function watched_in_vain to foyer_app;

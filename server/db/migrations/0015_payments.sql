-- Money: what was opened at a provider, what came of it, and what was odd about it.

create table checkouts (
  org_id uuid not null,
  id uuid not null,                         -- also the provider's key against doubles: a repeat opens the same checkout
  invoice_id uuid not null,
  connection_id uuid not null,
  provider text not null check (provider in ('stripe', 'razorpay')),
  is_live boolean not null,                 -- whether money in it is real, by the connection that opened it
  provider_checkout_id text,                -- null until the provider answered
  state text not null default 'opening' check (state in ('opening', 'open', 'processing', 'paid', 'expired', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  client_email text not null,
  success_url text not null,
  cancel_url text not null,
  url text,
  last_error text,
  looks int not null default 0,
  asked_at timestamptz,                     -- when the provider was asked for what stands here: what was asked for before that is old
  next_look_at timestamptz,                 -- when the provider is asked again; null once nothing can come of it any more
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  check ((state = 'opening') <= (provider_checkout_id is null)),
  check (state in ('opening', 'failed') or provider_checkout_id is not null)
);
create unique index checkouts_by_provider on checkouts (org_id, provider, provider_checkout_id);
create index checkouts_by_invoice on checkouts (org_id, invoice_id, id);
create index checkouts_due on checkouts (next_look_at) where next_look_at is not null;

create table payments (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  checkout_id uuid not null,
  provider text not null check (provider in ('stripe', 'razorpay')),
  provider_payment_id text not null,
  kind text not null check (kind in ('payment', 'credit')),   -- credit: more than the invoice asked for; owed to the client
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  currency text not null,
  method text,
  is_live boolean not null,
  is_disputed boolean not null default false,
  received_at timestamptz not null,         -- by the provider's clock
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  foreign key (org_id, checkout_id) references checkouts (org_id, id)
);
-- One payment of a provider is one row, and one invoice is paid once: whatever comes first, and however often.
create unique index payments_by_provider on payments (org_id, provider, provider_payment_id);
create unique index payments_one_per_invoice on payments (org_id, invoice_id) where kind = 'payment';
create index payments_by_invoice on payments (org_id, invoice_id, id);
create index payments_by_checkout on payments (org_id, checkout_id);

create table interactions (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('payment_received')),
  contact_id uuid,
  invoice_id uuid not null,
  payment_id uuid not null,
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  foreign key (org_id, payment_id) references payments (org_id, id)
);
create unique index interactions_once on interactions (org_id, kind, payment_id);
create index interactions_by_contact on interactions (org_id, contact_id, id);
create index interactions_by_invoice on interactions (org_id, invoice_id);

-- What was refused, or does not add up: named, and there until somebody looked at it or it is in order again.
create table payment_findings (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  dedup_key text not null,                  -- the same finding twice is one
  provider text not null,
  invoice_id uuid,
  provider_checkout_id text,
  provider_payment_id text,
  amount_minor bigint,
  currency text,
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid,                         -- null: it came in order by itself
  resolution text,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
create unique index payment_findings_once on payment_findings (org_id, dedup_key);
create index payment_findings_open on payment_findings (org_id, id) where resolved_at is null;
create index payment_findings_by_invoice on payment_findings (org_id, invoice_id, id);

-- The last comparison with each account.
create table reconciliations (
  org_id uuid not null,
  id uuid not null,                         -- the connection's
  provider text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  error text,
  sums jsonb not null default '[]',         -- [{currency, collected_minor, recorded_minor, available_minor, pending_minor}]
  primary key (org_id, id)
);

grant select, insert, update, delete on checkouts, payments, interactions, payment_findings, reconciliations to foyer_app;
call keep_tenants_apart('checkouts', 'payments', 'interactions', 'payment_findings', 'reconciliations');

/* Checkouts of any organization whose provider is to be asked. */
create function due_checkouts(due_before timestamptz, most int)
returns table (org_id uuid, id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from checkouts c where c.next_look_at < due_before order by c.next_look_at limit most
$$;
/* Accounts of any organization that a comparison is due for. */
create function payment_accounts()
returns table (org_id uuid, connection_id uuid)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select c.org_id, c.id from connections c where c.provider in ('stripe', 'razorpay') and c.status <> 'disconnected'
$$;
grant create on schema foyer to foyer_system;
alter function due_checkouts owner to foyer_system;
alter function payment_accounts owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function due_checkouts, payment_accounts from public;
grant execute on function due_checkouts, payment_accounts to foyer_app;

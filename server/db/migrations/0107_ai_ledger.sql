-- What AI may cost a workspace, what calls under way may become, and what each call did cost. Money is in 10⁻⁹ of the currency in which
-- the provider bills.

create table ai_settings (
  org_id uuid primary key references orgs,
  default_model text check (length(default_model) between 1 and 100),
  fallbacks text[] not null default '{gemini,openai,anthropic}',             -- providers, in the order in which they are asked
  updated_at timestamptz not null default now()
);

-- What a workspace says of a model, over what Foyer knows of it.
create table ai_models (
  org_id uuid not null references orgs,
  model text not null check (length(model) between 1 and 100),
  provider text not null,
  input_nano bigint check (input_nano >= 0),             -- a token; null: as Foyer knows it
  cached_nano bigint check (cached_nano >= 0),
  output_nano bigint check (output_nano >= 0),
  context_tokens int check (context_tokens > 0),
  max_output_tokens int check (max_output_tokens > 0),
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (org_id, model)
);

create table ai_budgets (
  org_id uuid not null references orgs,
  id uuid not null,
  scope text not null check (scope in ('workspace', 'person', 'feature')),
  subject text not null,                     -- id of the person, name of the feature; empty: of the workspace
  period text not null check (period in ('day', 'month')),
  limit_nano bigint not null check (limit_nano >= 0),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, scope, subject, period)
);

-- A day or a month of a budget, on the clock of the workspace.
create table ai_budget_periods (
  org_id uuid not null,
  budget_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  spent_nano bigint not null default 0,
  reserved_nano bigint not null default 0 check (reserved_nano >= 0),
  primary key (org_id, budget_id, starts_at),
  foreign key (org_id, budget_id) references ai_budgets on delete cascade
);

-- A call under way, with the most that it can cost. Whoever makes it says again and again that it lives.
create table ai_reservations (
  org_id uuid not null references orgs,
  id uuid not null,
  made_at timestamptz not null default now(),
  lease_until timestamptz not null,
  person_id uuid,
  feature text not null,
  provider text not null,
  model text not null,
  input_nano bigint,                         -- the prices of a token; null: not known
  cached_nano bigint,
  output_nano bigint,
  currency text,
  most_input_tokens int not null,
  most_output_tokens int not null,
  reserved_nano bigint not null check (reserved_nano >= 0),
  budgets jsonb not null,                    -- [{budget, starts_at}]: where it is counted
  fallback_from text,
  fallback_reason text,
  request_id text,
  primary key (org_id, id)
);
create index ai_reservations_lost on ai_reservations (lease_until);

-- One row a call; never changed. What was booked wrongly is corrected by a row of its own.
create table ai_ledger (
  org_id uuid not null references orgs,
  id uuid not null,
  at timestamptz not null,                   -- when it was asked
  ended_at timestamptz not null,
  person_id uuid,
  feature text not null,
  provider text not null,
  model text not null,
  outcome text not null check (outcome in ('answered', 'cut', 'cancelled', 'failed', 'refused', 'timed_out', 'unknown', 'correction')),
  input_tokens bigint not null,
  cached_tokens bigint not null,
  output_tokens bigint not null,
  is_estimated boolean not null,
  input_nano bigint,
  cached_nano bigint,
  output_nano bigint,
  currency text,
  cost_nano bigint not null,
  fallback_from text,
  fallback_reason text,
  request_id text,
  corrects uuid,
  reason text check (length(reason) <= 500),
  primary key (org_id, id),
  check ((outcome = 'correction') = (corrects is not null and reason is not null)),
  check (cost_nano >= 0 or outcome = 'correction')
);
create index ai_ledger_newest on ai_ledger (org_id, at desc, id desc);
create index ai_ledger_corrections on ai_ledger (org_id, corrects) where corrects is not null;

-- Sums of the ledger by day, so that a page of a year does not read a million rows. A job compares them.
create table ai_usage (
  org_id uuid not null references orgs,
  day date not null,                         -- of the workspace's clock
  person_id uuid not null,                   -- the nil UUID: of no person
  feature text not null,
  provider text not null,
  model text not null,
  calls int not null,
  input_tokens bigint not null,
  cached_tokens bigint not null,
  output_tokens bigint not null,
  cost_nano bigint not null,
  estimated_nano bigint not null,            -- of that, what no provider told
  primary key (org_id, day, person_id, feature, provider, model)
);

grant select, insert, update, delete on ai_settings, ai_models, ai_budgets, ai_budget_periods, ai_reservations, ai_usage to foyer_app;
grant select, insert on ai_ledger to foyer_app;
call keep_tenants_apart('ai_settings', 'ai_models', 'ai_budgets', 'ai_budget_periods', 'ai_reservations', 'ai_ledger', 'ai_usage');

/* Calls of any workspace whose process says no more that they live. */
create function lost_ai_calls(most int)
returns table (org_id uuid, id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select r.org_id, r.id from ai_reservations r where r.lease_until < now() order by r.lease_until limit most $$;
/* Workspaces that have a ledger. */
create function orgs_with_ai_ledger()
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select u.org_id from ai_usage u group by u.org_id $$;

grant create on schema foyer to foyer_system;
alter function lost_ai_calls owner to foyer_system;
alter function orgs_with_ai_ledger owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on ai_reservations, ai_usage to foyer_system;
revoke execute on function lost_ai_calls, orgs_with_ai_ledger from public;
grant execute on function lost_ai_calls, orgs_with_ai_ledger to foyer_app;

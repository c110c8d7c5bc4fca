-- Steps of workflows that reach outside and are no actions: requests, and questions to models.

alter table workflow_effects
  add column left_at timestamptz,            -- it is on its way, and how that ended is not known; null: it did not leave, or its end is known
  add column anew int not null default 0,    -- how often a person had it done anew: the key of the newest has it behind `~`
  add column answer jsonb,                   -- what was paid for before the step ended, or what a person says was answered
  add column cost_nano bigint;               -- of a model: what it did cost, or may cost at most
create index workflow_effects_cost on workflow_effects (org_id, workflow_id, node, began_at) where cost_nano is not null;
create index workflow_runs_paused on workflow_runs (org_id, reason_code) where state = 'paused';
create index ai_ledger_of_workflows on ai_ledger (org_id, request_id) where feature = 'workflow';

/* What requests of workflows are sent with. Sealed; it leaves for its own origin and no other. */
create table workflow_credentials (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,
  origin text not null,                      -- `https://api.example.com`
  header text not null,
  secret_sealed text not null,
  saved_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index workflow_credentials_by_name on workflow_credentials (org_id, lower(name));

grant select, insert, update, delete on workflow_credentials to foyer_app;
call keep_tenants_apart('workflow_credentials');

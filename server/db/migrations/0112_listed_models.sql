-- What the providers of a workspace said of their models when they were asked last. Over what Foyer knows of them, and under what an owner says.
create table ai_listed_models (
  org_id uuid not null references orgs,
  model text not null check (length(model) between 1 and 100),
  provider text not null,
  title text check (length(title) <= 200),
  context_tokens int check (context_tokens > 0),
  max_output_tokens int check (max_output_tokens > 0),
  ends_on date,                             -- null: its provider announced none
  listed_at timestamptz not null default now(),
  primary key (org_id, model)
);

grant select, insert, update, delete on ai_listed_models to foyer_app;
call keep_tenants_apart('ai_listed_models');

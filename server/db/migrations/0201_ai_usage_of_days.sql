-- Usage of AI by day without its persons, kept beside that with them: a year of 40 people is 3,000 rows to be read in place of 44,000.

create table ai_usage_days (
  org_id uuid not null references orgs,
  day date not null,                         -- of the workspace's clock
  feature text not null,
  provider text not null,
  model text not null,
  calls int not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_nano bigint not null,
  estimated_nano bigint not null,            -- of that, what no provider told
  primary key (org_id, day, feature, provider, model)
);

grant select, insert, update, delete on ai_usage_days to foyer_app;
call keep_tenants_apart('ai_usage_days');

insert into ai_usage_days (org_id, day, feature, provider, model, calls, input_tokens, output_tokens, cost_nano, estimated_nano)
select org_id, day, feature, provider, model, sum(calls), sum(input_tokens), sum(output_tokens), sum(cost_nano), sum(estimated_nano)
from ai_usage group by 1, 2, 3, 4, 5;

/* By a trigger: servers of before write ai_usage alone. Those who write it hold the books of their workspace (`lockBudgets`). */
create function sum_ai_usage() returns trigger language plpgsql set search_path = foyer, pg_temp as $$
begin
  -- A backup has both tables.
  if current_setting('foyer.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update ai_usage_days d set calls = d.calls - g.calls, input_tokens = d.input_tokens - g.input_tokens,
      output_tokens = d.output_tokens - g.output_tokens, cost_nano = d.cost_nano - g.cost_nano,
      estimated_nano = d.estimated_nano - g.estimated_nano
    from (
      select org_id, day, feature, provider, model, sum(calls) as calls, sum(input_tokens) as input_tokens,
        sum(output_tokens) as output_tokens, sum(cost_nano) as cost_nano, sum(estimated_nano) as estimated_nano
      from usage_before group by 1, 2, 3, 4, 5) g
    where d.org_id = g.org_id and d.day = g.day and d.feature = g.feature and d.provider = g.provider and d.model = g.model;
  end if;
  if tg_op <> 'DELETE' then
    insert into ai_usage_days as d (org_id, day, feature, provider, model, calls, input_tokens, output_tokens, cost_nano, estimated_nano)
    select org_id, day, feature, provider, model, sum(calls), sum(input_tokens), sum(output_tokens), sum(cost_nano), sum(estimated_nano)
    from usage_after group by 1, 2, 3, 4, 5
    on conflict (org_id, day, feature, provider, model) do update set calls = d.calls + excluded.calls,
      input_tokens = d.input_tokens + excluded.input_tokens, output_tokens = d.output_tokens + excluded.output_tokens,
      cost_nano = d.cost_nano + excluded.cost_nano, estimated_nano = d.estimated_nano + excluded.estimated_nano;
  end if;
  return null;
end $$;
create trigger sum_added_ai_usage after insert on ai_usage referencing new table as usage_after
  for each statement execute function sum_ai_usage();
create trigger sum_changed_ai_usage after update on ai_usage referencing old table as usage_before new table as usage_after
  for each statement execute function sum_ai_usage();
create trigger sum_removed_ai_usage after delete on ai_usage referencing old table as usage_before
  for each statement execute function sum_ai_usage();

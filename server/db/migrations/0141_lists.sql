-- What the sorts and filters of lists walk: each index ends with the id, so that a page goes on where the one before it ended (decision
-- 0117). Names in the order of a dictionary, by a collation: under row-level security no function gets into an index condition that is
-- not leakproof, and lower() is not; the comparison of texts is.

/* With those that have none: who owns no lead is looked for as often as what one owns. */
drop index leads_of_owner;
create index leads_of_owner on leads (org_id, owner_id, id);

create index contacts_by_name on contacts (org_id, full_name collate "und-x-icu", id) where root_id is null;
create index contacts_by_subscription on contacts (org_id, subscription, id) where subscription <> 'none';

create index companies_in_order on companies (org_id, name collate "und-x-icu", id);

create index deals_by_name on deals (org_id, name collate "und-x-icu", id);
create index deals_by_value on deals (org_id, currency, value_minor, id);
create index deals_by_close on deals (org_id, close_on, id);
create index deals_by_stage_since on deals (org_id, stage_since, id);
create index deals_by_closed on deals (org_id, closed_at, id);
create index deals_by_state on deals (org_id, state, id);
create index deals_by_owner on deals (org_id, assigned_to, id);
create index deals_by_stage on deals (org_id, stage_id, id);

create index tasks_by_due on tasks (org_id, due_at, id);
create index tasks_by_done on tasks (org_id, done_at, id);
create index tasks_by_owner on tasks (org_id, assigned_to, id);

create index invoices_by_client on invoices (org_id, client_name collate "und-x-icu", id);
create index invoices_by_number on invoices (org_id, number, id);
create index invoices_by_due on invoices (org_id, due_on, id);
create index invoices_by_total on invoices (org_id, currency, total_minor, id);
create index invoices_by_paid on invoices (org_id, paid_at, id);

/* Records by a number or a text of a field of the workspace's own, from one value and record to another, both included, in order. Functions of
   foyer_system, because neither numeric comparison nor lower() is leakproof. */
create function records_by_number(of_field uuid, low numeric, low_id uuid, high numeric, high_id uuid, is_descending boolean, most int)
returns table (record_id uuid, number_value numeric) language plpgsql stable security definer
set search_path = foyer, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare org uuid := nullif(current_setting('foyer.org', true), '')::uuid;
begin
  if is_descending then
    return query select v.record_id, v.number_value from field_values v
      where v.org_id = org and v.field_id = of_field and v.number_value is not null
        and (v.number_value, v.record_id) >= (low, low_id) and (v.number_value, v.record_id) <= (high, high_id)
      order by v.number_value desc, v.record_id desc limit most;
  else
    return query select v.record_id, v.number_value from field_values v
      where v.org_id = org and v.field_id = of_field and v.number_value is not null
        and (v.number_value, v.record_id) >= (low, low_id) and (v.number_value, v.record_id) <= (high, high_id)
      order by v.number_value, v.record_id limit most;
  end if;
end $$;

/* By bytes, whatever collation the database has: a range up to the highest character holds all that begin with a text. */
create function records_by_text(of_field uuid, low text, low_id uuid, high text, high_id uuid, is_descending boolean, most int)
returns table (record_id uuid, text_key text) language plpgsql stable security definer
set search_path = foyer, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare org uuid := nullif(current_setting('foyer.org', true), '')::uuid;
begin
  if is_descending then
    return query select v.record_id, lower(left(v.text_value, 200)) collate "C" from field_values v
      where v.org_id = org and v.field_id = of_field and v.text_value is not null
        and (lower(left(v.text_value, 200)) collate "C", v.record_id) >= (low, low_id) and (lower(left(v.text_value, 200)) collate "C", v.record_id) <= (high, high_id)
      order by lower(left(v.text_value, 200)) collate "C" desc, v.record_id desc limit most;
  else
    return query select v.record_id, lower(left(v.text_value, 200)) collate "C" from field_values v
      where v.org_id = org and v.field_id = of_field and v.text_value is not null
        and (lower(left(v.text_value, 200)) collate "C", v.record_id) >= (low, low_id) and (lower(left(v.text_value, 200)) collate "C", v.record_id) <= (high, high_id)
      order by lower(left(v.text_value, 200)) collate "C", v.record_id limit most;
  end if;
end $$;

grant create on schema foyer to foyer_system;
alter function records_by_number owner to foyer_system;
alter function records_by_text owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function records_by_number, records_by_text from public;
grant execute on function records_by_number, records_by_text to foyer_app;

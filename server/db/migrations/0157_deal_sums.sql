-- What the board and the list of pipelines say of each stage, without reading its deals (decision 0136).

/* Deals that are neither in the bin nor part of another one, counted and summed up by what boards count them by. What a statement changes
   is added as rows of its own, in its transaction: no two wait for each other, however many deals of a stage change at once, and the sum of
   both tables is exact at any moment. A job adds those up (compact_deal_sums). The chance of the stage itself is not in here: it is
   multiplied when it is read. */
create table deal_sums (
  org_id uuid not null,
  id uuid not null default uuidv7(),
  stage_id uuid not null,
  state text not null,
  assigned_to uuid,
  currency text,
  chance smallint,                          -- the deal's own
  count int not null,
  minor numeric not null,
  primary key (org_id, id)
);
create unique index deal_sums_once on deal_sums (org_id, stage_id, state, assigned_to, currency, chance) nulls not distinct;
create index deal_sums_empty on deal_sums (org_id) where count = 0 and minor = 0;

create table deal_sum_changes (
  org_id uuid not null,
  id uuid not null default uuidv7(),
  stage_id uuid not null,
  state text not null,
  assigned_to uuid,
  currency text,
  chance smallint,
  count int not null,
  minor numeric not null,
  primary key (org_id, id)
);

grant select, insert, update, delete on deal_sums, deal_sum_changes to foyer_app;
call keep_tenants_apart('deal_sums', 'deal_sum_changes');
grant update, delete on deal_sums to foyer_system;
grant update, delete on deal_sum_changes to foyer_system; -- update: to lock them

create function sum_changed_deals() returns trigger language plpgsql security definer set search_path = foyer, pg_temp as $$
begin
  -- A backup has both tables.
  if current_setting('foyer.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into deal_sum_changes (org_id, stage_id, state, assigned_to, currency, chance, count, minor)
    select org_id, stage_id, state, assigned_to, currency, chance, count(*), coalesce(sum(value_minor), 0)
    from deals_after where deleted_at is null and state <> 'linked' group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into deal_sum_changes (org_id, stage_id, state, assigned_to, currency, chance, count, minor)
    select org_id, stage_id, state, assigned_to, currency, chance, -count(*), -coalesce(sum(value_minor), 0)
    from deals_before where deleted_at is null and state <> 'linked' group by 1, 2, 3, 4, 5, 6;
  else
    insert into deal_sum_changes (org_id, stage_id, state, assigned_to, currency, chance, count, minor)
    select org_id, stage_id, state, assigned_to, currency, chance, sum(n), coalesce(sum(n * value_minor), 0) from (
      select org_id, stage_id, state, assigned_to, currency, chance, value_minor, -1 as n from deals_before
      where deleted_at is null and state <> 'linked'
      union all
      select org_id, stage_id, state, assigned_to, currency, chance, value_minor, 1 from deals_after
      where deleted_at is null and state <> 'linked') changed
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 or sum(n * value_minor) <> 0;
  end if;
  return null;
end $$;
create trigger sum_added_deals after insert on deals referencing new table as deals_after
  for each statement execute function sum_changed_deals();
create trigger sum_changed_deals after update on deals referencing old table as deals_before new table as deals_after
  for each statement execute function sum_changed_deals();
create trigger sum_removed_deals after delete on deals referencing old table as deals_before
  for each statement execute function sum_changed_deals();

insert into deal_sums (org_id, stage_id, state, assigned_to, currency, chance, count, minor)
select org_id, stage_id, state, assigned_to, currency, chance, count(*), coalesce(sum(value_minor), 0)
from deals where deleted_at is null and state <> 'linked' group by 1, 2, 3, 4, 5, 6;

/* Adds up changes of all workspaces, in the order of the primary key; answers how many those were. Several may do so at once: rows of sums
   are locked in one order. */
create function compact_deal_sums(most int) returns int language plpgsql security definer set search_path = foyer, pg_temp as $$
declare done int;
begin
  with taken as (
    delete from deal_sum_changes c using (
      select org_id, id from deal_sum_changes order by org_id, id limit most for update skip locked) o
    where c.org_id = o.org_id and c.id = o.id returning c.*),
  added as (
    insert into deal_sums as s (org_id, stage_id, state, assigned_to, currency, chance, count, minor)
    select org_id, stage_id, state, assigned_to, currency, chance, sum(count), sum(minor) from taken
    group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0 or sum(minor) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (org_id, stage_id, state, assigned_to, currency, chance) do update
      set count = s.count + excluded.count, minor = s.minor + excluded.minor)
  select count(*) into done from taken;
  delete from deal_sums where count = 0 and minor = 0;
  return done;
end $$;

grant create on schema foyer to foyer_system;
alter function sum_changed_deals owner to foyer_system;
alter function compact_deal_sums owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function compact_deal_sums, sum_changed_deals from public;
grant execute on function compact_deal_sums, sum_changed_deals to foyer_app;

/* A column of the board of one member, who may have few deals in it. */
create index deals_of_stage_and_person on deals (org_id, stage_id, assigned_to, rank, id) where state <> 'linked';

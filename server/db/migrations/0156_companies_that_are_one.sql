-- Companies that are one: who stands for whom, which pairs may be one, and what a member said of them. And what uploads, moves and removals
-- have to remember to be taken back, or not to be kept.

-- As of contacts (0018): nothing moves when two companies are merged. The source points at the target, and what is read of a company is
-- read of its whole group. So nothing can be lost or doubled by it, and undoing takes the pointer away.
alter table companies add column merged_into uuid;  -- the company that this one was merged into; an edge of a tree
alter table companies add column root_id uuid;      -- the top of that tree; null: this one. Kept with every merge and undo
alter table companies add check ((merged_into is null) = (root_id is null)), add check (merged_into <> id);
create index companies_of_group on companies (org_id, root_id) where root_id is not null;

create table company_merges (
  org_id uuid not null references orgs,
  id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  filled jsonb not null default '{}',       -- what the target has from the source: {field: value}
  reason text,
  person_id uuid,                           -- null: a key, or a workflow
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (org_id, id),
  check (source_id <> target_id)
);
create unique index company_merges_standing on company_merges (org_id, source_id) where undone_at is null;
create index company_merges_of_target on company_merges (org_id, target_id, id);

/* Locks every record of the groups of these companies until the transaction ends, in the order of their ids; tries again where a group
   changed while it waited. As lock_merge_groups (0051). */
create function lock_company_groups(org uuid, ids uuid[]) returns setof companies language plpgsql as $$
declare
  locked companies[];
  present uuid[];
begin
  loop
    begin
      with roots as materialized (
        select distinct case when c.root_id is null then c.id else c.root_id end as id from companies c where c.org_id = org and c.id = any(ids)),
      members as materialized (
        select r.id from roots r
        union
        select c.id from companies c where c.org_id = org and c.root_id in (select r.id from roots r))
      select coalesce(array_agg(held.record), '{}') into locked from (
        -- Not FOR UPDATE: contacts and deals that refer to a company go on being written.
        select c as record from companies c where c.org_id = org and c.id = any(array(select m.id from members m)) order by c.id
        for no key update of c) held;
      with roots as materialized (
        select distinct case when c.root_id is null then c.id else c.root_id end as id from companies c where c.org_id = org and c.id = any(ids))
      select coalesce(array_agg(now.id order by now.id), '{}') into present from (
        select r.id from roots r
        union
        select c.id from companies c where c.org_id = org and c.root_id in (select r.id from roots r)) now;
      if present <> array(select l.id from unnest(locked) l) then
        raise sqlstate 'FY001';
      end if;
      exit;
    exception when sqlstate 'FY001' then
      continue;
    end;
  end loop;
  return query select l.* from unnest(locked) l;
end $$;

/* As in 0054; who writes from the domain of a company that was merged works for the one that stands for it. */
create or replace function find_employers(org uuid, people jsonb)
returns table (contact_id uuid, company_id uuid) language plpgsql as $$
#variable_conflict use_column
begin
  insert into companies (org_id, id, name, domain)
  select distinct on (p.domain) org, p.company_id, p.name, p.domain
  from jsonb_to_recordset(people) as p (contact_id uuid, company_id uuid, domain text, name text)
  where not exists (select from companies c where c.org_id = org and c.domain = p.domain)
  order by p.domain, p.company_id
  on conflict do nothing;
  -- A statement of its own: it sees what another has made meanwhile.
  return query
    update contacts c set company_id = case when k.root_id is null then k.id else k.root_id end
    from jsonb_to_recordset(people) as p (contact_id uuid, domain text), companies k
    where c.org_id = org and c.id = p.contact_id and k.org_id = org and k.domain = p.domain
    returning c.id, c.company_id;
end $$;

/* What a company is compared by, as digests: of its whole group, under the one that stands for it. `brand` makes no pair: it says that two are different. */
create table company_match_keys (
  org_id uuid not null references orgs,
  company_id uuid not null,
  key uuid not null,
  reason text not null check (reason in ('number', 'domain', 'name', 'brand')),
  primary key (org_id, company_id, key)
);
create index company_match_keys_by_key on company_match_keys (org_id, key, company_id);

/* Pairs of both kinds, each with an id of its own kind. */
alter table duplicate_pairs add column kind text not null default 'contact' check (kind in ('contact', 'company'));
drop index duplicate_pairs_open;
create index duplicate_pairs_open on duplicate_pairs (org_id, kind, strength, one_id, other_id) where state = 'open';

/* Companies of earlier versions that are not compared yet. */
create table unmatched_companies (
  org_id uuid not null references orgs,
  id uuid not null,
  primary key (org_id, id)
);
insert into unmatched_companies (org_id, id) select c.org_id, c.id from companies c join orgs o on o.org_id = c.org_id;

grant select, insert, update, delete on company_merges, company_match_keys, unmatched_companies to foyer_app;
call keep_tenants_apart('company_merges', 'company_match_keys', 'unmatched_companies');

/* The next workspace in which contacts or companies are to be compared. */
create or replace function next_org_of_unmatched(after uuid)
returns uuid language sql stable security definer set search_path = foyer, pg_temp
as $$
  select least(
    (select u.org_id from unmatched_contacts u where u.org_id > after order by u.org_id limit 1),
    (select u.org_id from unmatched_companies u where u.org_id > after order by u.org_id limit 1))
$$;
grant select on unmatched_companies to foyer_system;

-- ── Uploads, moves, the request log ─────────────────────────────────────────────────────────────────────────────────

/* A value that a file filled, and no member has said since: it keeps no contact whose upload is undone. */
alter table field_values add column upload_id uuid;

/* How a deal stood before a move, to the microsecond: undoing the move brings it back. Null: of a move of an earlier version. */
alter table deal_moves add column before_rank text;
alter table deal_moves add column before_stage_since timestamptz;
alter table deal_moves add column before_closed_at timestamptz;
alter table deal_moves add column before_lost_reason text;

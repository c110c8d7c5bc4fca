-- Fewer rows and index entries for a lead: what a contact is found by stands in the contact's own row, and the request that made a
-- lead in the lead's. Six rows become three.

-- ── What a contact is found by ──────────────────────────────────────────────────────────────────────────────────

-- Digests of organization, kind and normalized value, one of each kind. Where each comes from as in 0030.
alter table contacts
  add column email_key uuid,
  add column email_proof text check (email_proof in ('added', 'message', 'member')),
  add column phone_key uuid,
  add column phone_proof text check (phone_proof in ('added', 'message', 'member')),
  add column whatsapp_key uuid,
  add column whatsapp_proof text check (whatsapp_proof in ('added', 'message', 'member')),
  add column whatsapp_user_id text;         -- business-scoped; an address and a number stand beside their keys

-- Key first: the one index that can serve the look-up, so that a plan made on empty tables is the right one for ever. Partial: a
-- contact has one or two of them; and a change of them does not wait for leads that refer to the contact.
create unique index contacts_by_email_key on contacts (email_key, org_id) where email_key is not null;
create unique index contacts_by_phone_key on contacts (phone_key, org_id) where phone_key is not null;
create unique index contacts_by_whatsapp_key on contacts (whatsapp_key, org_id) where whatsapp_key is not null;

grant insert (email_key, email_proof, phone_key, phone_proof, whatsapp_key, whatsapp_proof, whatsapp_user_id),
      update (email_key, email_proof, phone_key, phone_proof, whatsapp_key, whatsapp_proof, whatsapp_user_id) on contacts to foyer_system;

-- The keys of before are moved by a job, a few hundred contacts at a time, and those of a contact at once where it is needed. A key is
-- in one of both places; nothing is written here any more.
alter table contact_keys rename to contact_keys_before;
alter table contact_keys_before rename constraint contact_keys_of_contact to contact_keys_before_of_contact;
alter index contact_keys_pkey rename to contact_keys_before_pkey;

create or replace function forget_contact_keys() returns trigger language plpgsql set search_path = foyer, pg_temp as $$
begin
  delete from contact_keys_before k using gone g where k.org_id = g.org_id and k.contact_id = g.id;
  return null;
end
$$;

/* What contacts are found by, a row each. Its writers write the contact's row. */
create view contact_keys with (security_invoker = true) as
  select email_key as key, org_id, id as contact_id, 'email' as kind, null::text as value, email_proof as proof
  from contacts where email_key is not null
  union all
  select phone_key, org_id, id, 'phone', null, phone_proof from contacts where phone_key is not null
  union all
  select whatsapp_key, org_id, id, 'whatsapp', whatsapp_user_id, whatsapp_proof from contacts where whatsapp_key is not null
  union all
  select key, org_id, contact_id, kind, value, proof from contact_keys_before;
comment on column contact_keys.value is 'null: an address and a number stand with the contact';
comment on column contact_keys.proof is 'null: a claim';
revoke all on contact_keys from foyer_app, foyer_system;
grant select on contact_keys to foyer_app, foyer_system;

/* Moves the keys of these contacts from contact_keys_before into their rows; answers how many there were. */
create function move_contact_keys(of_org uuid, of_contacts uuid[])
returns int language plpgsql security definer set search_path = foyer, pg_temp set enable_seqscan = off
as $$
declare moved int;
begin
  -- In one order for all who do so.
  perform from contacts c where c.org_id = of_org and c.id = any (of_contacts) order by c.id for no key update;
  with gone as (
    delete from contact_keys_before k where k.org_id = of_org and k.contact_id = any (of_contacts) returning k.*),
  keys as (
    select g.contact_id, count(*)::int as count,
      (array_agg(g.key) filter (where g.kind = 'email'))[1] as email_key, max(g.proof) filter (where g.kind = 'email') as email_proof,
      (array_agg(g.key) filter (where g.kind = 'phone'))[1] as phone_key, max(g.proof) filter (where g.kind = 'phone') as phone_proof,
      (array_agg(g.key) filter (where g.kind = 'whatsapp'))[1] as whatsapp_key,
      max(g.proof) filter (where g.kind = 'whatsapp') as whatsapp_proof, max(g.value) filter (where g.kind = 'whatsapp') as whatsapp_user_id
    from gone g group by g.contact_id),
  -- What a row has already is newer, and then nothing of that kind stood here: one of each kind, before as now.
  placed as (
    update contacts c set
      email_key = coalesce(c.email_key, k.email_key), email_proof = case when k.email_key is null then c.email_proof else k.email_proof end,
      phone_key = coalesce(c.phone_key, k.phone_key), phone_proof = case when k.phone_key is null then c.phone_proof else k.phone_proof end,
      whatsapp_key = coalesce(c.whatsapp_key, k.whatsapp_key),
      whatsapp_proof = case when k.whatsapp_key is null then c.whatsapp_proof else k.whatsapp_proof end,
      whatsapp_user_id = coalesce(c.whatsapp_user_id, k.whatsapp_user_id)
    from keys k where c.org_id = of_org and c.id = k.contact_id
    returning k.count)
  select coalesce(sum(p.count), 0) into moved from placed p;
  return moved;
end
$$;

insert into directory.backfills (name, kind) select 'contact_keys', 'contact' where exists (select from contact_keys_before);
grant delete on directory.backfills to foyer_system;

/* Whether keys have still to be moved. A row of its own says so: the table, half moved, is full of dead rows. */
create function has_contact_keys_before() returns boolean language sql stable security definer set search_path = foyer, directory, pg_temp
as $$ select exists (select from backfills where name = 'contact_keys') $$;

/* The organization after this one of which contact_keys_before still holds keys; null where there is none. */
create function next_org_of_contact_keys(after_org uuid)
returns uuid language sql stable security definer set search_path = foyer, pg_temp
as $$ select k.org_id from contact_keys_before k where k.org_id > after_org order by k.org_id limit 1 $$;

/* Ends the move and gives the room of the old table back, once nothing is in it. */
create function empty_contact_keys_before()
returns boolean language plpgsql security definer set search_path = foyer, directory, pg_temp set lock_timeout = '2s'
as $$
begin
  lock table contact_keys_before in access exclusive mode;
  if exists (select from contact_keys_before) then return false; end if;
  truncate contact_keys_before;
  delete from backfills where name = 'contact_keys';
  return true;
end
$$;
grant truncate on contact_keys_before to foyer_system;

/* Lets a contact be found by one more key, if it has none of that kind and nobody has it. Waits for a transaction that takes it at
   this moment: lead intake, which is the only one that takes keys without the lock of `lockIdentities`. */
create function claim_identity(of_org uuid, of_contact uuid, of_key uuid, of_kind text, of_value text, of_proof text)
returns boolean language plpgsql set search_path = foyer, pg_temp set enable_seqscan = off
as $$
begin
  if has_contact_keys_before() then
    if exists (select from contact_keys_before k where k.key = of_key and k.org_id = of_org) then return false; end if;
    perform move_contact_keys(of_org, array[of_contact]);
  end if;
  begin
    case of_kind
      when 'email' then
        update contacts set email_key = of_key, email_proof = of_proof
        where org_id = of_org and id = of_contact and email_key is null;
      when 'phone' then
        update contacts set phone_key = of_key, phone_proof = of_proof
        where org_id = of_org and id = of_contact and phone_key is null;
      when 'whatsapp' then
        update contacts set whatsapp_key = of_key, whatsapp_proof = of_proof, whatsapp_user_id = of_value
        where org_id = of_org and id = of_contact and whatsapp_key is null;
    end case;
    return found;
  exception when unique_violation then
    return false;
  end;
end
$$;

-- ── The request that made a lead ────────────────────────────────────────────────────────────────────────────────

-- The lead's id is the request's. What was received stands in `received`, as that of a file's row does: a body that was accepted is
-- UTF-8 without NUL. Leads of before refer to their row of `deliveries`, where new ones are only what made no lead.
alter table leads
  add column key_id uuid,                   -- of a lead that is its own request
  add column flags text[],                  -- unused:phone_number …; null for none
  add column replay_of uuid;                -- the rejected delivery that it mends
create index leads_of_key on leads (org_id, key_id, id) where key_id is not null;
-- The accepted ones of before; where there are none, they are not looked for among the refused.
create index deliveries_accepted on deliveries (org_id, id) where outcome = 'accepted';

/* Requests that made a lead, as `deliveries` has them. */
create view leads_as_deliveries with (security_invoker = true) as
  select org_id, id, key_id, received_at, 200::smallint as status, 'accepted' as outcome, null::text as code, null::text as field,
         null::text as message, coalesce(flags, '{}') as flags, convert_to(received, 'UTF8') as body, id as lead_id, replay_of,
         null::uuid as mended_by
  from leads where key_id is not null;

/* Every request with a valid key and its outcome. */
create view all_deliveries with (security_invoker = true) as
  select org_id, id, key_id, received_at, status, outcome, code, field, message, flags, body, lead_id, replay_of, mended_by from deliveries
  union all
  select org_id, id, key_id, received_at, status, outcome, code, field, message, flags, body, lead_id, replay_of, mended_by
  from leads_as_deliveries;
comment on column all_deliveries.code is 'null';
comment on column all_deliveries.field is 'null';
comment on column all_deliveries.message is 'null';
comment on column all_deliveries.body is 'null';
comment on column all_deliveries.lead_id is 'null';
comment on column all_deliveries.replay_of is 'null';
comment on column all_deliveries.mended_by is 'null';
revoke all on leads_as_deliveries, all_deliveries from foyer_app, foyer_system;
grant select on leads_as_deliveries, all_deliveries to foyer_app, foyer_system;

-- ── The statement of the intake ─────────────────────────────────────────────────────────────────────────────────

/* As in 0002 and 0030, with keys in the contact's row and the request in the lead's.

   Contacts that are known are written before new ones: who waits for a key, behind another process, holds no record that the
   other may want. */
create or replace function take_leads(
  ns int[], orgs uuid[], lead_ids uuid[], contact_ids uuid[], event_ids uuid[], delivery_ids uuid[], key_ids uuid[],
  dkeys uuid[], ekeys uuid[], pkeys uuid[], external_ids text[], sources text[], emails text[], phones text[],
  phones_e164 text[], full_names text[], companies text[], job_titles text[], notes text[], linkedin_urls text[],
  consents jsonb[], vias text[], upload_ids uuid[], upload_rows int[], bodies bytea[], flagss text[],
  replay_ofs uuid[], iks uuid[], payloads uuid[], quotas int[], has_quota boolean, has_ik boolean, month_start date, month_floor uuid)
returns table (n int, outcome text, lead_id uuid, contact_id uuid, conflict boolean, answer jsonb)
language plpgsql security definer
set search_path = foyer, directory, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  last int := cardinality(ns);
  -- By the place of the row in the parameters:
  verdicts text[];           -- its outcome
  seen uuid[];               -- the lead that had its external_id before
  known uuid[];              -- the contact that its address or number belongs to
  holders uuid[];            -- the contact that its lead stands with in the end
  gives_email boolean[];     -- whether its address, and its number, belong to nobody yet
  gives_phone boolean[];
  conflicts boolean[];       -- its external_id came before for somebody else, from elsewhere
  first_payloads uuid[];     -- what its Idempotency-Key came with the first time, and what was answered
  first_answers jsonb[];
  beyond_quota int[];        -- places of rows that would be new and for which the month has no room
begin
  if has_ik then
    delete from idempotency i where i.id = any(iks) and i.created_at < now() - interval '24 hours';
    select array_agg(f.payload), array_agg(f.answer) into first_payloads, first_answers
    from (select d.payload, d.answer from generate_series(1, last) as g(i)
          left join lateral (select x.payload, x.answer, x.org_id from idempotency x
                             where x.id = iks[g.i] offset 0) d on d.org_id = orgs[g.i]
          order by g.i) f;
  end if;

  if has_quota then
    insert into quota_usage (org_id, month, used)
    select o.org_id, month_start, (select count(*) from leads l where l.org_id = o.org_id and l.id >= month_floor and l.via <> 'demo')
    from (select distinct x.org_id from unnest(orgs, quotas) as x(org_id, quota) where x.quota is not null) o
    where not exists (select from quota_usage u where u.org_id = o.org_id and u.month = month_start)
    order by o.org_id
    on conflict do nothing;
    perform from quota_usage u where u.month = month_start and u.org_id = any(orgs) order by u.org_id for update;
    select array_agg(r.i) filter (where r.is_beyond) into beyond_quota
    from (
      select g.i, quotas[g.i] - u.used < row_number() over (partition by orgs[g.i] order by g.i) as is_beyond
      from generate_series(1, last) as g(i)
      join quota_usage u on u.org_id = orgs[g.i] and u.month = month_start
      left join lateral (select l.org_id from leads l where l.dkey = dkeys[g.i] offset 0) before on before.org_id = orgs[g.i]
      where quotas[g.i] is not null and first_payloads[g.i] is null and before.org_id is null
    ) r;
  end if;

  if exists (select from backfills where name = 'contact_keys') then
    perform move_contact_keys(m.org_id, array_agg(m.contact_id))
    from (select distinct k.org_id, k.contact_id from unnest(ekeys || pkeys, orgs || orgs) as x(key, org_id)
          cross join lateral (select b.org_id, b.contact_id from contact_keys_before b where b.key = x.key offset 0) k
          where k.org_id = x.org_id) m
    group by m.org_id;
  end if;

  select array_agg(r.verdict), array_agg(r.seen), array_agg(r.known), array_agg(r.holder), array_agg(r.gives_email),
         array_agg(r.gives_phone), array_agg(r.conflict)
  into verdicts, seen, known, holders, gives_email, gives_phone, conflicts
  from (
    select case when first_payloads[g.i] is not null then case when first_payloads[g.i] = payloads[g.i] then 'replayed' else 'mismatch' end
                when before.id is not null then 'deduplicated'
                when g.i = any(beyond_quota) then 'over_quota'
                else 'accepted' end as verdict,
           before.id as seen,
           coalesce(by_email.contact_id, by_phone.contact_id) as known,
           coalesce(before.contact_id, by_email.contact_id, by_phone.contact_id, contact_ids[g.i]) as holder,
           by_email.contact_id is null and ekeys[g.i] is not null as gives_email,
           by_phone.contact_id is null and pkeys[g.i] is not null as gives_phone,
           before.source <> sources[g.i]
             and coalesce(by_email.contact_id, by_phone.contact_id) is distinct from before.contact_id as conflict
    from generate_series(1, last) as g(i)
    left join lateral (select l.id, l.contact_id, l.source, l.org_id from leads l
                       where l.dkey = dkeys[g.i] offset 0) before on before.org_id = orgs[g.i]
    left join lateral (select c.id as contact_id, c.org_id from contacts c
                       where c.email_key = ekeys[g.i] offset 0) by_email on by_email.org_id = orgs[g.i]
    left join lateral (select c.id as contact_id, c.org_id from contacts c
                       where c.phone_key = pkeys[g.i] offset 0) by_phone on by_phone.org_id = orgs[g.i]
    order by g.i
  ) r;

  -- What a known contact lacks, the first of its leads that has it gives; shown as claimed, and a message that comes from there does
  -- not join the contact (`added`).
  if num_nonnulls(variadic known) > 0 then
    update contacts c
    set email = coalesce(c.email, emails[f.email]), phone = coalesce(c.phone, phones_e164[f.phone]),
        email_key = case when c.email is null and c.email_key is null then ekeys[f.email] else c.email_key end,
        email_proof = case when c.email is null and c.email_key is null and f.email is not null then 'added' else c.email_proof end,
        phone_key = case when c.phone is null and c.phone_key is null then pkeys[f.phone] else c.phone_key end,
        phone_proof = case when c.phone is null and c.phone_key is null and f.phone is not null then 'added' else c.phone_proof end,
        full_name = coalesce(c.full_name, f.full_name), company = coalesce(c.company, f.company),
        job_title = coalesce(c.job_title, f.job_title), linkedin_url = coalesce(c.linkedin_url, f.linkedin_url),
        updated_at = now()
    from (
      select orgs[i] as org_id, known[i] as id,
             min(i) filter (where gives_email[i]) as email, min(i) filter (where gives_phone[i]) as phone,
             (array_agg(full_names[i] order by i) filter (where full_names[i] is not null))[1] as full_name,
             (array_agg(companies[i] order by i) filter (where companies[i] is not null))[1] as company,
             (array_agg(job_titles[i] order by i) filter (where job_titles[i] is not null))[1] as job_title,
             (array_agg(linkedin_urls[i] order by i) filter (where linkedin_urls[i] is not null))[1] as linkedin_url
      from generate_series(1, last) as i where verdicts[i] = 'accepted' and known[i] is not null
      group by 1, 2
      order by 1, 2
    ) f
    where c.org_id = f.org_id and c.id = f.id
      and (c.email is null and f.email is not null or c.phone is null and f.phone is not null
        or c.full_name is null and f.full_name is not null or c.company is null and f.company is not null
        or c.job_title is null and f.job_title is not null or c.linkedin_url is null and f.linkedin_url is not null);
  end if;

  insert into contacts (org_id, id, email, email_key, phone, phone_key, full_name, company, job_title, linkedin_url)
  select orgs[i], contact_ids[i], emails[i], ekeys[i], phones_e164[i], pkeys[i], full_names[i], companies[i], job_titles[i], linkedin_urls[i]
  from generate_series(1, last) as i where verdicts[i] = 'accepted' and known[i] is null
  order by coalesce(ekeys[i], pkeys[i]);

  insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, job_title, note,
                     linkedin_url, metadata, consent, via, delivery_id, upload_id, upload_row, received, key_id, flags, replay_of)
  select orgs[i], lead_ids[i], holders[i], dkeys[i], external_ids[i], sources[i], emails[i], phones[i], phones_e164[i],
         full_names[i], job_titles[i], notes[i], linkedin_urls[i],
         case when companies[i] is null then '{}' else jsonb_build_object('company', companies[i]) end, consents[i], vias[i],
         nullif(delivery_ids[i], lead_ids[i]), upload_ids[i], upload_rows[i],
         case when delivery_ids[i] is null or delivery_ids[i] = lead_ids[i] then convert_from(bodies[i], 'UTF8') end,
         case when delivery_ids[i] = lead_ids[i] then key_ids[i] end,
         case when delivery_ids[i] = lead_ids[i] and flagss[i] <> '' then string_to_array(flagss[i], E'\n') end, replay_ofs[i]
  from generate_series(1, last) as i where verdicts[i] = 'accepted'
  order by dkeys[i];

  insert into events (org_id, id, type, subject_id, payload)
  select orgs[i], event_ids[i], 'lead.received', lead_ids[i],
         jsonb_build_object('lead_id', lead_ids[i], 'contact_id', holders[i], 'external_id', external_ids[i], 'source', sources[i])
  from generate_series(1, last) as i where verdicts[i] = 'accepted';

  -- A request that made a lead is the lead; a server of before gives the two their own ids, and has them here.
  if 'deduplicated' = any (verdicts) or 'replayed' = any (verdicts) or exists (
    select from generate_series(1, last) as i where delivery_ids[i] <> lead_ids[i] and verdicts[i] = 'accepted') then
    insert into deliveries (org_id, id, key_id, status, outcome, flags, body, lead_id, replay_of)
    select orgs[i], delivery_ids[i], key_ids[i], 200, verdicts[i],
           string_to_array(flagss[i], E'\n') ||
             case when conflicts[i] and verdicts[i] = 'deduplicated' then array['external_id_conflict'] else '{}' end,
           bodies[i],
           case verdicts[i] when 'accepted' then lead_ids[i] else coalesce(seen[i], (first_answers[i] ->> 'lead_id')::uuid) end,
           replay_ofs[i]
    from generate_series(1, last) as i
    where verdicts[i] in ('deduplicated', 'replayed') and delivery_ids[i] is not null
         or verdicts[i] = 'accepted' and delivery_ids[i] <> lead_ids[i];
  end if;

  if has_ik then
    insert into idempotency (id, org_id, payload, answer)
    select iks[i], orgs[i], payloads[i],
           jsonb_build_object('lead_id', case verdicts[i] when 'accepted' then lead_ids[i] else seen[i] end,
                              'contact_id', holders[i], 'deduplicated', verdicts[i] = 'deduplicated')
    from generate_series(1, last) as i where iks[i] is not null and verdicts[i] in ('accepted', 'deduplicated')
    order by iks[i];
  end if;

  if has_quota then
    update quota_usage q set used = q.used + c.leads
    from (select orgs[i] as org_id, count(*)::int as leads from generate_series(1, last) as i
          where verdicts[i] = 'accepted' and quotas[i] is not null group by 1) c
    where q.org_id = c.org_id and q.month = month_start;
  end if;

  return query
  select ns[i], verdicts[i], case verdicts[i] when 'accepted' then lead_ids[i] else seen[i] end,
         case when verdicts[i] in ('accepted', 'deduplicated') then holders[i] end, coalesce(conflicts[i], false), first_answers[i]
  from generate_series(1, last) as i;
end
$$;

grant create on schema foyer to foyer_system;
alter function move_contact_keys owner to foyer_system;
alter function has_contact_keys_before owner to foyer_system;
alter function next_org_of_contact_keys owner to foyer_system;
alter function empty_contact_keys_before owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function move_contact_keys, has_contact_keys_before, next_org_of_contact_keys, empty_contact_keys_before, claim_identity from public;
grant execute on function move_contact_keys, has_contact_keys_before, next_org_of_contact_keys, empty_contact_keys_before, claim_identity to foyer_app;
grant execute on function move_contact_keys to foyer_system;

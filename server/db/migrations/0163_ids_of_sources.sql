-- Ids that a webhook gives out are its own: two websites count their entries from one. And who is another person under a known id.

alter table lead_sources
  add column has_bare_ids boolean not null default false;  -- it brought leads by the ids of its sender alone, before 0163
update lead_sources set has_bare_ids = true where kind = 'webhook';

/* The source behind an address, with what its workspace sets. As find_lead_source, which servers of before call. */
create function lead_source_at(wanted text)
returns table (id uuid, org_id uuid, kind text, name text, settings jsonb, secret_sealed text, switched_off_at timestamptz,
               has_bare_ids boolean, rate_per_minute int, lead_quota_per_month int, default_country text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select s.id, s.org_id, s.kind, s.name, s.settings, s.secret_sealed, s.switched_off_at, s.has_bare_ids, o.key_rate_per_minute,
         o.lead_quota_per_month, o.default_country
  from lead_sources s join orgs o on o.org_id = s.org_id
  where s.address = wanted
$$;

/* Whether a source brought the lead of an external_id, given by its digest. */
create function is_lead_of_source(of_org uuid, of_source uuid, id_digest uuid)
returns boolean
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select exists (select from leads l where l.dkey = id_digest and l.org_id = of_org and l.key_id = of_source)
$$;

-- Requests whose external_id was that of another person: few, and looked for source by source.
create index deliveries_in_conflict on deliveries (org_id, key_id, id) where 'external_id_conflict' = any (flags);

/* As in 0119. What a source brings, or a replay, is in conflict with a lead of its external_id wherever it is of another person, whatever its
   source is called: services count their requests from one, and a mapping may point at what is the same in all of them. */
create or replace function take_leads(
  ns int[], orgs uuid[], lead_ids uuid[], contact_ids uuid[], event_ids uuid[], delivery_ids uuid[], key_ids uuid[],
  dkeys uuid[], ekeys uuid[], pkeys uuid[], external_ids text[], sources text[], emails text[], phones text[],
  phones_e164 text[], full_names text[], companies text[], job_titles text[], notes text[], linkedin_urls text[],
  consents jsonb[], metadatas jsonb[], vias text[], upload_ids uuid[], upload_rows int[], bodies bytea[], flagss text[],
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
  conflicts boolean[];       -- its external_id came before for somebody else
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
           case when vias[g.i] in ('source', 'replay') then
             -- By the address where both have one, else by the number; and by the contact, to whom several of each may belong.
             case when emails[g.i] is not null and before.email is not null
                  then lower(emails[g.i]) = lower(before.email) or by_email.contact_id = before.contact_id
                  else phones[g.i] = before.phone or phones_e164[g.i] = before.phone_e164
                       or coalesce(by_email.contact_id, by_phone.contact_id) = before.contact_id end is not true
           else
             before.source <> sources[g.i]
               and coalesce(by_email.contact_id, by_phone.contact_id) is distinct from before.contact_id
           end as conflict
    from generate_series(1, last) as g(i)
    left join lateral (select l.id, l.contact_id, l.source, l.email, l.phone, l.phone_e164, l.org_id from leads l
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
         coalesce(metadatas[i], '{}') || case when companies[i] is null then '{}' else jsonb_build_object('company', companies[i]) end,
         consents[i], vias[i],
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
alter function lead_source_at owner to foyer_system;
alter function is_lead_of_source owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function lead_source_at, is_lead_of_source from public;
grant execute on function lead_source_at, is_lead_of_source to foyer_app;

-- A claim is not a proof: what an unproven caller says of itself is kept beside the records, and joins nothing.

-- Where an identity of a contact comes from. Null: from what made the contact, a claim like any other. 'added': a later claim
-- filled a blank with it. 'message': a message came from there. 'member': a member entered or confirmed it.
alter table contact_keys add column proof text check (proof in ('added', 'message', 'member'));
update contact_keys k set proof = 'message'
where k.kind in ('phone', 'whatsapp')
  and exists (select from messages m where m.org_id = k.org_id and m.contact_id = k.contact_id and m.channel = 'whatsapp' and m.direction = 'in');

-- What an unproven caller says to be reached by, where it was not theirs to take: kept as said, and proposed to members.
create table contact_claims (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,                 -- the record of which it was said
  key uuid not null,                        -- as in contact_keys: whoever holds it may be the same person
  kind text not null check (kind in ('email', 'phone', 'whatsapp')),
  value text not null,                      -- as it was said
  source text not null,                     -- web_chat, prd, lead, voice, whatsapp
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  merge_id uuid,                            -- what accepting it joined
  primary key (org_id, id),
  unique (org_id, contact_id, key),
  foreign key (org_id, contact_id) references contacts (org_id, id) on delete cascade
);
create index contact_claims_of_key on contact_claims (org_id, key) where state = 'open';
create index contact_claims_open on contact_claims (org_id, id desc) where state = 'open';
grant select, insert, update, delete on contact_claims to foyer_app;
call keep_tenants_apart('contact_claims');

-- Words whose sender has proven nothing: the chat of a website, a form.
alter table messages add column is_unverified boolean not null default false;
update messages set is_unverified = true where channel = 'web_chat' and direction = 'in';
alter table conversations add column last_is_unverified boolean not null default false;
update conversations set last_is_unverified = true where channel = 'web_chat' and last_direction = 'in';

-- Until now a session could be joined to the contact whose address its visitor gave. It keeps what was written; what is
-- written next has a record of its own, and until then nothing is answered there.
update chat_sessions s set contact_id = null, deal_id = null
where s.claimed_email is not null
  and exists (select from contact_keys k where k.org_id = s.org_id and k.contact_id = s.contact_id);

-- What an anonymous caller is told in place of a deal's id, whose first half is the time at which it was made.
alter table deals add column public_id uuid not null default gen_random_uuid();
create unique index deals_by_public_id on deals (org_id, public_id);

-- First answers to what anybody may call, under an Idempotency-Key: nobody's, so key and payload count together.
create table directory.anonymous_answers (
  id uuid primary key,                      -- digest of action, key and payload
  answer jsonb,                             -- sealed; null while the first call is under way
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on directory.anonymous_answers to foyer_app;

/* As in 0002, with the origin of each identity. */
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
    left join lateral (select k.contact_id, k.org_id from contact_keys k
                       where k.key = ekeys[g.i] offset 0) by_email on by_email.org_id = orgs[g.i]
    left join lateral (select k.contact_id, k.org_id from contact_keys k
                       where k.key = pkeys[g.i] offset 0) by_phone on by_phone.org_id = orgs[g.i]
    order by g.i
  ) r;

  insert into contacts (org_id, id, email, phone, full_name, company, job_title, linkedin_url)
  select orgs[i], contact_ids[i], emails[i], phones_e164[i], full_names[i], companies[i], job_titles[i], linkedin_urls[i]
  from generate_series(1, last) as i where verdicts[i] = 'accepted' and known[i] is null;

  -- A contact that is known takes an address or a number only where it has none: shown as claimed, and a message that
  -- comes from there does not join the contact (`added`).
  insert into contact_keys (key, org_id, contact_id, kind, proof)
  select k.key, orgs[g.i], holders[g.i], k.kind, case when known[g.i] is not null then 'added' end
  from generate_series(1, last) as g(i)
  left join lateral (select c.email, c.phone from contacts c
                     where c.org_id = orgs[g.i] and c.id = known[g.i] offset 0) c on true
  cross join lateral (values (ekeys[g.i], 'email', gives_email[g.i] and c.email is null),
                             (pkeys[g.i], 'phone', gives_phone[g.i] and c.phone is null)) as k(key, kind, fits)
  where verdicts[g.i] = 'accepted' and k.fits
  order by k.key;

  insert into leads (org_id, id, contact_id, dkey, external_id, source, email, phone, phone_e164, full_name, job_title, note,
                     linkedin_url, metadata, consent, via, delivery_id, upload_id, upload_row, received)
  select orgs[i], lead_ids[i], holders[i], dkeys[i], external_ids[i], sources[i], emails[i], phones[i], phones_e164[i],
         full_names[i], job_titles[i], notes[i], linkedin_urls[i],
         case when companies[i] is null then '{}' else jsonb_build_object('company', companies[i]) end, consents[i], vias[i],
         delivery_ids[i], upload_ids[i], upload_rows[i], case when delivery_ids[i] is null then convert_from(bodies[i], 'UTF8') end
  from generate_series(1, last) as i where verdicts[i] = 'accepted'
  order by dkeys[i];

  insert into events (org_id, id, type, subject_id, payload)
  select orgs[i], event_ids[i], 'lead.received', lead_ids[i],
         jsonb_build_object('lead_id', lead_ids[i], 'contact_id', holders[i], 'external_id', external_ids[i], 'source', sources[i])
  from generate_series(1, last) as i where verdicts[i] = 'accepted';

  insert into deliveries (org_id, id, key_id, status, outcome, flags, body, lead_id, replay_of)
  select orgs[i], delivery_ids[i], key_ids[i], 200, verdicts[i],
         string_to_array(flagss[i], E'\n') ||
           case when conflicts[i] and verdicts[i] = 'deduplicated' then array['external_id_conflict'] else '{}' end,
         bodies[i],
         case verdicts[i] when 'accepted' then lead_ids[i] else coalesce(seen[i], (first_answers[i] ->> 'lead_id')::uuid) end,
         replay_ofs[i]
  from generate_series(1, last) as i
  where delivery_ids[i] is not null and verdicts[i] in ('accepted', 'deduplicated', 'replayed');

  -- What a known contact lacks, the first of its leads that has it gives.
  if num_nonnulls(variadic known) > 0 then
    update contacts c
    set email = coalesce(c.email, f.email), phone = coalesce(c.phone, f.phone),
        full_name = coalesce(c.full_name, f.full_name), company = coalesce(c.company, f.company),
        job_title = coalesce(c.job_title, f.job_title), linkedin_url = coalesce(c.linkedin_url, f.linkedin_url),
        updated_at = now()
    from (
      select orgs[i] as org_id, known[i] as id,
             (array_agg(emails[i] order by i) filter (where gives_email[i]))[1] as email,
             (array_agg(phones_e164[i] order by i) filter (where gives_phone[i]))[1] as phone,
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

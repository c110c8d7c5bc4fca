-- Signers: reminders by a rule, another signer in the place of one, the right person as a signer names them.

-- So many days after a signer was asked, and so many before the deadline (null: not then).
alter table sealing_settings
  add column remind_after int[] not null default '{3,7}' check (cardinality(remind_after) <= 5),
  add column remind_before int default 1 check (remind_before between 1 and 30);
-- Null: as the workspace does.
alter table templates
  add column remind_after int[] check (cardinality(remind_after) <= 5),
  add column remind_before int check (remind_before between 1 and 30);
alter table documents
  add column remind_after int[] not null default '{3,7}' check (cardinality(remind_after) <= 5),
  add column remind_before int default 1 check (remind_before between 1 and 30);

alter table document_signers
  add column reminders text[] not null default '{}',         -- those of the rule that were sent: `after-3`, `before-1`
  add column successor jsonb;                 -- who should sign, as the signer says: {"name","email","reason","at","refused"}

-- A code by email before the document is shown: of six digits, for ten minutes and five tries; who entered it has a pass for half a day.
alter table document_signers
  add column code text not null default 'none' check (code in ('none', 'email')),
  add column code_hash bytea check (length(code_hash) = 32),
  add column code_sent_at timestamptz,
  add column code_tries int not null default 0,
  add column pass_hash bytea check (length(pass_hash) = 32),
  add column pass_given_at timestamptz;

/* Signers of any workspace whom the rule reminds now. An hour after any other email about the document there is none. */
create function due_signer_reminders(most int)
returns table (org_id uuid, document_id uuid, signer_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$
  select d.org_id, d.id, s.id
  from documents d
  join document_signers s on s.org_id = d.org_id and s.document_id = d.id and s.state = 'asked'
  where d.status = 'pending_signature' and d.ends_at > now()
    and greatest(s.asked_at, s.reminded_at) < now() - interval '1 hour'
    and (exists (select from unnest(d.remind_after) as n where s.asked_at + make_interval(days => n) <= now()
        and not s.reminders @> array['after-' || n])
      -- Not of those who were asked after that day.
      or d.remind_before is not null and s.asked_at < d.ends_at - make_interval(days => d.remind_before)
        and d.ends_at - make_interval(days => d.remind_before) <= now()
        and not s.reminders @> array['before-' || d.remind_before])
  order by d.ends_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function due_signer_reminders owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select on document_signers to foyer_system;
revoke execute on function due_signer_reminders from public;
grant execute on function due_signer_reminders to foyer_app;

-- What follows when all have signed: {"deposit":{"percent"|"amountMinor","currency","taxRate"},"stageId"}. A document keeps the rule that it was sent with.
alter table templates add column when_signed jsonb;
alter table documents add column when_signed jsonb;
-- What was done of the rule of a document: each once, however often the event is told.
create table document_follow_ups (
  org_id uuid not null,
  document_id uuid not null,
  kind text not null check (kind in ('deposit', 'stage')),
  subject_id uuid,                           -- the invoice or the stage; null: a task says why there is none
  at timestamptz not null default now(),
  primary key (org_id, document_id, kind),
  foreign key (org_id, document_id) references documents on delete cascade
);
grant select, insert, update on document_follow_ups to foyer_app;
call keep_tenants_apart('document_follow_ups');

-- Which signer an email of a document is for, so that what became of it stands in the evidence and beside the signer, and goes when they are erased.
create table document_mails (
  org_id uuid not null,
  mail_id uuid not null,
  document_id uuid not null,
  signer_id uuid not null,
  kind text not null check (kind in ('request', 'reminder', 'code')),
  queued_at timestamptz not null default now(),
  state text check (state in ('delivered', 'bounced')),      -- null: on its way; a mail server accepted it, or none will
  primary key (org_id, mail_id),
  foreign key (org_id, document_id, signer_id) references document_signers on delete cascade
);
create index document_mails_of_signer on document_mails (org_id, document_id, signer_id, queued_at);
grant select, insert, update, delete on document_mails to foyer_app;
call keep_tenants_apart('document_mails');

-- Since when it is known that the newest email that asked them did not reach a mail server. Null: nothing is known to be wrong.
alter table document_signers add column undelivered_at timestamptz;

-- Labels of fields in which a value stands were stored with the signs of its hole. The values are the document's own.
update documents d set fields = (
  select jsonb_agg(case when f.field ->> 'label' ~ '[\ue000\ue001]' then jsonb_set(f.field, '{label}', to_jsonb((
      select string_agg(case
          when p.part ~ '^\ue000\d+\ue001$' then coalesce(d.replacements ->> (v.placeholders -> btrim(p.part, e'\ue000\ue001')::int ->> 'key'), '…')
          else p.part end, '' order by p.place)
      from regexp_matches(f.field ->> 'label', '\ue000\d+\ue001|[^\ue000]+', 'g') with ordinality as m (parts, place),
        lateral (select m.parts[1] as part, m.place) p
    ))) else f.field end order by f.place)
  from jsonb_array_elements(d.fields) with ordinality as f (field, place))
from template_versions v
where v.org_id = d.org_id and v.template_id = d.template_id and v.version = d.template_version
  and d.status = 'pending_signature' and d.fields::text ~ '[\ue000\ue001]';

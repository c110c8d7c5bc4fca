-- Every file that is kept, by its name in the store: written once, with its digest, and read again in its turn.
create table stored_files (
  org_id uuid not null references orgs,
  name text not null check (length(name) between 1 and 500),
  kind text not null check (kind in ('document', 'record', 'template', 'email', 'message', 'upload')),
  subject_id uuid not null,                  -- the document, the record, the template's file, the email's file, the message, the upload
  bytes bigint check (bytes >= 0),           -- null while it is on its way, or when it never came whole
  sha256 bytea check (length(sha256) = 32),  -- null for one from before digests were kept, until it is read
  place text check (place in ('folder', 's3')),
  stored_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),             -- read whole and compared
  fault text check (length(fault) <= 300),
  primary key (org_id, name),
  check ((bytes is null) = (place is null))
);
create index stored_files_of_subject on stored_files (org_id, kind, subject_id);
create index stored_files_unchecked on stored_files (org_id, checked_at) where bytes is not null;
create index stored_files_damaged on stored_files (org_id) where fault is not null;
grant select, insert, update, delete on stored_files to foyer_app;
call keep_tenants_apart('stored_files');

insert into stored_files (org_id, name, kind, subject_id, bytes, sha256, place, stored_at, checked_at, fault)
select org_id, name, 'document', document_id, bytes, sha256, 'folder', created_at, checked_at, fault from document_files
on conflict do nothing;
insert into stored_files (org_id, name, kind, subject_id, bytes, sha256, place, stored_at, checked_at)
select org_id, name, 'record', id, bytes, sha256, 'folder', created_at, created_at from seal_records
on conflict do nothing;
insert into stored_files (org_id, name, kind, subject_id, bytes, sha256, place, stored_at, checked_at)
select org_id, stored_as, 'template', id, bytes, sha256, 'folder', created_at, created_at from template_files
on conflict do nothing;
insert into stored_files (org_id, name, kind, subject_id, bytes, place, stored_at, checked_at)
select p.org_id, 'uploads/' || p.org_id || '/' || p.upload_id || '/' || p.id, 'upload', p.upload_id, p.bytes, 'folder', u.created_at, u.created_at
from upload_parts p join uploads u on u.org_id = p.org_id and u.id = p.upload_id where p.bytes is not null
on conflict do nothing;
insert into stored_files (org_id, name, kind, subject_id, bytes, sha256, place, stored_at, checked_at)
select m.org_id, a ->> 'file', 'message', m.id, (a ->> 'bytes')::bigint,
  case when a ->> 'sha256' ~ '^[A-Za-z0-9+/]{43}=$' then decode(a ->> 'sha256', 'base64') end, 'folder', m.at, m.at
from messages m, jsonb_array_elements(m.content -> 'attachments') a
where jsonb_typeof(m.content -> 'attachments') = 'array' and a ->> 'file' is not null and a ->> 'bytes' is not null
on conflict do nothing;

-- A part of an email's file has a name of its own: where it begins is no name, for one that was broken off began there too.
alter table mail_files add column part_names text[] not null default '{}';
update mail_files set part_names = coalesce((
  select array_agg('email-files/' || org_id || '/' || id || '/' || p.from_byte order by p.place)
  from unnest(parts) with ordinality as p(from_byte, place)), '{}');
insert into stored_files (org_id, name, kind, subject_id, bytes, place, stored_at, checked_at)
select f.org_id, n.name, 'email', f.id,
  coalesce(lead(f.parts[n.place]) over (partition by f.org_id, f.id order by n.place), f.received_bytes) - f.parts[n.place],
  'folder', f.created_at, f.created_at
from mail_files f, unnest(f.part_names) with ordinality as n(name, place)
on conflict do nothing;
alter table mail_files drop column parts;

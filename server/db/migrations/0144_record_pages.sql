-- The page of a company shows its people, its deals, and what happened with them.

create index contacts_of_company on contacts (org_id, company_id, id) where company_id is not null;
create index deals_of_company on deals (org_id, company_id, id) where company_id is not null;

-- A file is stored first and added to a record then: until that it has none. It belongs to who sent it.
alter table record_files alter column kind drop not null, alter column record_id drop not null;
alter table record_files add constraint record_files_of_record check ((kind is null) = (record_id is null));
create index record_files_waiting on record_files (org_id, created_at) where record_id is null;

alter table stored_files drop constraint stored_files_kind_check;
alter table stored_files add constraint stored_files_kind_check
  check (kind in ('document', 'record', 'template', 'email', 'message', 'upload', 'design', 'attachment'));

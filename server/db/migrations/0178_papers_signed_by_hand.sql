-- A paper that was signed by hand, uploaded for its document: once for the same bytes, as they came and as they are kept (without what acts in
-- a PDF). Its digest as it came recognises the copy that a person has.
alter table document_files
  add column given_sha256 bytea check (length(given_sha256) = 32),
  add constraint document_files_given check ((kind = 'uploaded') = (given_sha256 is not null));
create unique index document_files_uploaded on document_files (org_id, document_id, sha256) where kind = 'uploaded';
create unique index document_files_as_given on document_files (org_id, document_id, given_sha256) where kind = 'uploaded';

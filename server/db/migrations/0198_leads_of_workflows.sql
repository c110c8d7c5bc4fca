-- A lead that a workflow adds was not added by a person.
alter table leads drop constraint leads_via_check;
alter table leads add constraint leads_via_check
  check (via in ('api', 'upload', 'replay', 'demo', 'source', 'person', 'workflow')) not valid;

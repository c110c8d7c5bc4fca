/* Mails to an address. An index over lower(to_email) was never used by the app: under row-level security only functions that are leakproof
   may be asked by an index, and lower() is none. The address in lower case is a column, and comparing columns is. */
alter table mails add column to_address text generated always as (lower(to_email)) stored;
drop index mails_to;
create index mails_to on mails (org_id, to_address, id);

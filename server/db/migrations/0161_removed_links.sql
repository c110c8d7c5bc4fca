-- What was removed here for good is not read in again: of its link the id there is kept, and no value. And a record in the bin is left as it is;
-- what changed there meanwhile is read when it comes out.

alter table sync_links drop constraint sync_links_state_check;
alter table sync_links add constraint sync_links_state_check check (state in ('linked', 'gone', 'merged', 'removed')) not valid;

alter table sync_links add column is_behind boolean not null default false;  -- it was read while ours lay in the bin, and not taken
create index sync_links_behind on sync_links (org_id, connection_id, entity) where is_behind;

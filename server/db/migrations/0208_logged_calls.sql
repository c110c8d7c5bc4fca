/*
 * Calls that members made or took with their own telephone, and wrote down: of no provider. `outcome` is what they say of it, and no other call has one.
 * As notes do, one that was deleted can be restored for a while.
 */
alter table calls
  add column outcome text check (outcome in ('reached', 'left_message', 'no_answer', 'busy', 'wrong_number')),
  add column note text,
  add column edited_at timestamptz,
  add column deleted_at timestamptz;
create index calls_deleted on calls (org_id, deleted_at) where deleted_at is not null;

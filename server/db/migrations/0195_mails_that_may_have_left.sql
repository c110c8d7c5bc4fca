/*
 * A mail whose provider was given it, and did not say what became of it, may have left. It is tried again under its id, as before; where it is withdrawn or given
 * up, it is not said to have stayed. A reminder that was withdrawn so is in doubt, too.
 */
alter table mails add column may_have_left boolean not null default false;   -- until its provider says that it was sent
alter table booking_reminders drop constraint booking_reminders_state_check;
alter table booking_reminders add constraint booking_reminders_state_check
  check (state in ('waiting', 'sent', 'skipped', 'failed', 'uncertain'));

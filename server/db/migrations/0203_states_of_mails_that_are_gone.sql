/*
 * Steps after a booking stand as their email does. Emails are kept for 90 days, bookings for longer: what became of an email stays with its step. Without this
 * a step read “queued” for ever once its email was gone.
 */
create function keep_state_of_mails() returns trigger
language plpgsql
as $$
begin
  update booking_effects e set reason = coalesce(m.last_error, e.reason),
    state = case when m.state = 'sent' then 'done' when m.may_have_left then 'uncertain' else 'failed' end
  from mails_gone m
  where e.org_id = m.org_id and e.ref = m.id and e.kind in ('booker_mail', 'host_mail') and e.state = 'queued' and m.state in ('sent', 'failed');
  return null;
end
$$;
create trigger keep_state_of_mails after delete on mails referencing old table as mails_gone
  for each statement execute function keep_state_of_mails();

/* What a calendar page shows of several people: also events that take no time, and our own. A search by the start goes back two days;
   the few longer ones are looked up apart, as for busy times. */
create index calendar_events_shown on calendar_events (org_id, person_id, starts_at);
create index calendar_events_shown_long on calendar_events (org_id, person_id, ends_at)
  where ends_at - starts_at > interval '2 days';

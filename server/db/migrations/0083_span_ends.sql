/* Spans are found by their end. `during &&` alone reads every span that a host ever had: an operator on ranges is not leakproof, so
   under row-level security it is asked only after the row was read (1.3 ms of a booking at 1,500 spans a host, and growing). A span is
   shorter than two days: by its end, within two days, is all there can be. */
alter table booking_spans add column ends_at timestamptz not null generated always as (upper(during)) stored;
create index booking_spans_by_end on booking_spans (org_id, person_id, ends_at) where state in ('held', 'pending', 'confirmed');
/* The few holds: what has run out makes room. */
create index booking_spans_held on booking_spans (org_id, person_id, held_until) where state = 'held';

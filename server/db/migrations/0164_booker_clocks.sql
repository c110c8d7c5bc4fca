-- What a booker's wall showed when they were told the time of a meeting: the rules of their zone may change while those of the host's stay.

alter table bookings add column booker_wall_clock text;   -- null: told before this was kept

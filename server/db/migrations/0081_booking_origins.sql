-- The websites that may show booking pages in a frame, as browsers name their origins.
alter table orgs add column booking_origins text[] not null default '{}' check (cardinality(booking_origins) <= 50);

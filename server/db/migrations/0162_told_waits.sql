-- The time that a CRM told a sync to wait, or that it was paused for a person, does not count as standing still.
alter table sync_jobs add column waits_as_told boolean not null default false;  -- until it goes on: then its clock begins anew

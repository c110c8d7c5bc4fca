-- Refused and repeated requests are looked at by their outcome, newest first, and forgotten oldest first. Where nearly
-- everything is accepted they are few among many: found without walking past the rest, and nothing is added to the cost
-- of an accepted one.
create index deliveries_of_outcome on deliveries (org_id, outcome, id) where outcome <> 'accepted';

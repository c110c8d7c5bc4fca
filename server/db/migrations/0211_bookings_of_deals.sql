-- Meetings of a company are found through its contacts and its deals, each by its key.
create index bookings_of_deal on bookings (org_id, deal_id, id) where deal_id is not null;

-- Pairs of contacts that a number of six to ten of them proposed are compared anew: such a number is a switchboard's, and says nothing now.
insert into unmatched_contacts (org_id, id)
  select p.org_id, one.id from duplicate_pairs p cross join lateral (values (p.one_id), (p.other_id)) one (id)
  where p.kind = 'contact' and p.state = 'open' and 'phone' = any(p.reasons)
  on conflict do nothing;

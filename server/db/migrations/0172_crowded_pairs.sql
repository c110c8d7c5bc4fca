-- Pairs of duplicates that a key proposed before more than ten records had it are compared anew: such a key says nothing, and until now its
-- first pairs stayed. Of each workspace those that stand in open pairs, a few hundred.
insert into unmatched_contacts (org_id, id)
  select p.org_id, one.id from duplicate_pairs p cross join lateral (values (p.one_id), (p.other_id)) one (id)
  where p.kind = 'contact' and p.state = 'open'
  on conflict do nothing;
insert into unmatched_companies (org_id, id)
  select p.org_id, one.id from duplicate_pairs p cross join lateral (values (p.one_id), (p.other_id)) one (id)
  where p.kind = 'company' and p.state = 'open'
  on conflict do nothing;

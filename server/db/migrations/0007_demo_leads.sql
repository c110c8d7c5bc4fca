-- Whether there is demo data, and what to take away, without a look at every lead. Costs a real lead nothing.
create index leads_of_demo on leads (org_id, id) where via = 'demo';

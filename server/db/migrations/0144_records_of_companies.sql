-- The page of a company shows its people, its deals, and what happened with them.

create index contacts_of_company on contacts (org_id, company_id, id) where company_id is not null;
create index deals_of_company on deals (org_id, company_id, id) where company_id is not null;

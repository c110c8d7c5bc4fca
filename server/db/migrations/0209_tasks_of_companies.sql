-- A task can be about a company, with no contact or deal.
alter table tasks
  add column company_id uuid,
  add foreign key (org_id, company_id) references companies (org_id, id);
create index tasks_of_company on tasks (org_id, company_id, id) where company_id is not null;

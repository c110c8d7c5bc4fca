-- What credits were spent on: the people of a call, by the call.
drop index prospects_of_last_call;
create index prospects_of_last_call on prospects (org_id, last_call_id) where last_call_id is not null;

-- A call may be about a company in place of people.
alter table prospect_calls add company_id uuid;
alter table prospect_calls drop constraint prospect_calls_people_check;
alter table prospect_calls add constraint prospect_calls_people_check
  check (people between 0 and 10 and (people = 0) = (company_id is not null));
create index prospect_calls_of_company on prospect_calls (org_id, company_id, made_at) where company_id is not null;

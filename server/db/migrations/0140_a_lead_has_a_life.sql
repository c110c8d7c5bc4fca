-- A lead has a life: what is entered by hand, who waits for an answer, and what is new.

alter table leads drop constraint leads_via_check;
alter table leads add constraint leads_via_check check (via in ('api', 'upload', 'replay', 'demo', 'source', 'person')) not valid;

-- Whether its sender waits for an answer. Null: as it came (`lead_waits`): the rows of a file, the demo and what a member entered wait for none.
alter table leads add column waits boolean;
grant update (waits) on leads to foyer_app;
alter table uploads add column waits_for_answer boolean not null default false;

/* Whether the sender of a lead waits for a first answer, as long as it is new. */
create function lead_waits(waits boolean, via text) returns boolean
language sql immutable parallel safe
return coalesce(waits, via in ('api', 'source', 'replay'));

-- What is not new is not in it: a list of new leads is read from here, whatever became of a million others (decision 0116).
create index leads_new on leads (org_id, id) where state is null;
-- Those of an owner in one state; what is new among them too. By `case`: under row-level security PostgreSQL takes `coalesce` for something
-- that could leak, and reads no index by it.
create index leads_of_owner_in_state on leads (org_id, owner_id, (case when state is null then 'new' else state end), id)
  where owner_id is not null;

-- What had happened before leads had a state.
update leads l set state = 'deal', state_at = d.created_at
from (select distinct on (org_id, lead_id) org_id, lead_id, created_at from deals where lead_id is not null order by org_id, lead_id, id) d
where l.org_id = d.org_id and l.id = d.lead_id;
update leads l set state = 'contacted', state_at = r.responded_at, state_by = r.person_id
from lead_responses r where l.org_id = r.org_id and l.id = r.id and l.state is null;

-- Who came with a file waits for no answer, in a deal neither.
update deals d set response_due_at = null
from leads l where d.state = 'open' and d.responded_at is null and d.response_due_at is not null
  and l.org_id = d.org_id and l.id = d.lead_id and l.via = 'upload';

-- Names as they are compared while one is typed: by bytes, so that the beginning of a name is a span of the index.
alter table companies add column name_key text collate "C" generated always as (lower(name)) stored;
create index companies_by_name_key on companies (org_id, name_key, id);

-- What credits were spent on: the people of a call, by the call.
drop index prospects_of_last_call;
create index prospects_of_last_call on prospects (org_id, last_call_id) where last_call_id is not null;

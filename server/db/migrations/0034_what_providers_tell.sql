-- A request of a provider is read with the connection that proved it, whichever is used by then.
alter table inbox add column connection_id uuid;

-- Uploads that somebody should be working on and nobody is.
create index uploads_under_way on uploads (moved_at) where state in ('checking', 'importing', 'undoing');

/* Across organizations, longest silent first. */
create function stalled_uploads(silent_since timestamptz, most int)
returns table (org_id uuid, id uuid, state text)
language sql stable security definer set search_path = foyer, pg_temp
as $$
  select u.org_id, u.id, u.state from uploads u
  where u.state in ('checking', 'importing', 'undoing') and u.moved_at < silent_since order by u.moved_at limit most
$$;
grant create on schema foyer to foyer_system;
alter function stalled_uploads owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function stalled_uploads from public;
grant execute on function stalled_uploads to foyer_app;

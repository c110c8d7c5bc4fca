/* Whether a certificate is one that a workspace here has sealed with: for a look at a file that nobody knows. It says yes or no, and of which
   workspaces. */
create function orgs_sealing_with(certificate text)
returns table (org_id uuid) language sql stable security definer set search_path = foyer, pg_temp
as $$ select s.org_id from seal_identities s where s.fingerprint = certificate order by s.org_id limit 20 $$;
create index seal_identities_certificate on seal_identities (fingerprint);

grant create on schema foyer to foyer_system;
alter function orgs_sealing_with owner to foyer_system;
revoke create on schema foyer from foyer_system;
grant select (org_id, fingerprint) on seal_identities to foyer_system;
revoke execute on function orgs_sealing_with from public;
grant execute on function orgs_sealing_with to foyer_app;

import pg from 'pg'
import { appRole, type Target } from '../connect.ts'
import type { Connection } from './connection.ts'

/** As whom the server and the worker log in: a role that owns nothing and may do what `foyer_app` may. */
const serverRole = 'foyer_server'

/** The same database for servers: nothing that runs there can escalate to the owner role. */
export const servingAs = (embedded: Target): Target => ({ ...embedded, user: serverRole })

/** Makes the role where it is missing: in a new database, and in one of before. */
export const makeLogin = async (connection: Connection): Promise<void> => {
  const client = new pg.Client({ ...connection, application_name: 'foyer start', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
      if not exists (select from pg_roles where rolname = '${serverRole}') then create role ${serverRole} login; end if;
      if not pg_has_role('${serverRole}', '${appRole}', 'set') then grant ${appRole} to ${serverRole}; end if;
    end $$`)
  } finally {
    await client.end()
  }
}

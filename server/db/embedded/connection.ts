import pg from 'pg'
import { codeOf } from '../instance.ts'
import { BadDatabase } from '../migrate.ts'

/** The role that owns the embedded database. It is reachable only through the socket, whose folder is closed to others. */
export const owner = 'foyer_owner'
const database = 'foyer'

/** Everything is said, because `pg` would fill any gap from PGPORT, PGSSLMODE and the like. */
export interface Connection {
  readonly host: string
  readonly port: 5432
  readonly user: string
  readonly database: string
  readonly ssl: false
}

export const connectionTo = (socketDir: string): Connection => ({
  host: socketDir,
  port: 5432,
  user: owner,
  database,
  ssl: false,
})

/** Whether the database takes connections. Makes it in a server that has none yet. */
export const probe = async (connection: Connection): Promise<'ready' | 'away'> => {
  const code = await tryConnection(connection)
  if (code === undefined) return 'ready'
  if (code === noSuchDatabase) {
    const refused = await tryConnection({ ...connection, database: 'postgres' }, `create database ${database}`)
    if (refused !== undefined && refused !== duplicateDatabase)
      throw new BadDatabase(`The database ${database} cannot be created (PostgreSQL error ${refused}).`)
    return 'ready'
  }
  // Any other word from the server, such as that all connections are taken, comes from one that is up.
  return /^(57P|08)/.test(code) || !/^[0-9A-Z]{5}$/.test(code) ? 'away' : 'ready'
}

const noSuchDatabase = '3D000'
const duplicateDatabase = '42P04'

/** Answers undefined when it went well, else PostgreSQL's or the system's code of the error. */
const tryConnection = async (connection: Connection, statement?: string): Promise<string | undefined> => {
  const client = new pg.Client({ ...connection, application_name: 'foyer start', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    if (statement) await client.query(statement)
    await client.end()
    return undefined
  } catch (error) {
    await client.end().catch(() => {})
    return codeOf(error)
  }
}

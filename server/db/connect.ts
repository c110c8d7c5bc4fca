import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Where the database is: a socket folder of the embedded one, or the parts of a DATABASE_URL. */
export interface Target {
  readonly host?: string
  readonly user?: string
  readonly database?: string
  readonly connectionString?: string
}

/** The role that the server acts as: it neither owns the tables nor bypasses row-level security. */
export const appRole = 'foyer_app'
/** The role that reaches across organizations; it owns functions, and a backup reads as it. */
export const systemRole = 'foyer_system'

const parsers = new pg.TypeOverrides()
// Counts and sizes: beyond 2^53 nothing here can get.
parsers.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Settings of every connection. `role` at start-up is what RESET ROLE goes back to, so that nothing that runs later
 * can regain the rights of the role that logged in by resetting.
 */
export const connectionOptions = (
  target: Target,
  options: { application: string; role?: string | null; forgetful?: boolean },
): pg.ClientConfig => ({
  ...target,
  application_name: options.application,
  options: `-c search_path=foyer,directory${options.role === null ? '' : ` -c role=${options.role ?? appRole}`}${options.forgetful ? ' -c synchronous_commit=off' : ''}`,
  types: parsers,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
})

export interface Database {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  inOrg<T>(orgId: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const openDatabase = (
  target: Target,
  options: {
    application: string
    connections: number
    onError: (error: Error) => void
    role?: string
    /** A question that is not answered by then fails as `isDatabaseAway`, and its connection is thrown away. */
    queryTimeoutMs?: number
    /** Commits do not wait for the disk: for what may be lost with a power cut, such as the last half second of a rate limit. */
    forgetful?: boolean
  },
): Database => {
  const pool = new pg.Pool({
    ...connectionOptions(target, options),
    max: options.connections,
    ...(options.queryTimeoutMs !== undefined && { query_timeout: options.queryTimeoutMs }),
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: false,
  })
  pool.on('error', options.onError)
  // A client that is checked out when its connection dies raises 'error' on itself; unheard, that ends the process.
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    inOrg: (orgId, work) =>
      db.transaction().execute(async (transaction) => {
        await enterOrg(transaction, orgId)
        return work(transaction)
      }),
    async close() {
      await db.destroy()
      // Kysely ends only a pool that it has used itself.
      if (!pool.ended) await pool.end()
    },
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Binds the transaction to one organization. A literal: SET takes no parameters, so the form is checked here. */
export const enterOrg = async (transaction: Kysely<Tables>, orgId: string): Promise<void> => {
  if (!uuid.test(orgId)) throw new Error('not an organization id')
  await sql.raw(`set local foyer.org = '${orgId}'`).execute(transaction)
}

/** Whether an error means that the database is away rather than that it said no. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    // 08 connection, 57P0x shutting down or starting up, 53 out of resources (disk, memory, connections), 58 I/O
    if (/^(08|57P|53|58)/.test(code)) return true
    if (
      [
        'ECONNREFUSED',
        'ECONNRESET',
        'ENOENT',
        'EPIPE',
        'ETIMEDOUT',
        'ENOTFOUND',
        'EAI_AGAIN',
        'EMFILE',
        'ENFILE',
        '25006',
      ].includes(code)
    )
      return true
  }
  return /Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|server closed the connection|Connection ended/i.test(
    error.message,
  )
}

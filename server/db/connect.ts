import { type Compilable, Kysely, type PostgresCursor, PostgresDialect, type PostgresQueryResult, sql } from 'kysely'
import pg from 'pg'
import type { Opening } from './opening-statements.ts'
import { beginning, isStalePlan, makeReadBatching, undo } from './read-batching.ts'
import type { Tables } from './tables.ts'
import { makeTransactionReuse, sendTogether, sharedMs } from './transaction-reuse.ts'

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
// A date has no hour, and so no zone to be moved by.
parsers.setTypeParser(pg.types.builtins.DATE, String)

/**
 * A transaction that waits for its own process so long is ended by the database, and its locks with it: the process is frozen, or
 * its machine is gone. A mail's provider, the longest that anything waits for with a transaction open, has 30 s.
 */
const longestPauseMs = 45_000

/**
 * Settings of every connection. `role` at start-up is what RESET ROLE goes back to, so that nothing that runs later
 * can regain the rights of the role that logged in by resetting.
 */
export const connectionOptions = (
  target: Target,
  options: { application: string; role?: string | null; forgetful?: boolean; pauseMs?: number },
): pg.ClientConfig => ({
  ...target,
  application_name: options.application,
  options: `-c search_path=foyer,directory${options.role === null ? '' : ` -c role=${options.role ?? appRole}`}${options.forgetful ? ' -c synchronous_commit=off' : ''}${options.pauseMs ? ` -c idle_in_transaction_session_timeout=${options.pauseMs}` : ''}`,
  types: parsers,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
})

export interface Database {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  /** One transaction that sees the rows of one organization and no other. */
  inOrg<T>(orgId: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** One transaction; `opening` decides what it sees. `last` is a statement that leaves with the commit: one that fails undoes all. */
  transact<T, Opened>(
    opening: Opening<Opened>,
    work: (db: Kysely<Tables>, opened: Opened) => Promise<T>,
    last?: (db: Kysely<Tables>, result: T) => Compilable | null,
  ): Promise<T>
  close(): Promise<void>
}

/** A transaction outside any organization. */
export const outside: Opening<undefined> = { statement: null }

/** What brings the events of a transaction about: a step of a run, so many causes deep. */
export interface Cause {
  readonly run: string
  readonly workflow: string
  readonly depth: number
}

/** Of a call: what its events say brought them about, and the workflow, by its name, or the key that its rows have as their author. */
export interface Origin {
  readonly cause?: Cause | undefined
  readonly workflow?: string | undefined
  readonly keyId?: string | undefined
}

/**
 * A transaction in an organization; of its origin, whatever writes an event or a row in it says so (the defaults of `events.cause`, of
 * columns named `workflow`, and of those of `record_edits`).
 */
export const inside = (
  orgId: string,
  isRead = false,
  { cause, workflow, keyId }: Origin = {},
): Opening<undefined> & { readonly orgId: string } => ({
  orgId,
  statement: [
    `set local foyer.org = '${known(orgId)}'`,
    ...(cause && !isRead ? [`set local foyer.cause = '${causeText(cause)}'`] : []),
    ...(keyId !== undefined && !isRead ? [`set local foyer.key = '${known(keyId)}'`] : []),
    ...(workflow !== undefined && !isRead ? [`set local foyer.workflow = ${pg.escapeLiteral(workflow)}`] : []),
  ].join('; '),
  isRead,
})

const causeText = ({ run, workflow, depth }: Cause): string =>
  JSON.stringify({ run: known(run), workflow: known(workflow), depth: Math.trunc(depth) })

/** The same for a person: answers the role they have there now, or null when they have none any more. */
export const insideAs = (
  orgId: string,
  person: { readonly personId: string; readonly sessionId: string | null; readonly issuedAt: Date },
  isRead: boolean,
): Opening<string | null> => ({
  orgId,
  statement: `select enter_as('${known(orgId)}', '${known(person.personId)}', ${
    person.sessionId === null ? 'null' : `'${known(person.sessionId)}'`
  }, '${person.issuedAt.toISOString()}') as role`,
  isRead,
  read: ({ role }) => role as string | null,
})

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
    ...connectionOptions(target, { ...options, pauseMs: longestPauseMs }),
    max: options.connections,
    ...(options.queryTimeoutMs !== undefined && { query_timeout: options.queryTimeoutMs }),
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: false,
    // What is asked in one breath travels in one: BEGIN and the first statement of the work.
    pipeline: true,
  } as pg.PoolConfig)
  pool.on('error', options.onError)
  // A client that is checked out when its connection dies raises 'error' on itself; unheard, that ends the process.
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const onClient = new WeakMap<pg.PoolClient, Kysely<Tables>>()
  const boundOf = (client: pg.PoolClient): Kysely<Tables> => {
    const known = onClient.get(client) ?? boundTo(client)
    onClient.set(client, known)
    return known
  }
  const reuse = makeTransactionReuse(pool, options.connections)
  const readTogether = makeReadBatching(reuse, boundOf, options.connections)

  const transact: Database['transact'] = async (opening, work, last) => {
    if (opening.isRead && !opening.read) return readTogether(opening, (reader) => work(reader, undefined as never))
    const { client, open } = await reuse.acquire()
    let broken: Error | undefined
    try {
      if (!opening.read) sendTogether(client)
      const opened = client.query(beginning(opening, open)) as Promise<unknown>
      // One that failed makes everything behind it fail as well; what the caller hears is the cause.
      opened.catch((error: Error) => {
        broken = error
      })
      const result = await work(boundOf(client), opening.read?.(lastRow(await opened)) as never)
      if (broken) throw broken
      if (opening.isRead) reuse.giveBack(client, { orgId: opening.orgId, untilMs: performance.now() + sharedMs })
      else {
        const closing = last?.(boundOf(client), result)?.compile()
        // Of a transaction that failed, COMMIT is a rollback and no error: what failed before it is what counts.
        await Promise.all([closing && send(client, closing.sql, closing.parameters), client.query('commit')])
        reuse.giveBack(client, null)
      }
      return result
    } catch (error) {
      const cause = broken ?? error
      await undo(reuse, client, cause)
      throw cause
    }
  }

  return {
    db,
    pool,
    transact,
    inOrg: (orgId, work) => transact(inside(orgId), work),
    async close() {
      await db.destroy()
      // Kysely ends only a pool that it has used itself.
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * A transaction outside every workspace. A `Transaction` of Kysely is a `Kysely`, which its class says; to find that out table by table
 * takes the compiler most of a minute, so it is not asked.
 */
export const inTransaction = <T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().execute((transaction) => work(transaction as unknown as Kysely<Tables>))

const lastRow = (result: unknown): Record<string, unknown> => {
  const results = result as pg.QueryResult | pg.QueryResult[]
  return (Array.isArray(results) ? results.at(-1)?.rows[0] : undefined) ?? {}
}

/** Names of the statements that each connection keeps ready: planning one again costs more than running most of them. */
const names = new Map<string, string>()
/** Statements differ by the filters of a list and by little else; what comes beyond, such as lists of values, is planned each time. */
const mostNames = 500

/**
 * Stands in a statement that is planned each time that it is sent. A plan that is kept goes by the size that its tables had when it was made: made while a
 * workspace had no runs, one statement about 500 of its 100,000 took 71 s. To plan the longest such statement takes 4 ms; a lot of 500 runs takes 300.
 */
export const plannedAnew = '/* planned anew */'

const nameOf = (text: string): string | undefined => {
  if (text.includes(plannedAnew)) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `foyer_${names.size}`
  names.set(text, name)
  return name
}

/** What is asked in one breath leaves in one packet. */
const send = (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
  const name = values.length > 0 ? nameOf(text) : undefined
  sendTogether(client)
  // A query that is made here, in place of its parts: pg copies those with their descriptors, 20 µs a statement.
  return new Promise((done, fail) => {
    const query = new pg.Query(text, [...values], (error: Error | undefined, result) => (error ? fail(error) : done(result)))
    if (name !== undefined) Object.assign(query, { name })
    client.query(query)
  })
}

/** Kysely on a connection that is already in a transaction. */
const boundTo = (client: pg.PoolClient): Kysely<Tables> => {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('a single-round-trip transaction cannot use cursors')
    return send(client, text, values)
  }
  // One and the same: Kysely makes a connection of its own for each that it has not seen.
  const connection = { query, release: () => {} }
  const pool = { options: {}, connect: async () => connection, end: async () => {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Binds the transaction to one organization. A literal: SET takes no parameters, so the form is checked here. */
export const enterOrg = async (transaction: Kysely<Tables>, orgId: string): Promise<void> => {
  await sql.raw(`set local foyer.org = '${known(orgId)}'`).execute(transaction)
}

/** An id that may stand in a statement as it is. */
const known = (id: string): string => {
  const plain = id.toLowerCase()
  if (!uuid.test(plain)) throw new Error('not an id')
  return plain
}

/** Whether an error means that the database is away rather than that it said no. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (isStalePlan(error)) return true
  const code = (error as { code?: unknown }).code
  // 08 connection, 57P0x shutting down or starting up, 53 out of resources (disk, memory, connections), 58 I/O, 25006 read-only
  if (typeof code === 'string' && (/^(08|57P|53|58)/.test(code) || code === '25006')) return true
  if (isOfConnection(error)) return true
  return /Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|server closed the connection|Connection ended/i.test(
    error.message,
  )
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the socket of the embedded one
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
])
const connectionCalls = new Set(['connect', 'read', 'write', 'shutdown', 'getaddrinfo'])

/** The system spoke of a connection. Of files it has the same codes: one that is missing says nothing of the database. */
const isOfConnection = (error: Error): boolean => {
  // A name with several addresses, all of them tried.
  if (error instanceof AggregateError) return error.errors.some((each) => each instanceof Error && isOfConnection(each))
  const { code, syscall } = error as NodeJS.ErrnoException
  return connectionCodes.has(code ?? '') && connectionCalls.has(syscall ?? '') && !('path' in error)
}

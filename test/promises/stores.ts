import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { connectionOptions, type Target } from '#db/connect.ts'
import { makeLogin } from '#db/embedded/login.ts'
import { type Embedded, startEmbedded } from '#db/embedded.ts'
import { forgotten } from '#db/temporary-database.ts'
import { migrateAll } from '../../server/main.ts'
import { fillDataFolder } from '../support/prepared.ts'

/** A migrated PostgreSQL of a test's own, that it may end, fill up or starve. */
export interface OwnStore {
  readonly target: Target
  readonly dataDir: string
  readonly embedded: Embedded
  /** Which of these leads are stored. Asks as the owner, who sees all organizations. */
  missing(leadIds: Iterable<string>): Promise<string[]>
  query(text: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

export const startOwnStore = async (
  options: { folder?: string; settings?: Record<string, string> } = {},
): Promise<OwnStore> => {
  const dataDir = options.folder ?? mkdtempSync(path.join(os.tmpdir(), 'foyer-own-'))
  chmodSync(dataDir, 0o755)
  if (options.folder === undefined) fillDataFolder(dataDir)
  const embedded = await startEmbedded({
    dataDir,
    say: () => {},
    scratch: true,
    settings: { ...forgotten, ...options.settings },
  })
  await migrateAll(embedded.connection)
  // Processes that are started beside it log in as a start would have them.
  await makeLogin(embedded.connection)
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(connectionOptions(embedded.connection, { application: 'test', role: null }))
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    target: embedded.connection,
    dataDir,
    embedded,
    query: (text) => withClient((client) => client.query(text)),
    missing: (leadIds) =>
      withClient(async (client) => {
        const { rows } = await client.query<{ id: string }>(
          'select w.id from unnest($1::uuid[]) as w(id) left join leads l on l.id = w.id where l.id is null',
          [[...leadIds]],
        )
        return rows.map(({ id }) => id)
      }),
    async stop() {
      await embedded.stop()
      if (options.folder === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

import { randomBytes } from 'node:crypto'
import os from 'node:os'
import pg from 'pg'
import { connectionOptions, type Target } from '#db/connect.ts'
import { startScratch } from '#db/temporary-database.ts'
import { migrateAll } from '../../server/main.ts'
import { sharedMemory } from './shared-memory.ts'

/**
 * One PostgreSQL for a whole run: `test/run.ts` starts it and hands its socket on; a file that is run alone starts its
 * own. Each test file clones a database from a migrated template, so that no test sees another's rows: a thousand files, which
 * take 45 ms in memory and 500 ms on a disk.
 */
const socketVariable = 'FOYER_TEST_SOCKET'
const template = 'foyer_template'

let own: Promise<{ target: Target; stop(): Promise<void> }> | undefined

const serverTarget = async (): Promise<Target> => {
  const host = process.env[socketVariable]
  if (host) return { host, user: 'foyer_owner', database: template }
  own ??= startTemplate()
  return (await own).target
}

/** Starts a server with the migrated template in it. */
export const startTemplate = async (): Promise<{ target: Target; stop(): Promise<void> }> => {
  const folder = sharedMemory(4 * 2 ** 30) ?? os.tmpdir() // room for a whole run
  const scratch = await startScratch(
    { max_connections: '200', fsync: 'off', synchronous_commit: 'on', autovacuum: 'off' },
    folder,
  )
  await query(scratch.target, `create database ${template}`)
  await migrateAll({ ...scratch.target, database: template })
  return { target: { ...scratch.target, database: template }, stop: scratch.stop }
}

/** A connection as the owner of the tables: it may do what the app may not, and no policy hides a row from it. */
export const asOwner = async <T>(target: Target, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
  const owner = new pg.Client(connectionOptions(target, { application: 'foyer test', role: null }))
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

const query = (target: Target, text: string) => asOwner(target, (owner) => owner.query(text))

/** A fresh database with every migration applied. */
export const cloneDatabase = async (): Promise<{ target: Target; drop(): Promise<void> }> => {
  const server = await serverTarget()
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = { ...server, database: 'postgres' }
  for (let tries = 0; ; tries++) {
    try {
      await query(admin, `create database ${name} template ${template} strategy file_copy`)
      break
    } catch (error) {
      // Somebody else is cloning, or was connected to, the template at this moment.
      if (tries > 600 || (error as { code?: string }).code !== '55006') throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  return {
    target: { ...server, database: name },
    drop: async () => {
      await query(admin, `drop database ${name} with (force)`)
      if (own) await (await own).stop()
      own = undefined
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { connectionOptions, openDatabase } from '#db/connect.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { personOf } from '#domains/platform/users/users.ts'
import { benchAddress } from './candidates/bench-action.ts'
import type { Given } from './candidates/ready.ts'
import { processorSecondsOf } from './proc.ts'
import { type Candidate, startCandidate, startProcess, workerFlags } from './processes.ts'
import type { Store } from './store.ts'

export const startCrmSource = (given: Given): Promise<Candidate> => startProcess('crm-source', given)
const hubspotOf = ({ port }: Candidate): string => `http://127.0.0.1:${port}/sandbox/hubspot`
export const crmEnvironment = (source: Candidate): Record<string, string> => ({ FOYER_BENCH_CRM: hubspotOf(source) })

/** A sync as it went. */
export interface SyncCourse {
  readonly jobId: string
  /** From when it started to the end of reading, and to its own end. */
  readonly readSeconds: number
  readonly seconds: number
  /** Since it started, when each tenth of the records was there. */
  readonly tenths: readonly number[]
  /** Of the worker, twice a second. */
  readonly megabytes: readonly number[]
  /** Calls to the CRM, as the worker noted them. */
  readonly calls: number
  /** Processor seconds. */
  readonly worker: number
  readonly database: number
}

/** Tokens last for fifteen minutes. */
const renewMs = 8 * 60_000
const patienceMs = 60 * 60_000

const admin = async (given: Given) => {
  const database = openDatabase(given.target, { application: 'bench', connections: 2, onError: () => {} })
  const vault = openVault(readConfig({ FOYER_DATA: given.dataDir }))
  const tokens = await openTokens(
    database.db,
    vault,
    () => benchAddress,
    () => new Date(),
  )
  const id = newId()
  const { orgId } = given
  const person = await database.inOrg(orgId, async (db) => {
    const made = await personOf(db, { id, email: `${id}@example.com`, name: 'Bench' })
    await addMember(db, orgId, made.id, 'admin')
    return made
  })
  let [token, signedAt] = ['', Number.NEGATIVE_INFINITY]
  return {
    id: person.id,
    async token(): Promise<string> {
      if (performance.now() - signedAt > renewMs) {
        token = (await tokens.sign({ personId: person.id, orgId, role: 'admin', sessionId: null })).token
        signedAt = performance.now()
      }
      return token
    },
    close: () => database.close(),
  }
}

let keys = 0

/** A copy of a workspace, a server and a worker on it, connected with a key to an account of the simulated HubSpot. */
export const openCrm = async (store: Store, base: Given, source: Candidate, name: string) => {
  const given = await store.copy(base, name)
  const server = await startCandidate('crm-server', given, [], crmEnvironment(source))
  const worker = await startProcess('crm-worker', given, workerFlags, crmEnvironment(source))
  const by = await admin(given)
  const client = new pg.Client(connectionOptions(given.target, { application: 'bench', role: null }))
  client.on('error', () => {})
  await client.connect()
  await client.query('set row_security = off')
  const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R> =>
    (await client.query<R>(text, values)).rows[0] as R

  const call = async <Body>(type: string, body: object): Promise<Body> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await by.token()}` },
      body: JSON.stringify({ type, orgId: given.orgId, ...body }),
    })
    if (answer.status !== 200) throw new Error(`${type}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  const token = `pat-eu1-bench${process.pid}x${++keys}`
  await call('crm-save-api-key', { provider: 'hubspot', userId: by.id, apiKey: token })
  const { id: connectionId } = await query<{ id: string }>('select id from connections')

  /** Of the backends that are there before and after. */
  const backends = async (): Promise<ReadonlyMap<number, number>> => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
    return new Map(rows.map(({ pid }) => [pid, processorSecondsOf(pid)]))
  }
  const calls = async (): Promise<number> =>
    (await query<{ count: number }>('select count(*)::int as count from provider_calls')).count

  return {
    ...{ given, server, worker, token, query },
    /** Begins the account anew with so many records. */
    async seed(counts: { readonly companies: number; readonly contacts: number }): Promise<void> {
      const answer = await fetch(`${hubspotOf(source)}/_records`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reseed: { deals: 0, ...counts } }),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
    },
    start: async (entities: readonly string[]): Promise<string> =>
      (await call<{ jobId: string }>('crm-start-sync', { connectionId, userId: by.id, entities })).jobId,
    undo: async (jobId: string): Promise<string> => (await call<{ jobId: string }>('undo-sync', { jobId })).jobId,
    /** Watches a sync of one kind, of so many records, to its end. */
    async follow(jobId: string, entity: string, records: number): Promise<SyncCourse> {
      const before = { worker: processorSecondsOf(worker.pid), backends: await backends(), calls: await calls() }
      const tenths: number[] = []
      const megabytes: number[] = []
      let readSeconds = 0
      const watch = setInterval(async () => megabytes.push((await worker.usage()).rssBytes / 2 ** 20), 500)
      try {
        for (const begun = performance.now(); ; await sleep(50)) {
          const now = await query<CourseRow>(course, [jobId, entity])
          if (now.status === 'failed') throw new Error(`the sync failed: ${now.reason}`)
          while (tenths.length < 10 && now.total >= (records / 10) * (tenths.length + 1)) tenths.push(now.seconds)
          if (readSeconds === 0 && now.step !== 'queued' && now.step !== 'read') readSeconds = now.seconds
          if (now.status === 'completed') {
            // Calls are noted behind the run.
            await sleep(1_500)
            const spent = [...(await backends())].map(([pid, seconds]) => seconds - (before.backends.get(pid) ?? 0))
            return {
              ...{ jobId, readSeconds, seconds: now.seconds, tenths, megabytes },
              calls: (await calls()) - before.calls,
              worker: processorSecondsOf(worker.pid) - before.worker,
              database: spent.reduce((sum, each) => sum + each, 0),
            }
          }
          if (performance.now() - begun > patienceMs) throw new Error('the sync did not end within an hour')
        }
      } finally {
        clearInterval(watch)
      }
    },
    /** Until what was imported can be searched. */
    async searchable(): Promise<void> {
      for (;;) {
        const { is_behind } = await query<{ is_behind: boolean }>(
          `select exists (select from events e, directory.event_cursors c where c.reader = 'search' and (e.tx, e.id) > (c.tx, c.id)) as is_behind`,
        )
        if (!is_behind) return
        await sleep(100)
      }
    },
    async close(): Promise<void> {
      await worker.stop()
      await server.stop()
      await client.end()
      await by.close()
      await store.drop(given)
    },
  }
}
export type BenchCrm = Awaited<ReturnType<typeof openCrm>>

interface CourseRow {
  readonly status: string
  readonly reason: string | null
  readonly step: string
  readonly total: number
  readonly seconds: number
}

const course = `
  select status, reason, steps -> $2 ->> 'step' as step, coalesce((counts -> $2 ->> 'total')::int, 0) as total,
    extract(epoch from coalesce(completed_at, clock_timestamp()) - coalesce(started_at, clock_timestamp()))::float8 as seconds
  from sync_jobs where id = $1`

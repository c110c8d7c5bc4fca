import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { readConfig } from '#config'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { type Database, openDatabase } from '#db/connect.ts'
import { foyer } from '#domains/catalogue.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { addSource } from '#domains/crm/lead-sources/lead-sources.ts'
import { enterPage } from '#domains/crm/meta-leads/pages.ts'
import type { Given } from './candidates/ready.ts'
import { median, p99Of, type Row } from './figures.ts'
import { startCandidate, startWorker } from './processes.ts'
import type { Store } from './store.ts'

const perSecond = 200
const mostMs = 50
const pageId = '90612345678901239'
const secret = 'bench-app-secret'

/** Announcements of Meta, one lead each, at a steady rate whatever the server does, while a worker reads them. */
export const metaLeadRows = async (
  store: Store,
  small: Given,
  { quick, say }: { readonly quick: boolean; readonly say: (step: string) => void },
): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_meta_leads')
  const database = openDatabase(given.target, { application: 'bench', connections: 2, onError: () => {} })
  await addPage(database, given)
  const server = await startCandidate('foyer', given)
  const worker = await startWorker(given)
  try {
    say('announcements of Meta')
    await announce(server.port, quick ? 5 : 20)
    const { times, refused } = await announce(server.port, quick ? 10 : 60)
    const p99 = p99Of(times)
    return [
      {
        what: `an announced lead of Meta acknowledged at ${perSecond}/s, p99`,
        must: `≤ ${mostMs} ms, all stored`,
        found: `**${p99.toFixed(1)} ms** (median ${median(times).toFixed(1)}), ${refused} of ${times.length} not stored`,
        kept: p99 <= mostMs && refused === 0,
      },
    ]
  } finally {
    await worker.stop()
    await server.stop()
    await database.close()
    await store.drop(given)
  }
}

/** A page that is a source, of a connection with an app of its own: its secret signs. */
const addPage = async (database: Database, { orgId, dataDir }: Given): Promise<void> => {
  const vault = openVault(readConfig({ FOYER_DATA: dataDir }))
  const [connectionId, sourceId, now] = [newId(), newId(), new Date()]
  await database.inOrg(orgId, async (db) => {
    const credentials = { accessToken: 'token', clientId: 'bench-app', clientSecret: secret, accountId: 'bench' }
    const wanted = {
      orgId,
      id: connectionId,
      provider: 'meta',
      kind: 'oauth',
      mode: 'test',
      account: 'Bench',
      credentials,
      personId: null,
    } as const
    await addConnection(db, { vault, within: foyer.within, enqueue: async () => {} }, wanted)
    const settings = { kind: 'meta', connectionId, pageId, pageName: 'Bench', formIds: null, earlierDays: 0 } as const
    const source = { orgId, id: sourceId, name: 'Bench', settings, secret: null, createdBy: null, now }
    await addSource(db, vault, source)
    const page = { org_id: orgId, source_id: sourceId, page_id: pageId }
    await db
      .insertInto('meta_pages')
      .values({ ...page, connection_id: connectionId })
      .execute()
    await enterPage(db, page, true)
  })
}

let nextLead = 1_000_000_000_000_000

/** From when each should have left to its answer: a server that stalls is not asked less. */
const announce = async (port: number, seconds: number): Promise<{ times: number[]; refused: number }> => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 })
  const times: number[] = []
  let refused = 0
  const begun = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begun + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    sent.push(
      send(pool).then((status) => {
        times.push(performance.now() - due)
        if (status !== 200) refused += 1
      }),
    )
  }
  await Promise.all(sent)
  await pool.close()
  return { times, refused }
}

const send = async (pool: Pool): Promise<number> => {
  const value = { form_id: '90712345678901239', leadgen_id: String(nextLead++), page_id: pageId, created_time: 1_795_339_800 }
  const change = { field: 'leadgen', value }
  const body = JSON.stringify({ object: 'page', entry: [{ id: pageId, time: 1_795_339_801, changes: [change] }] })
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  const answer = await pool.request({ method: 'POST', path: '/functions/v1/meta-leads', headers, body })
  await answer.body.dump()
  return answer.statusCode
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from '#transports/web/build-web.ts'
import type { Given } from './candidates/ready.ts'
import { perSecond, type Row, ratio } from './figures.ts'
import type { LoadReport, SourceLeads } from './load.ts'
import { type Candidate, startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const offered = 200
const mostMs = 50
const sources = 50
const mostScript = 10 * 1_024
const packedScript = async (): Promise<number> =>
  gzipSync(readFileSync(path.join(await buildWeb({ say: () => {} }), 'form', 'form.js')), { level: 9 }).length

interface Measuring {
  readonly quick: boolean
  readonly rounds: number
  readonly say: (step: string) => void
  /** Leads by the API, as many as possible. */
  readonly sendLeads: (server: Candidate, given: Given) => Promise<LoadReport>
  readonly sendToSource: (
    server: Candidate,
    order: {
      readonly what: SourceLeads
      readonly key: string
      readonly path: string
      readonly rate: number
      readonly measureMs: number
    },
  ) => Promise<LoadReport>
}

/** Leads of forms and advertisers at a steady rate, the API beside many sources, and what a website loads. */
export const leadSourceRows = async (store: Store, small: Given, measuring: Measuring): Promise<Row[]> => [
  ...(await acknowledged(store, small, measuring)),
  await besideSources(store, small, measuring),
  await scriptRow(),
]

const settingsOf = {
  form: {
    kind: 'form',
    fields: [
      { kind: 'name', name: 'name' },
      { kind: 'email', name: 'email', required: true },
      { kind: 'note', name: 'note' },
      { kind: 'choice', name: 'service', label: 'Service', options: ['Kitchen', 'Bathroom'] },
    ],
    consent: { text: 'You may write to me about my inquiry.' },
  },
  google_ads: { kind: 'google_ads' },
} as const satisfies Record<SourceLeads, object>

const acknowledged = async (store: Store, small: Given, { quick, say, sendToSource }: Measuring): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_sources')
  // A source has the limit of its workspace's keys.
  await store.query(given, 'update foyer.orgs set key_rate_per_minute = 1000000')
  const server = await startCandidate('lead-sources-server', given)
  try {
    const rows: Row[] = []
    for (const what of ['form', 'google_ads'] as const) {
      const source = await create(store, given, server, what)
      const order = { what, key: source.secret ?? '', path: new URL(source.url).pathname, rate: offered }
      const report = await sendToSource(server, { ...order, measureMs: quick ? 10_000 : 30_000 })
      say(`${what}: p99 ${report.p99} ms of ${report.answered}`)
      rows.push({
        what: `a lead ${what === 'form' ? 'of a website form' : 'of Google Ads'} acknowledged at ${offered}/s, p99`,
        must: `≤ ${mostMs} ms, all taken`,
        found: `**${report.p99.toFixed(1)} ms** (median ${report.p50.toFixed(1)}), ${report.failed} of ${report.answered} not taken`,
        kept: report.p99 <= mostMs && report.failed === 0,
      })
    }
    return rows
  } finally {
    await server.stop()
    await store.drop(given)
  }
}

interface Created {
  readonly url: string
  readonly secret: string | null
}

const create = async (store: Store, given: Given, server: Candidate, what: SourceLeads): Promise<Created> => {
  const token = await store.token(given, 'owner')
  const answer = await fetch(`http://127.0.0.1:${server.port}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ type: 'create-lead-source', name: `Bench ${what}`, settings: settingsOf[what] }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { source: Created }).source
}

const besideSources = async (store: Store, small: Given, { rounds, sendLeads }: Measuring): Promise<Row> => {
  const withNone = await store.copy(small, 'bench_no_sources')
  const withMany = await store.copy(small, 'bench_many_sources')
  await store.query(
    withMany,
    `insert into foyer.lead_sources (org_id, id, kind, name, address, settings)
     select '${small.orgId}', uuidv7(), 'form', 'Form ' || n, 'bench' || lpad(n::text, 17, '0'), '${JSON.stringify(settingsOf.form)}'
     from generate_series(1, ${sources}) n`,
  )
  const none = await startCandidate('foyer', withNone)
  const many = await startCandidate('foyer', withMany)
  const figures: { none: number[]; many: number[] } = { none: [], many: [] }
  try {
    for (let round = 0; round < rounds; round++)
      for (const name of round % 2 === 0 ? (['none', 'many'] as const) : (['many', 'none'] as const))
        figures[name].push((await sendLeads(name === 'none' ? none : many, name === 'none' ? withNone : withMany)).perSecond)
    const found = ratio(figures.many, figures.none)
    return {
      what: `\`POST /v1/leads\` with ${sources} sources defined ÷ with none`,
      must: '≥ 0.97',
      found: `${found.words}, ${perSecond(figures.many)} ÷ ${perSecond(figures.none)}`,
      kept: found.median >= 0.97,
    }
  } finally {
    for (const server of [none, many]) await server.stop()
    for (const database of [withNone, withMany]) await store.drop(database)
  }
}

const scriptRow = async (): Promise<Row> => {
  const bytes = await packedScript()
  return {
    what: 'the script of a website form, gzip',
    must: `≤ ${mostScript.toLocaleString('en')} bytes`,
    found: `**${bytes.toLocaleString('en')} bytes**`,
    kept: bytes <= mostScript,
  }
}

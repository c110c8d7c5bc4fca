import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { recordAnnounced } from '#domains/crm/meta-leads/announced-leads.ts'
import { fetchMetaLeads } from '#domains/crm/meta-leads/fetch-meta-leads.ts'
import { joinMetaPage } from '#domains/crm/meta-leads/join-meta-page.ts'
import { findPage } from '#domains/crm/meta-leads/pages.ts'
import { pollMetaPage } from '#domains/crm/meta-leads/poll-meta-page.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { openCutter } from '../support/cut-statements.ts'
import { asOwner, cloneDatabase } from '../support/database.ts'
import { openFailpoints, Stop } from '../support/failpoints.ts'
import { openJobContext } from '../support/job-context.ts'
import {
  addMetaSource,
  connectMeta,
  metaForms,
  metaPages,
  metaSettings,
  notificationOf,
  notify,
  startMeta,
} from '../support/meta.ts'
import { until } from '../support/until.ts'

/*
 * The connection to the database dies at each statement of a request, once before the database has it and once after it has done it and before
 * the answer is heard: whatever a source sends is answered 503 or is stored, and sent again it is there once.
 */

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let cutter: Awaited<ReturnType<typeof openCutter>>
let app: TestApp
before(async () => {
  clone = await cloneDatabase()
  cutter = await openCutter(clone.target)
  app = await startApp({ target: cutter.target, env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(async () => {
  await app?.stop()
  await cutter?.close()
  await clone?.drop()
})

const owner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => asOwner(clone.target, work)

interface Source {
  readonly id: string
  readonly url: string
  readonly secret: string
}

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One that is sent by each kind, and what is to be there of it. */
interface Row {
  readonly name: string
  readonly settings: object
  readonly secret?: string
  readonly outcome: 'accepted' | 'held' | 'test' | 'ignored' | 'rejected'
  /** As its sender takes it for done. */
  readonly status: number
  post(of: Source, id: string): Post
}

const json = { 'content-type': 'application/json' }
const form = {
  kind: 'form',
  fields: [{ kind: 'email', name: 'email', required: true }],
}
let visitors = 0
const visited = (id: string, more: Readonly<Record<string, string>> = {}): Post => ({
  headers: {
    ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    'x-forwarded-for': `10.2.${visitors >> 8}.${visitors++ & 255}`,
  },
  body: new URLSearchParams({ email: `${id}@example.com`, ...more }).toString(),
})
const advert = (of: Source, id: string, email: string, more: object = {}): Post => ({
  headers: json,
  body: JSON.stringify({
    ...{ lead_id: id, google_key: of.secret, user_column_data: [{ column_id: 'EMAIL', string_value: email }] },
    ...more,
  }),
})
const hook = {
  kind: 'webhook',
  proof: { by: 'signature', header: 'x-signature', encoding: 'hex', signed: 'body' },
  only: { place: '/type', is: ['lead'] },
  mapping: { email: '/email', external_id: '/id' },
}
const signed = ({ secret }: Source, body: object): Post => {
  const text = JSON.stringify(body)
  return { headers: { ...json, 'x-signature': createHmac('sha256', secret).update(text).digest('hex') }, body: text }
}
const secret = 'a secret of theirs'

const rows: readonly Row[] = [
  { name: 'a form', settings: form, outcome: 'accepted', status: 200, post: (_of, id) => visited(id) },
  {
    ...{ name: 'a form that a robot fills in', settings: form, outcome: 'held', status: 200 },
    post: (_of, id) => visited(id, { subject_2: 'x' }),
  },
  {
    ...{ name: 'a form without what it needs', settings: form, outcome: 'rejected', status: 400 },
    post: (_of, id) => ({ ...visited(id), body: `message=${id}@example.com` }),
  },
  {
    ...{ name: 'Google Ads', settings: { kind: 'google_ads' }, outcome: 'accepted', status: 200 },
    post: (of, id) => advert(of, id, `${id}@example.com`),
  },
  {
    ...{ name: 'a test of Google Ads', settings: { kind: 'google_ads' }, outcome: 'test', status: 200 },
    post: (of, id) => advert(of, id, `${id}@example.com`, { is_test: true }),
  },
  {
    ...{ name: 'Google Ads with what is no address', settings: { kind: 'google_ads' }, outcome: 'rejected', status: 400 },
    post: (of, id) => advert(of, id, `${id}@`),
  },
  {
    ...{ name: 'a webhook', settings: hook, secret, outcome: 'accepted', status: 200 },
    post: (of, id) => signed(of, { type: 'lead', id, email: `${id}@example.com` }),
  },
  {
    ...{ name: 'a webhook about something else', settings: hook, secret, outcome: 'ignored', status: 200 },
    post: (of, id) => signed(of, { type: 'other', id, email: `${id}@example.com` }),
  },
  {
    ...{ name: 'a webhook whose mapping points nowhere', settings: hook, secret, outcome: 'rejected', status: 200 },
    post: (of, id) => signed(of, { type: 'lead', id, mail: `${id}@example.com` }),
  },
]

const send = async (url: string, { headers, body }: Post): Promise<number> => {
  const answer = await fetch(url, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}

/** How often something with this id is stored for a source, by its outcome. */
const storedOf = (source: Source, id: string): Promise<readonly string[]> =>
  owner(async (client) => {
    const { rows: found } = await client.query<{ outcome: string }>(
      `select outcome from foyer.all_deliveries where key_id = $1 and convert_from(body, 'UTF8') like '%' || $2 || '%' order by id`,
      [source.id, `${id}@`],
    )
    return found.map(({ outcome }) => outcome)
  })
const leadsOf = (source: Source, id: string): Promise<number> =>
  owner(async (client) => {
    const { rows: found } = await client.query('select from foyer.leads where key_id = $1 and email = $2', [
      source.id,
      `${id}@example.com`,
    ])
    return found.length
  })

const untilReady = (of: TestApp = app): Promise<unknown> =>
  until('the server', async () => (await fetch(`${of.url}/readyz`)).ok && (await of.call('list-lead-sources')).status === 200)

for (const row of rows)
  test(`the database is lost at each statement of ${row.name}: it is answered 503 or is stored, and sent again it is there once`, async (t) => {
    const made = await app.call('create-lead-source', {
      ...{ name: row.name, settings: row.settings },
      ...(row.secret && { secret: row.secret }),
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const source = { ...(made.body.source as unknown as Source), ...(row.secret && { secret: row.secret }) }
    let cuts = 0
    const statuses = new Map<number, number>()
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at++) {
        assert.ok(at < 40, 'a request has no more statements')
        await untilReady()
        // Then the source is looked for anew.
        await app.call('update-lead-source', { leadSourceId: source.id, name: row.name })
        await new Promise((done) => setTimeout(done, 30))
        const id = `${when}${at}x${source.id.slice(-6)}`
        const post = row.post(source, id)
        cutter.arm(at, when)
        const status = await send(source.url, post)
        const { isCut } = cutter.disarm()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        assert.ok(status === row.status || status === 503, `${when} statement ${at} it was answered ${status}`)
        const atFirst = await storedOf(source, id)
        if (status !== 503) assert.deepEqual(atFirst, [row.outcome], `${when} statement ${at} it was answered ${status}`)
        if (!isCut) break
        cuts++
        await untilReady()
        if (status === 503) assert.equal(await send(source.url, post), row.status, `${when} statement ${at}, sent again`)
        const stored = await storedOf(source, id)
        assert.ok(stored.includes(row.outcome), `${when} statement ${at}: ${stored.join()}`)
        assert.equal(await leadsOf(source, id), row.outcome === 'accepted' ? 1 : 0, `${when} statement ${at}`)
      }
    t.diagnostic(`${cuts} cuts, answered ${JSON.stringify([...statuses])}`)
    assert.ok((statuses.get(503) ?? 0) >= 2, 'the request needs the database')
  })

/** A page of Meta that is a source, without a worker: the jobs are run here. */
const metaPage = async () => {
  const meta = await startMeta({ target: cutter.target, hasWorker: false })
  const jobs = await openJobContext(meta.app, metaSettings(meta.sandbox.address))
  const who = await meta.app.given.organization()
  const connectionId = await connectMeta(meta.app, who)
  const source = await addMetaSource(meta.app, who, { connectionId, pageId: metaPages.alder })
  const data = { orgId: who.orgId, sourceId: source.id }
  await joinMetaPage.run({ ...data, isRefused: false }, jobs.context)
  return {
    ...{ ...meta, jobs, who, source, data },
    async stop(): Promise<void> {
      await jobs.close()
      await meta.stop()
    },
  }
}

test('the database is lost at each statement of a notification of Meta: it is answered 503 or is stored, and sent again it is there once', async (t) => {
  const { app: server, who, stop } = await metaPage()
  t.after(stop)
  const storedFor = (leadId: string): Promise<number> =>
    owner(async (client) => {
      const { rows: found } = await client.query(
        `select from foyer.inbox where org_id = $1 and convert_from(body, 'UTF8') like '%' || $2 || '%'`,
        [who.orgId, leadId],
      )
      return found.length
    })
  let cuts = 0
  for (const when of ['before', 'after'] as const)
    for (let at = 1; ; at++) {
      assert.ok(at < 40, 'a notification has no more statements')
      await untilReady(server)
      const leadId = `90812345678${when === 'before' ? 1 : 2}${String(at).padStart(4, '0')}`
      const told = notificationOf({ pageId: metaPages.alder, formId: metaForms.kitchen, leadId })
      cutter.arm(at, when)
      const { status } = await notify(server.url, told)
      const { isCut } = cutter.disarm()
      assert.ok(status === 200 || status === 503, `${when} statement ${at} it was answered ${status}`)
      if (status === 200) assert.equal(await storedFor(leadId), 1, `${when} statement ${at}`)
      if (!isCut) break
      cuts++
      await untilReady(server)
      if (status === 503) assert.equal((await notify(server.url, told)).status, 200, `${when} statement ${at}, sent again`)
      assert.equal(await storedFor(leadId), 1, `${when} statement ${at}`)
    }
  t.diagnostic(`${cuts} cuts`)
  assert.ok(cuts >= 6)
})

test('a worker dies at each statement of fetching a lead of Meta, and of finding one by the poll: the next run makes it a lead, once', async (t) => {
  const { app: server, meta, jobs, who, source, data, stop } = await metaPage()
  t.after(stop)
  const { brokenContext, crashingAt } = openFailpoints()
  const dies = async (at: number, work: () => Promise<void>): Promise<boolean> => {
    const ended = await crashingAt(at, work).catch((error: unknown) => error)
    if (ended !== undefined && !(ended instanceof Stop)) throw ended
    return ended instanceof Stop
  }
  const broken = brokenContext(jobs.context)
  const countOf = async (email: string): Promise<number> => (await source.leads()).filter((lead) => lead.email === email).length
  let deaths = 0
  for (let at = 1, isOver = false; !isOver; at++) {
    assert.ok(at < 100)
    const email = `fetched${at}@example.com`
    const leadId = await meta.fill(metaForms.kitchen, { email, isSilent: true })
    await server.database.inOrg(who.orgId, async (db) => {
      const page = await findPage(db, who.orgId, source.id)
      assert.ok(page)
      await recordAnnounced(db, who.orgId, [{ page, leadId, formId: metaForms.kitchen, createdAt: new Date() }], new Date())
    })
    isOver = !(await dies(at, () => fetchMetaLeads.run(data, broken)))
    deaths += isOver ? 0 : 1
    assert.ok((await countOf(email)) <= 1, `it died at ${at}`)
    await fetchMetaLeads.run(data, jobs.context)
    assert.equal(await countOf(email), 1, `it died at ${at}`)
  }
  let hours = 0
  const later = () => ({ now: () => new Date(Date.now() + hours * 3_600_000) })
  for (let at = 1, isOver = false; !isOver; at++) {
    assert.ok(at < 150)
    const email = `polled${at}@example.com`
    await meta.fill(metaForms.kitchen, { email, isSilent: true })
    hours += 1
    isOver = !(await dies(at, () => pollMetaPage.run(data, { ...broken, ...later() })))
    deaths += isOver ? 0 : 1
    // A run that died has taken its turn: the next one comes with the clock.
    hours += 1
    await pollMetaPage.run(data, { ...jobs.context, ...later() })
    assert.equal(await countOf(email), 1, `it died at ${at}`)
  }
  t.diagnostic(`${deaths} deaths`)
  assert.ok(deaths > 20, `${deaths} deaths`)
})

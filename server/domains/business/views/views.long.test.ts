import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publicly } from '#test/support/documents.ts'
import { openProposals, type Proposals } from '#test/support/proposals.ts'
import { clientEmail, sentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'
import { readAttention } from './views.ts'

const agents = {
  person: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  scanner: 'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
  proxy: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
} as const

let app: TestApp
let proposals: Proposals
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  proposals = await openProposals(app)
})
after(() => app?.stop())

let visitors = 0
const ask = (path: string, init: RequestInit & { agent?: keyof typeof agents; cookie?: string } = {}) => {
  const { agent = 'person', cookie, ...rest } = init
  const n = ++visitors
  return fetch(new URL(path, app.url), {
    ...rest,
    headers: {
      ...{ 'x-forwarded-for': `198.21.${(n >> 8) & 255}.${n & 255}`, 'user-agent': agents[agent] },
      ...(cookie && { cookie }),
    },
  })
}
/** A proposal whose email left an hour ago. */
const sentLongAgo = async () => {
  const { id } = await proposals.sent()
  await app.database.inOrg(proposals.owner.orgId, (db) =>
    db
      .updateTable('proposals')
      .set({ sent_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', id)
      .execute(),
  )
  return { id, token: await proposals.tokenOf(id), path: `/proposal/${await proposals.tokenOf(id)}` }
}
interface Subject {
  readonly count: number
  readonly seconds: number
  readonly parts: { part: string; title: string | null; seconds: number }[]
  readonly views: { class: string; reason: string; times: number; attended: boolean; whose: string | null }[]
}
const viewsOf = async (of: object, owner = proposals.owner): Promise<Subject> => {
  const { status, body } = await app.call('list-views', of, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.subjects as unknown as Subject[])[0] as Subject
}
const eventsOf = (orgId: string, id: string, type: string) =>
  app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', id)
      .where('type', '=', type as never)
      .execute(),
  )
const timesOf = (subject: Subject) => Object.fromEntries(subject.views.map((view) => [view.class, view.times]))

test('loads are classed by their program, a half hour is one view, and a load alone is no event', async () => {
  const { id, path } = await sentLongAgo()
  for (const agent of ['person', 'person', 'scanner', 'proxy'] as const) assert.equal((await ask(path, { agent })).status, 200)
  await ask(path, { method: 'HEAD' })
  await ask(path, { cookie: `foyer_session=${proposals.owner.session}` })
  const seen = await until('the views', async () => {
    const shown = await viewsOf({ proposalId: id })
    return shown.views.length === 4 ? shown : undefined
  })
  assert.deepEqual(timesOf(seen), { person: 2, scanner: 1, proxy: 1, own: 1 })
  assert.equal(seen.views.find((view) => view.class === 'person')?.reason, 'Opened in a browser')
  assert.equal(seen.count, 1)
  assert.deepEqual(await eventsOf(proposals.owner.orgId, id, 'proposal.viewed'), [])
})

test('a page whose viewer acts on it reports its time and places, and is one event in a half hour', async () => {
  const { id, path } = await sentLongAgo()
  const says = (seconds: number, parts: string) =>
    ask(`${path}/viewed`, { method: 'POST', body: new URLSearchParams({ seconds: String(seconds), parts }) })
  assert.equal((await says(30, 's1:10,prices:20')).status, 204)
  await sleep(700)
  await says(240, 'prices:220,s2:20,<script>:5,prices:99999999999')
  const seen = await until('the time', async () => {
    const shown = await viewsOf({ proposalId: id })
    return shown.seconds === 270 ? shown : undefined
  })
  assert.deepEqual(seen.parts, [
    { part: 'prices', title: null, seconds: 240 },
    { part: 's2', title: 'How we work', seconds: 20 },
    { part: 's1', title: 'What we do', seconds: 10 },
  ])
  assert.deepEqual([seen.count, seen.views[0]?.attended, seen.views[0]?.whose], [1, true, 'Maya Rao'])
  assert.equal((await eventsOf(proposals.owner.orgId, id, 'proposal.viewed')).length, 1)
  // After half an hour it is another view, and another event.
  await app.database.inOrg(proposals.owner.orgId, (db) =>
    db
      .updateTable('page_views')
      .set({ first_at: new Date(Date.now() - 7_200_000), last_at: new Date(Date.now() - 7_000_000) })
      .where('proposal_id', '=', id)
      .execute(),
  )
  await says(1, 's1:1')
  await until('the second view', async () => ((await viewsOf({ proposalId: id })).count === 2 ? true : undefined))
  assert.equal((await eventsOf(proposals.owner.orgId, id, 'proposal.viewed')).length, 2)
})

test('values that no page reports are left out', () => {
  assert.deepEqual(readAttention({}), { seconds: 0, parts: new Map() })
  assert.deepEqual(readAttention({ seconds: '-5', parts: 'p0:1,p1000:1,s100:1,p1:5,p1:x,__proto__:3' }), {
    seconds: 0,
    parts: new Map([['p1', 5]]),
  })
  assert.deepEqual(readAttention({ seconds: '1e99', parts: 'p1:999999' }), { seconds: 1_800, parts: new Map([['p1', 1_800]]) })
  assert.equal(readAttention({ seconds: ['x'], parts: 'p1:1,'.repeat(100_000) }).parts.size, 1)
})

test('a thousand loads of one link are written with at most twenty statements, and all of them count', async () => {
  const { id, path } = await sentLongAgo()
  const writes = async (): Promise<number> => {
    const { rows } = await app.database.pool.query<{ n: string }>(
      `select coalesce(sum(n_tup_ins + n_tup_upd), 0) as n from pg_stat_all_tables where schemaname = 'foyer' and relname = 'page_views'`,
    )
    return Number(rows[0]?.n)
  }
  const settled = async (): Promise<number> => {
    for (let last = -1; ; await sleep(1_500)) {
      const now = await writes()
      if (now === last) return now
      last = now
    }
  }
  const before = await settled()
  const beacon = () => ask(`${path}/viewed`, { method: 'POST', body: new URLSearchParams({ seconds: '1', parts: 's1:1' }) })
  for (let n = 0; n < 1_000; n += 100) await Promise.all(Array.from({ length: 100 }, beacon))
  await until('all of them', async () => ((await viewsOf({ proposalId: id })).seconds === 1_000 ? true : undefined))
  const written = (await settled()) - before
  assert.ok(written <= 20, `${written} writes`)
  // A link that is none is answered alike, and nothing is written.
  const unknown = '/proposal/k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq/viewed'
  const stranger = await ask(unknown, { method: 'POST', body: new URLSearchParams({ seconds: '1' }) })
  assert.deepEqual([stranger.status, await stranger.text()], [204, ''])
})

test('track-view records a view by the token of a link, once a half hour and class; an unknown token is a 404', async () => {
  const { id, token } = await sentLongAgo()
  const track = (given: string) => publicly(app, 'track-view', { token: given })
  for (let n = 0; n < 3; n++) assert.deepEqual((await track(token)).body.success, true)
  const seen = await viewsOf({ proposalId: id })
  assert.equal(seen.views.length, 1)
  assert.equal(seen.views[0]?.times, 3)
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const signing = path.slice('/sign/'.length)
  assert.equal((await track(signing)).status, 200)
  assert.equal((await viewsOf({ documentId: document.id }, document.owner)).views.length, 1)
  const { status, body } = await track('k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq')
  assert.deepEqual([status, body.code], [404, 'view_token_unknown'])
  for (let n = 0; n < 30; n++) assert.equal((await track(token)).status, 200, 'beyond what is counted it is answered alike')
  assert.equal((await viewsOf({ proposalId: id })).views[0]?.times, 15)
})

test('the page of a signer whose viewer acted on it is in the evidence, once, and on the document with its pages', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const says = () => ask(`${path}/viewed`, { method: 'POST', body: new URLSearchParams({ seconds: '60', parts: 'p1:60' }) })
  await ask(path)
  await says()
  await says()
  const seen = await until('the view', async () => {
    const shown = await viewsOf({ documentId: document.id }, document.owner)
    return shown.seconds === 120 ? shown : undefined
  })
  assert.deepEqual(seen.parts, [{ part: 'p1', title: null, seconds: 120 }])
  const shown = (await app.call('show-document', { documentId: document.id }, document.owner)).body.document as unknown as {
    evidence: { kind: string }[]
    signers: { email: string; opened_at: string | null }[]
  }
  assert.equal(shown.evidence.filter(({ kind }) => kind === 'opened').length, 1)
  assert.ok(shown.signers.find(({ email }) => email === clientEmail)?.opened_at)
  assert.equal((await eventsOf(document.owner.orgId, document.id, 'document.viewed')).length, 1)
  assert.equal((await publicly(app, 'verify-document', { docId: document.id })).body.valid, true)
})

test('each page that a signer viewed is in the evidence once, however many windows say so at once; none by a program, of a page that is not there, or once it can be signed no more', async () => {
  const document = await sentDocument(app)
  const path = await document.path(clientEmail)
  const says = (parts: string, agent: keyof typeof agents = 'person') =>
    ask(`${path}/viewed`, { method: 'POST', agent, body: new URLSearchParams({ seconds: '60', parts }) })
  const viewed = async () => {
    const shown = (await app.call('show-document', { documentId: document.id }, document.owner)).body.document as unknown as {
      evidence: { kind: string; facts: { pages: number[]; signer: string } }[]
    }
    return shown.evidence.filter(({ kind }) => kind === 'page_viewed').map(({ facts }) => facts.pages)
  }
  await says('p1:60', 'scanner')
  await Promise.all(Array.from({ length: 20 }, () => says('p1:20,p2:0,p77:20,s1:9')))
  await until('the pages', async () => (await viewed()).length > 0)
  // What was said before is written by then.
  await sleep(1_500)
  assert.deepEqual(await viewed(), [[1]])
  assert.equal((await publicly(app, 'verify-document', { docId: document.id })).body.valid, true)
  const voided = await app.call('void-document', { documentId: document.id, reason: 'Another one is sent.' }, document.owner)
  assert.equal(voided.status, 200, JSON.stringify(voided.body))
  await says('p2:20')
  await sleep(1_500)
  assert.deepEqual(await viewed(), [[1]])
})

test('another workspace reads no views, and a member asks for one subject', async () => {
  const { id } = await sentLongAgo()
  const other = await app.given.organization()
  assert.equal((await app.call('list-views', { proposalId: id }, other)).body.code, 'proposal_not_found')
  assert.equal((await app.call('list-views', { dealId: proposals.dealId }, other)).body.code, 'deal_not_found')
  assert.equal((await app.call('list-views', {}, proposals.owner)).body.code, 'view_subject_missing')
  const both = { proposalId: id, dealId: proposals.dealId }
  assert.equal((await app.call('list-views', both, proposals.owner)).body.code, 'view_subject_missing')
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import type { Someone } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import {
  addMetaSource,
  connectMeta,
  type MetaSource,
  metaForms,
  metaPages,
  metaSettings,
  startMeta,
} from '#test/support/meta.ts'
import { recordAnnounced } from './announced-leads.ts'
import { fetchMetaLeads } from './fetch-meta-leads.ts'
import { heldLeads } from './held-leads.ts'
import { joinMetaPage } from './join-meta-page.ts'
import { findPage } from './pages.ts'
import { pollMetaPage } from './poll-meta-page.ts'

let running: Awaited<ReturnType<typeof startMeta>>
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  running = await startMeta({ hasWorker: false })
  jobs = await openJobContext(running.app, metaSettings(running.sandbox.address))
})
after(async () => {
  await jobs?.close()
  await running?.stop()
})
beforeEach(() => running.sandbox.turn('meta'))

const minuteMs = 60_000
const dayMs = 86_400_000
type Source = MetaSource & { who: Someone; connectionId: string }

const contextAt = (aheadMs = 0, more: Partial<JobContext> = {}): JobContext => ({
  ...jobs.context,
  now: () => new Date(Date.now() + aheadMs),
  ...more,
})
const dataOf = ({ id, who }: Source) => ({ orgId: who.orgId, sourceId: id })
const join = (source: Source, isRefused = false): Promise<void> =>
  joinMetaPage.run({ ...dataOf(source), isRefused }, contextAt())
const fetchAll = (source: Source, aheadMs = 0, more: Partial<JobContext> = {}): Promise<void> =>
  fetchMetaLeads.run(dataOf(source), contextAt(aheadMs, more))
const poll = (source: Source, aheadMs = 0, more: Partial<JobContext> = {}): Promise<void> =>
  pollMetaPage.run(dataOf(source), contextAt(aheadMs, more))

const joined = async (): Promise<Source> => {
  // Times at Meta are whole seconds: leads of the test before are older than this source.
  await sleep(1_100)
  const who = await running.app.given.organization(undefined, { defaultCountry: 'DE' })
  const connectionId = await connectMeta(running.app, who)
  const source = await addMetaSource(running.app, who, { connectionId, pageId: metaPages.alder })
  await join({ ...source, who, connectionId })
  assert.equal((await source.show()).state, 'working')
  return { ...source, who, connectionId }
}

/** A lead at Meta, announced as the webhook records it. */
const announced = async (source: Source, filled: object): Promise<string> => {
  const leadId = await running.meta.fill(metaForms.kitchen, filled)
  await running.app.database.inOrg(source.who.orgId, async (db) => {
    const page = await findPage(db, source.who.orgId, source.id)
    assert.ok(page)
    const told = { page, leadId, formId: metaForms.kitchen, createdAt: new Date() }
    await recordAnnounced(db, source.who.orgId, [told], new Date())
  })
  return leadId
}

/** Whether the clock has leads of a source fetched at a time, or its page polled. */
const due = async (source: Source, aheadMs: number, what: 'leads' | 'anything' = 'leads'): Promise<boolean> => {
  const { rows } = await sql<{ source_id: string; has_leads: boolean }>`
    select source_id, has_leads from due_meta_pages(${new Date(Date.now() + aheadMs)}, 10000)`.execute(running.app.database.db)
  return rows.some(({ source_id, has_leads: hasLeads }) => source_id === source.id && (hasLeads || what === 'anything'))
}

const notices = async (source: Source): Promise<number> => {
  const rows = await running.app.database.inOrg(source.who.orgId, (db) =>
    db
      .selectFrom('notices')
      .selectAll()
      .where('org_id', '=', source.who.orgId)
      .where('kind', '=', 'meta_leads_failed')
      .execute(),
  )
  return rows.length
}

test('a lead that Meta does not show is tried for three days, is then seen as failed, and can be fetched again', async () => {
  const source = await joined()
  const leadId = await announced(source, { email: 'late@example.com' })
  await running.sandbox.turn('meta', { kind: 'not_yet' })
  let tries = 0
  for (let aheadMs = 0; aheadMs < 4 * dayMs; aheadMs += 10 * minuteMs)
    if (await due(source, aheadMs)) {
      await fetchAll(source, aheadMs)
      tries += 1
    }
  assert.ok(tries > 8 && tries < 30, `${tries} tries, with growing gaps`)
  const failed = await source.show()
  assert.deepEqual([failed.waiting, failed.failed, failed.failures[0]?.lead_id], [0, 1, leadId])
  assert.match(failed.failures[0]?.reason ?? '', /may not be seen/)
  const [refused] = await source.deliveries()
  assert.deepEqual([refused?.outcome, refused?.code], ['rejected', 'meta_lead_not_fetched'])
  assert.equal(await notices(source), 1)
  const replayed = await running.app.call('replay-delivery', { deliveryId: refused?.id ?? '' }, source.who)
  assert.deepEqual([replayed.status, replayed.body.code], [409, 'meta_lead_not_fetched'])

  await running.sandbox.turn('meta')
  const again = await source.poll()
  assert.deepEqual([again.status, again.body.leads], [200, 1])
  await fetchAll(source)
  assert.deepEqual(
    (await source.leads()).map(({ email }) => email),
    ['late@example.com'],
  )
  const mended = (await source.deliveries()).find(({ id }) => id === refused?.id)
  assert.ok(mended?.mended_by, 'the failed one names what was taken in its place')
  assert.equal(await notices(source), 0)
})

test('a token that is over: leads wait for however long, and come once Meta is connected again', async () => {
  const source = await joined()
  await announced(source, { email: 'patient@example.com' })
  await running.meta.endConsents()
  await fetchAll(source)
  await join(source, true)
  assert.equal((await source.show()).state, 'needs_consent')
  const listed = await running.app.call('list-connections', {}, source.who)
  const [connection] = listed.body.connections as unknown as { status: string }[]
  assert.equal(connection?.status, 'needs_reauth')
  await fetchAll(source, 10 * dayMs)
  assert.deepEqual([(await source.show()).waiting, (await source.show()).failed], [1, 0])
  assert.equal(await due(source, 10 * dayMs), false)

  await connectMeta(running.app, source.who)
  await join(source)
  await fetchAll(source)
  assert.deepEqual(
    (await source.leads()).map(({ email }) => email),
    ['patient@example.com'],
  )
})

test('Meta is disconnected while a lead is fetched: no token stays, and another connection of the account goes on', async () => {
  const source = await joined()
  await announced(source, { email: 'between@example.com' })
  await running.sandbox.turn('meta', { kind: 'slow', latencyMs: 400, times: 1 })
  const fetching = fetchAll(source)
  const ended = await running.app.call(
    'integration-disconnect',
    { connectionId: source.connectionId, orgId: source.who.orgId },
    source.who,
  )
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  await fetching
  const page = await running.app.database.inOrg(source.who.orgId, (db) => findPage(db, source.who.orgId, source.id))
  assert.equal(page?.token_sealed, null)
  await announced(source, { email: 'after@example.com' })
  await join(source, true)
  assert.equal((await source.show()).state, 'disconnected')

  await connectMeta(running.app, source.who)
  await join(source)
  await fetchAll(source)
  assert.deepEqual((await source.leads()).map(({ email }) => email).sort(), ['after@example.com', 'between@example.com'])
})

class Killed extends Error {}

/** Stops at the n-th transaction, as if the process died there. */
const killedAt = (n: number): Partial<JobContext> => {
  let left = n
  return {
    inOrg: (orgId, work) => {
      if (left-- <= 0) throw new Killed()
      return jobs.context.inOrg(orgId, work)
    },
  }
}

test('a worker that dies anywhere between the fetch and the store makes no lead twice and loses none', async () => {
  const source = await joined()
  const expected: string[] = []
  for (let kill = 0; kill < 6; kill++) {
    for (const n of [1, 2]) expected.push(`fetched${kill}.${n}@example.com`)
    for (const email of expected.slice(-2)) await announced(source, { email })
    await fetchAll(source, 0, killedAt(kill)).catch((error: unknown) => assert.ok(error instanceof Killed))
    await fetchAll(source)
  }
  for (let kill = 0; kill < 9; kill++) {
    expected.push(`polled${kill}@example.com`)
    await running.meta.fill(metaForms.kitchen, { email: `polled${kill}@example.com`, isSilent: true })
    // A killed run has taken its turn: the next one comes with the clock.
    await poll(source, kill * 60 * minuteMs, killedAt(kill)).catch((error: unknown) => assert.ok(error instanceof Killed))
    await poll(source, (kill * 60 + 30) * minuteMs)
  }
  assert.deepEqual((await source.leads()).map(({ email }) => email).sort(), expected.sort())
  assert.deepEqual([(await source.show()).announced, (await source.show()).found], [12, 9])
})

/** A lead of some days ago, which was not announced. */
const old = (email: string, daysAgo: number, formId: string = metaForms.kitchen): Promise<string> =>
  running.meta.fill(formId, { email, isSilent: true, createdAt: Math.floor((Date.now() - daysAgo * dayMs) / 1_000) })

test('leads from before the source come where a person asks for them, of archived forms too, each once and counted apart', async () => {
  const source = await joined()
  await old('week@example.com', 7)
  await old('archived@example.com', 20, metaForms.old)
  await old('month@example.com', 40)
  await poll(source)
  assert.equal((await source.leads()).length, 0, 'they were not asked for')
  // The page has leads of other tests, too.
  const emails = async () =>
    (await source.leads()).map(({ email }) => email ?? '').filter((email) => /^(week|month|archived)@/.test(email))
  assert.equal((await source.poll({ days: 30 })).status, 200)
  await poll(source)
  assert.deepEqual((await emails()).sort(), ['archived@example.com', 'week@example.com'])
  assert.equal((await source.poll({ days: 90 })).status, 200)
  await poll(source)
  await poll(source, 30 * minuteMs)
  assert.deepEqual((await emails()).sort(), ['archived@example.com', 'month@example.com', 'week@example.com'])
  assert.equal((await source.show()).found, 0)
  assert.equal((await source.show()).earlier, (await source.leads()).length)
  assert.deepEqual([(await source.poll({ days: 91 })).status, (await source.poll({ days: 0 })).status], [400, 400])
})

test('a source that is made with earlier days brings them with its first poll, and a poll that is under way does not skip what is asked for meanwhile', async () => {
  await sleep(1_100)
  const who = await running.app.given.organization(undefined, { defaultCountry: 'DE' })
  const connectionId = await connectMeta(running.app, who)
  await old('early@example.com', 10)
  await old('earlier@example.com', 70)
  const made = await addMetaSource(running.app, who, { connectionId, pageId: metaPages.alder, earlierDays: 14 })
  const source = { ...made, who, connectionId }
  await join(source)
  let polls = 0
  const inOrg: JobContext['inOrg'] = async (orgId, work) => {
    // A person asks while the first poll stands between two of its steps.
    if (++polls === 6) assert.equal((await source.poll({ days: 90 })).status, 200)
    return jobs.context.inOrg(orgId, work)
  }
  await poll(source, 0, { inOrg })
  assert.ok(polls > 6, `${polls} steps`)
  await poll(source, 30 * minuteMs)
  const emails = (await source.leads()).map(({ email }) => email)
  assert.ok(emails.includes('early@example.com') && emails.includes('earlier@example.com'), emails.join())
  assert.equal(new Set(emails).size, emails.length)
})

test('a call limit lets the page rest for as long as Meta asks, and nothing is lost', async () => {
  const source = await joined()
  await announced(source, { email: 'limited@example.com' })
  await running.sandbox.turn('meta', { kind: 'no_budget' })
  await fetchAll(source)
  assert.equal(await due(source, minuteMs, 'anything'), false)
  assert.equal(await due(source, 18 * minuteMs), true, 'after the 17 minutes of the header')
  await running.sandbox.turn('meta')
  await fetchAll(source, 18 * minuteMs)
  assert.equal((await source.leads()).length, 1)
})

test('after a restore nothing is asked of Meta until an owner releases it', async () => {
  const source = await joined()
  await announced(source, { email: 'held@example.com' })
  const inOrg = running.app.database.inOrg
  await inOrg(source.who.orgId, (db) => heldLeads.postpone(db, source.who.orgId))
  assert.equal(await due(source, 30 * dayMs, 'anything'), false)
  assert.equal((await source.show()).is_held, true)
  await inOrg(source.who.orgId, (db) => heldLeads.release(db, source.who.orgId, new Date()))
  assert.equal(await due(source, 1_000), true)
  await fetchAll(source, 1_000)
  assert.equal((await source.leads()).length, 1)
})

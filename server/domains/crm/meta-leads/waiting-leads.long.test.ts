import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobContext } from '#core/context.ts'
import { addMetaSource, connectMeta, metaForms, metaPages } from '#test/support/meta.ts'
import { startMetaJobs } from '#test/support/meta-jobs.ts'
import { heldLeads } from './held-leads.ts'
import { findPage } from './pages.ts'

let running: Awaited<ReturnType<typeof startMetaJobs>>
before(async () => {
  running = await startMetaJobs()
})
after(() => running?.stop())
beforeEach(() => running.sandbox.turn('meta'))

const minuteMs = 60_000
const dayMs = 86_400_000

test('a lead that Meta does not show is tried for three days, is then seen as failed, and can be fetched again', async () => {
  const source = await running.joined()
  const leadId = await running.announced(source, { email: 'late@example.com' })
  await running.sandbox.turn('meta', { kind: 'not_yet' })
  let tries = 0
  for (let aheadMs = 0; aheadMs < 4 * dayMs; aheadMs += 10 * minuteMs)
    if (await running.due(source, aheadMs)) {
      await running.fetchAll(source, aheadMs)
      tries += 1
    }
  assert.ok(tries > 8 && tries < 30, `${tries} tries, with growing gaps`)
  const failed = await source.show()
  assert.deepEqual([failed.waiting, failed.failed, failed.failures[0]?.lead_id], [0, 1, leadId])
  assert.match(failed.failures[0]?.reason ?? '', /may not be seen/)
  const [refused] = await source.deliveries()
  assert.deepEqual([refused?.outcome, refused?.code], ['rejected', 'meta_lead_not_fetched'])
  assert.equal((await running.noticesOf(source)).length, 1)
  const replayed = await running.app.call('replay-delivery', { deliveryId: refused?.id ?? '' }, source.who)
  assert.deepEqual([replayed.status, replayed.body.code], [409, 'meta_lead_not_fetched'])

  await running.sandbox.turn('meta')
  const again = await source.poll()
  assert.deepEqual([again.status, again.body.leads], [200, 1])
  await running.fetchAll(source)
  assert.deepEqual(
    (await source.leads()).map(({ email }) => email),
    ['late@example.com'],
  )
  const mended = (await source.deliveries()).find(({ id }) => id === refused?.id)
  assert.ok(mended?.mended_by, 'the failed one names what was taken in its place')
  assert.equal((await running.noticesOf(source)).length, 0)
})

test('a token that is over: leads wait for however long, and come once Meta is connected again', async () => {
  const source = await running.joined()
  await running.announced(source, { email: 'patient@example.com' })
  await running.meta.endConsents()
  await running.fetchAll(source)
  await running.join(source, { isRefused: true })
  assert.equal((await source.show()).state, 'needs_consent')
  const listed = await running.app.call('list-connections', {}, source.who)
  const [connection] = listed.body.connections as unknown as { status: string }[]
  assert.equal(connection?.status, 'needs_reauth')
  await running.fetchAll(source, 10 * dayMs)
  assert.deepEqual([(await source.show()).waiting, (await source.show()).failed], [1, 0])
  assert.equal(await running.due(source, 10 * dayMs), false)

  await connectMeta(running.app, source.who)
  await running.join(source)
  await running.fetchAll(source)
  assert.deepEqual(
    (await source.leads()).map(({ email }) => email),
    ['patient@example.com'],
  )
})

test('Meta is disconnected while a lead is fetched: no token stays, and another connection of the account goes on', async () => {
  const source = await running.joined()
  await running.announced(source, { email: 'between@example.com' })
  await running.sandbox.turn('meta', { kind: 'slow', latencyMs: 400, times: 1 })
  const fetching = running.fetchAll(source)
  const ended = await running.app.call(
    'integration-disconnect',
    { connectionId: source.connectionId, orgId: source.who.orgId },
    source.who,
  )
  assert.equal(ended.status, 200, JSON.stringify(ended.body))
  await fetching
  const page = await running.app.database.inOrg(source.who.orgId, (db) => findPage(db, source.who.orgId, source.id))
  assert.equal(page?.token_sealed, null)
  await running.announced(source, { email: 'after@example.com' })
  await running.join(source, { isRefused: true })
  assert.equal((await source.show()).state, 'disconnected')

  await connectMeta(running.app, source.who)
  await running.join(source)
  await running.fetchAll(source)
  assert.deepEqual((await source.leads()).map(({ email }) => email).sort(), ['after@example.com', 'between@example.com'])
})

class Killed extends Error {}

/** Stops at the n-th transaction, as if the process died there. */
const killedAt = (n: number): Partial<JobContext> => {
  let left = n
  return {
    inOrg: (orgId, work) => {
      if (left-- <= 0) throw new Killed()
      return running.context.inOrg(orgId, work)
    },
  }
}

test('a worker that dies anywhere between the fetch and the store makes no lead twice and loses none', async () => {
  const source = await running.joined()
  const expected: string[] = []
  for (let kill = 0; kill < 6; kill++) {
    for (const n of [1, 2]) expected.push(`fetched${kill}.${n}@example.com`)
    for (const email of expected.slice(-2)) await running.announced(source, { email })
    await running.fetchAll(source, 0, killedAt(kill)).catch((error: unknown) => assert.ok(error instanceof Killed))
    await running.fetchAll(source)
  }
  for (let kill = 0; kill < 9; kill++) {
    expected.push(`polled${kill}@example.com`)
    await running.meta.fill(metaForms.kitchen, { email: `polled${kill}@example.com`, isSilent: true })
    // A killed run has taken its turn: the next one comes with the clock.
    await running
      .poll(source, kill * 60 * minuteMs, killedAt(kill))
      .catch((error: unknown) => assert.ok(error instanceof Killed))
    await running.poll(source, (kill * 60 + 30) * minuteMs)
  }
  assert.deepEqual((await source.leads()).map(({ email }) => email).sort(), expected.sort())
  assert.deepEqual([(await source.show()).announced, (await source.show()).found], [12, 9])
})

/** A lead of some days ago, which was not announced. */
const old = (email: string, daysAgo: number, formId: string = metaForms.kitchen): Promise<string> =>
  running.meta.fill(formId, { email, isSilent: true, createdAt: Math.floor((Date.now() - daysAgo * dayMs) / 1_000) })

test('leads from before the source come where a person asks for them, of archived forms too, each once and counted apart', async () => {
  const source = await running.joined()
  await old('week@example.com', 7)
  await old('archived@example.com', 20, metaForms.old)
  await old('month@example.com', 40)
  await running.poll(source)
  assert.equal((await source.leads()).length, 0, 'they were not asked for')
  // The page has leads of other tests, too.
  const emails = async () =>
    (await source.leads()).map(({ email }) => email ?? '').filter((email) => /^(week|month|archived)@/.test(email))
  assert.equal((await source.poll({ days: 30 })).status, 200)
  await running.poll(source)
  assert.deepEqual((await emails()).sort(), ['archived@example.com', 'week@example.com'])
  assert.equal((await source.poll({ days: 90 })).status, 200)
  await running.poll(source)
  await running.poll(source, 30 * minuteMs)
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
  await running.join(source)
  let polls = 0
  const inOrg: JobContext['inOrg'] = async (orgId, work) => {
    // A person asks while the first poll stands between two of its steps.
    if (++polls === 6) assert.equal((await source.poll({ days: 90 })).status, 200)
    return running.context.inOrg(orgId, work)
  }
  await running.poll(source, 0, { inOrg })
  assert.ok(polls > 6, `${polls} steps`)
  await running.poll(source, 30 * minuteMs)
  const emails = (await source.leads()).map(({ email }) => email)
  assert.ok(emails.includes('early@example.com') && emails.includes('earlier@example.com'), emails.join())
  assert.equal(new Set(emails).size, emails.length)
})

test('a call limit lets the page rest for as long as Meta asks, and nothing is lost', async () => {
  const source = await running.joined()
  await running.announced(source, { email: 'limited@example.com' })
  await running.sandbox.turn('meta', { kind: 'no_budget' })
  await running.fetchAll(source)
  assert.equal(await running.due(source, minuteMs, 'anything'), false)
  assert.equal(await running.due(source, 18 * minuteMs), true, 'after the 17 minutes of the header')
  await running.sandbox.turn('meta')
  await running.fetchAll(source, 18 * minuteMs)
  assert.equal((await source.leads()).length, 1)
})

test('after a restore nothing is asked of Meta until an owner releases it', async () => {
  const source = await running.joined()
  await running.announced(source, { email: 'held@example.com' })
  const inOrg = running.app.database.inOrg
  await inOrg(source.who.orgId, (db) => heldLeads.postpone(db, source.who.orgId))
  assert.equal(await running.due(source, 30 * dayMs, 'anything'), false)
  assert.equal((await source.show()).is_held, true)
  await inOrg(source.who.orgId, (db) => heldLeads.release(db, source.who.orgId, new Date()))
  assert.equal(await running.due(source, 1_000), true)
  await running.fetchAll(source, 1_000)
  assert.equal((await source.leads()).length, 1)
})

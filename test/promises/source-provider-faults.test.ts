import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { connectCanva } from '../support/canva.ts'
import { connectMeta, metaPages, metaSettings } from '../support/meta.ts'
import type { Answer } from '../support/requests.ts'
import { connectReviews, openBusiness } from '../support/reviews.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { p99, promisedMs, timedLeads, watchMemory } from './timed-leads.ts'

/** The services around leads under the faults of test/promises/provider-faults: Apollo, Canva, Meta and Google Business Profile. */
let sandbox: Awaited<ReturnType<typeof startSandboxProcess>>
let app: TestApp
let worker: { stop(): Promise<void> }
let leads: ReturnType<typeof timedLeads>
let business: ReturnType<typeof openBusiness>
let aheadMs = 0
const reviews = 75
before(async () => {
  sandbox = await startSandboxProcess()
  const at = `${sandbox.address}/sandbox`
  app = await startApp({
    env: {
      ...metaSettings(sandbox.address),
      ...{ CANVA_API_BASE: `${at}/canva`, CANVA_CLIENT_ID: 'foyer', CANVA_CLIENT_SECRET: 'a secret' },
      ...{
        APOLLO_API_BASE: `${at}/apollo/api/v1`,
        GOOGLE_OAUTH_BASE: `${at}/google`,
        GOOGLE_BUSINESS_API_BASE: `${at}/google`,
      },
      ...{ GOOGLE_CLIENT_ID: 'test.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-test' },
    },
    now: () => new Date(Date.now() + aheadMs),
  })
  worker = await app.startWorker()
  leads = timedLeads(app.url, (await app.given.key(app.owner.orgId)).text)
  business = openBusiness(sandbox.address)
  await business.empty()
  const locationId = await business.location(await business.account(), 'Nordlicht, Berlin')
  await business.write(locationId, 4, 'Good.', { count: String(reviews) })
})
after(async () => {
  leads?.close()
  await worker?.stop()
  await app?.stop()
  await sandbox?.stop()
})

const asked = ['apollo', 'canva', 'meta'] as const
type Asked = (typeof asked)[number]

/** A workspace of its own with an account at each: its circuits are closed and its limits untouched. */
const someBusiness = async () => {
  const owner = await app.given.organization()
  const credentials = { apiKey: 'test-master-key' }
  const { status, body } = await app.call('connect-provider', { provider: 'apollo', credentials }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  await connectCanva(app, owner)
  const connectionId = await connectMeta(app, owner)
  await connectReviews(app, owner)
  return { owner, connectionId }
}
type Business = Awaited<ReturnType<typeof someBusiness>>

const ask = async (at: Asked, { owner, connectionId }: Business): Promise<Answer & { ms: number }> => {
  const begun = performance.now()
  const answer = await {
    apollo: () => app.call('lead-search', { filters: { titles: ['Owner'] } }, owner),
    canva: () => app.call('canva', { action: 'list' }, owner),
    meta: () => app.call('list-meta-forms', { connectionId, pageId: metaPages.alder }, owner),
  }[at]()
  return { ...answer, ms: performance.now() - begun }
}

/** Reviews are read by the worker, while the caller waits for twenty seconds at the most. */
const sync = (owner: Someone): Promise<Answer> => app.call('sync-google-reviews', {}, owner)

const faults =
  'slow drip refused lost reset rate_limited error_500 error_503 html ok_error_body huge redirect_loop gzip_bomb'.split(' ')
const lasting: readonly string[] = ['slow', 'drip']
const leadsEach = 400
/** Two calls one after the other, each of thirty seconds, and what a busy machine adds. */
const longestMs = 75_000
/** Noise comes once and again; a provider that holds leads up always does. */
const mostTries = 6
const troubles = ['provider_unreachable', 'provider_busy', 'provider_failed']

/** One fault at all but one of them, beside the same work without it. */
const suffer = async (kind: string, healthy: Asked, calmTimes: number[]) => {
  const own = await someBusiness()
  const mad = asked.filter((each) => each !== healthy)
  const askAll = () => Promise.all(mad.map((each) => ask(each, own)))
  const [calm, before] = await Promise.all([leads.post(leadsEach), askAll(), sync(own.owner)])
  for (const { status, body } of before) assert.equal(status, 200, `${kind}, before it: ${JSON.stringify(body)}`)
  calmTimes.push(...calm)

  for (const slug of [...mad, 'google']) await sandbox.turn(slug, { kind })
  const [asking, reading] = [askAll(), sync(own.owner)]
  const [times, other] = await Promise.all([leads.post(leadsEach), ask(healthy, own)])
  assert.equal(other.status, 200, `${kind}: ${healthy}, which is well: ${JSON.stringify(other.body)}`)
  assert.ok(other.ms < 5_000, `${kind}: ${healthy}, which is well, took ${Math.round(other.ms)} ms`)
  // What takes all the time there is goes on beside the next fault: a request that has met its own has met it.
  for (const slug of [...mad, 'google']) while ((await sandbox.hits(slug)) === 0) await sleep(10)
  if (!lasting.includes(kind)) await asking
  for (const slug of [...mad, 'google']) await sandbox.turn(slug)
  return {
    ...{ asking, reading, own },
    limitMs: Math.max(promisedMs, p99(calm) * 1.5, p99(calmTimes) * 1.5),
    tookMs: p99(times),
  }
}

test('a service around leads that is slow, dead or mad holds up no other one and no lead, ends in words, and loses nothing', async () => {
  await leads.post(leadsEach) // what is done once is done
  const calm: number[] = []
  const underWay: ({ kind: string } & Pick<Awaited<ReturnType<typeof suffer>>, 'asking' | 'reading' | 'own'>)[] = []
  const grown = watchMemory()
  for (const [n, kind] of faults.entries()) {
    for (let tries = 1; ; tries++) {
      const healthy = asked[(n + tries) % asked.length] as Asked
      const { limitMs, tookMs, ...rest } = await suffer(kind, healthy, calm)
      underWay.push({ kind, ...rest })
      if (tookMs < limitMs) break
      assert.ok(tries < mostTries, `${kind}: p99 of leads ${tookMs.toFixed(1)} ms, ${limitMs.toFixed(1)} ms at the most`)
    }
  }
  for (const { kind, asking, reading, own } of underWay) {
    for (const { status, body, ms } of await asking) {
      // The fault is over while it waits: its next try may well be answered.
      const isAnswered = lasting.includes(kind) && status === 200
      assert.ok(isAnswered || troubles.includes(String(body.code)), `${kind}: ${status} ${JSON.stringify(body)}`)
      assert.ok(ms < longestMs, `${kind}: it took ${Math.round(ms)} ms`)
    }
    const { status, body } = await reading
    assert.ok(status === 200 || body.code === 'review_sync_failed', `${kind}: ${status} ${JSON.stringify(body)}`)
    const { body: shown } = await app.call('list-review-locations', {}, own.owner)
    const [berlin] = shown.locations as unknown as { total: number; trouble: string | null }[]
    assert.deepEqual([berlin?.total, berlin?.trouble], [reviews, null], kind)
  }
  const grownMb = grown()
  assert.ok(grownMb < 350, `memory grew by ${Math.round(grownMb)} MB`)
})

for (const at of asked)
  test(`${at} that fails again and again is left alone by this workspace alone, and asked again after a while`, async () => {
    const [own, other] = [await someBusiness(), await someBusiness()]
    await sandbox.turn(at, { kind: 'error_503' })
    for (let n = 0; n < 5; n++) {
      aheadMs += 1_250
      assert.ok(troubles.includes(String((await ask(at, own)).body.code)))
    }
    const hits = await sandbox.hits(at)
    const alone = await ask(at, own)
    assert.equal(alone.body.code, 'provider_unreachable', JSON.stringify(alone.body))
    assert.equal(await sandbox.hits(at), hits)

    await sandbox.turn(at)
    assert.equal((await ask(at, own)).body.code, 'provider_unreachable')
    for (const each of asked) if (each !== at) assert.equal((await ask(each, own)).status, 200, each)
    assert.equal((await ask(at, other)).status, 200)
    aheadMs += 31_000
    assert.equal((await ask(at, own)).status, 200)
  })

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#core/ids.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { type PaymentProvider, paymentProviders } from '#ports/payments.ts'
import { connecting } from '#test/support/connecting.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { sentInvoice } from '../support/paying.ts'
import type { Answer } from '../support/requests.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { p99, promisedMs, timedLeads, watchMemory } from './timed-leads.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxProcess>>
let app: TestApp
let leads: ReturnType<typeof timedLeads>
let aheadMs = 0
before(async () => {
  sandbox = await startSandboxProcess()
  app = await startApp({
    env: { STRIPE_API_BASE: sandbox.address, RAZORPAY_API_BASE: sandbox.address },
    now: () => new Date(Date.now() + aheadMs),
  })
  leads = timedLeads(app.url, (await app.given.key(app.owner.orgId)).text)
})
after(async () => {
  await app.stop()
  await sandbox.stop()
  leads.close()
})

const currencies = { stripe: 'EUR', razorpay: 'INR' } as const
const otherThan = (provider: PaymentProvider): PaymentProvider => (provider === 'stripe' ? 'razorpay' : 'stripe')

/** A workspace of its own with an account at both providers: its circuits are closed and its limits untouched. */
const someBusiness = async (): Promise<Someone> => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const account = orgId.replaceAll('-', '')
  const credentials = {
    stripe: { secretKey: `sk_test_${account}` },
    razorpay: { keyId: `rzp_test_${account}`, keySecret: 'secret' },
  }
  await app.database.inOrg(orgId, async (db) => {
    for (const provider of paymentProviders)
      await addConnection(db, connecting, {
        orgId,
        id: newId(),
        provider,
        mode: 'test',
        account,
        credentials: credentials[provider],
        personId: null,
      })
  })
  return owner
}

const createPayment = async (business: Someone, provider: PaymentProvider): Promise<Answer & { ms: number }> => {
  const currency = currencies[provider]
  const { invoiceId } = await sentInvoice(app.database, business.orgId, { currency })
  const wanted = {
    invoiceId,
    clientEmail: 'maya@example.com',
    successUrl: `${app.url}/paid`,
    cancelUrl: `${app.url}/back`,
    targetCurrency: currency,
  }
  const begun = performance.now()
  const answer = await app.call('create-payment', wanted, business)
  return { ...answer, ms: performance.now() - begun }
}

const faults: readonly [kind: string, at: PaymentProvider][] = [
  ['slow', 'razorpay'],
  ['drip', 'razorpay'],
  ['refused', 'stripe'],
  ['lost', 'razorpay'],
  ['reset', 'stripe'],
  ['rate_limited', 'razorpay'],
  ['error_500', 'stripe'],
  ['error_503', 'razorpay'],
  ['html', 'stripe'],
  ['ok_error_body', 'razorpay'],
  ['huge', 'stripe'],
  ['redirect_loop', 'razorpay'],
  ['gzip_bomb', 'stripe'],
]
const lasting: readonly string[] = ['slow', 'drip']
const leadsEach = 400
const callsEach = 4
/** Two calls of ten seconds each, and what a busy machine adds. */
const longestMs = 25_000
/** Noise comes once and again; a provider that holds leads up always does. */
const mostTries = 6
const troubles = ['provider_unreachable', 'provider_busy', 'provider_failed']

/** One fault, beside the same work without it. Answers what is still under way at the mad provider. */
const suffer = async (kind: string, at: PaymentProvider, calmTimes: number[]) => {
  const business = await someBusiness()
  const payAll = (count: number) => Promise.all(Array.from({ length: count }, () => createPayment(business, at)))
  const [calm, healthy] = await Promise.all([leads.post(leadsEach), payAll(callsEach)])
  for (const answer of healthy) assert.equal(answer.status, 200, `${kind}, before it: ${JSON.stringify(answer.body)}`)
  calmTimes.push(...calm)

  await sandbox.turn(at, { kind })
  const mad = payAll(callsEach)
  const [times, other] = await Promise.all([leads.post(leadsEach), createPayment(business, otherThan(at))])
  assert.equal(other.status, 200, `${kind}: the other provider: ${JSON.stringify(other.body)}`)
  assert.ok(other.ms < 5_000, `${kind}: the other provider took ${Math.round(other.ms)} ms`)
  // What takes all the time there is goes on beside the next fault: a request that has met its own has met it.
  if (lasting.includes(kind)) while ((await sandbox.hits(at)) < callsEach) await sleep(10)
  else await mad
  await sandbox.turn(at)
  return { mad, limitMs: Math.max(promisedMs, p99(calm) * 1.5, p99(calmTimes) * 1.5), tookMs: p99(times) }
}

test('a provider that is slow, dead or mad holds up neither the other one nor a lead, and takes no memory', async () => {
  await leads.post(leadsEach) // what is done once is done
  const calm: number[] = []
  const underWay: { kind: string; mad: Promise<(Answer & { ms: number })[]> }[] = []
  const grown = watchMemory()
  for (const [kind, at] of faults) {
    for (let tries = 1; ; tries++) {
      const { mad, limitMs, tookMs } = await suffer(kind, at, calm)
      underWay.push({ kind, mad })
      if (tookMs < limitMs) break
      assert.ok(tries < mostTries, `${kind}: p99 of leads ${tookMs.toFixed(1)} ms, ${limitMs.toFixed(1)} ms at the most`)
    }
  }
  for (const { kind, mad } of underWay)
    for (const { status, body, ms } of await mad) {
      assert.ok(troubles.includes(String(body.code)), `${kind}: ${status} ${JSON.stringify(body)}`)
      assert.ok(status === 502 || status === 503, `${kind}: ${status}`)
      assert.ok(ms < longestMs, `${kind}: it took ${Math.round(ms)} ms`)
    }
  const grownMb = grown()
  assert.ok(grownMb < 250, `memory grew by ${Math.round(grownMb)} MB`)
})

test('a provider that fails again and again is left alone, by this workspace alone, and asked again after a while', async () => {
  const [business, other] = [await someBusiness(), await someBusiness()]
  await sandbox.turn('stripe', { kind: 'error_500' })
  for (let n = 0; n < 5; n++) {
    aheadMs += 1_250
    assert.equal((await createPayment(business, 'stripe')).body.code, 'provider_failed')
  }
  const hits = await sandbox.hits('stripe')
  const alone = await createPayment(business, 'stripe')
  assert.equal(alone.body.code, 'provider_unreachable')
  assert.ok(Number(alone.headers.get('retry-after')) >= 20)
  assert.equal(await sandbox.hits('stripe'), hits)

  await sandbox.turn('stripe')
  assert.equal((await createPayment(business, 'stripe')).body.code, 'provider_unreachable')
  assert.equal((await createPayment(business, 'razorpay')).status, 200)
  assert.equal((await createPayment(other, 'stripe')).status, 200)
  aheadMs += 31_000
  assert.equal((await createPayment(business, 'stripe')).status, 200)
})

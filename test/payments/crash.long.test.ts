import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newId } from '#core/ids.ts'
import { lockInvoice } from '#domains/business/invoices/invoices.ts'
import { findPaymentsOf } from '#domains/business/payments/payments.ts'
import { addConnection } from '#domains/connections/connections/lifecycle.ts'
import { openSandbox } from '#sandbox/standalone.ts'
import { startServerProcess } from '#test/promises/processes.ts'
import { connecting } from '#test/support/connecting.ts'
import { startApp } from '../support/app.ts'
import { sentInvoice } from '../support/paying.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const invoicesPerRound = 6
const secretKey = 'sk_test_crash'

const startWorkerProcess = async (order: object): Promise<{ kill(): Promise<void> }> => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../mail/worker-process.ts', import.meta.url)), JSON.stringify(order)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  const ended = once(child, 'exit')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('servers and workers that are killed while payments go through them open no second checkout and count nothing twice', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-sandbox-'))
  const world = await openSandbox({ folder, isOpen: false })
  const env = {
    STRIPE_API_BASE: `${world.address}/sandbox/stripe`,
    OUTGOING_ALLOWED_PRIVATE: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const app = await startApp({ env })
  const { orgId } = app.owner
  await app.database.inOrg(orgId, (db) =>
    addConnection(db, connecting, {
      orgId,
      id: newId(),
      provider: 'stripe',
      mode: 'test',
      account: 'Crash',
      credentials: { secretKey },
      personId: null,
    }),
  )
  const worker = {
    target: app.target,
    env: { ...env, FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64') },
  }

  let calls = 0
  const call = async (
    url: string,
    type: string,
    body: object,
  ): Promise<{ status: number; body: Record<string, unknown> } | null> => {
    const caller = await app.given.person(orgId, 'member')
    try {
      const response = await fetch(`${url}/gateway`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${caller.token}`,
          'x-forwarded-for': `198.18.${(++calls >> 8) & 255}.${calls & 255}`,
        },
        body: JSON.stringify({ type, ...body }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    } catch {
      return null // it died with the question
    }
  }
  const wish = (invoiceId: string) => ({
    invoiceId,
    clientEmail: 'maya@example.com',
    successUrl: 'https://app.example.com/paid?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://app.example.com/',
    targetCurrency: 'EUR',
  })
  const pay = async (url: string): Promise<string> => {
    const paid = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ method: 'card', card: '4242424242424242' }),
      redirect: 'manual',
    })
    assert.equal(paid.status, 303)
    return new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
  }
  /** Kills within the time that such a call takes: before it, in the middle, or right behind it. */
  const killSoon = async (doomed: { kill(): Promise<void> }[], withinMs: number): Promise<void> => {
    await new Promise((done) => setTimeout(done, Math.random() * withinMs))
    await Promise.all(doomed.map((each) => each.kill()))
  }

  try {
    const invoices: string[] = []
    for (let round = 0; round < rounds; round++) {
      const made = await Promise.all(Array.from({ length: invoicesPerRound }, () => sentInvoice(app.database, orgId)))
      invoices.push(...made.map(({ invoiceId }) => invoiceId))
      const [first, second, busy] = await Promise.all([
        startServerProcess(app.target, env),
        startServerProcess(app.target, env),
        startWorkerProcess(worker),
      ])
      await Promise.all([
        killSoon([first], 250),
        ...made.map(({ invoiceId }) => call(first.url, 'create-payment', wish(invoiceId))),
      ])
      // Whoever got no answer asks again.
      const opened = await Promise.all(
        made.map(async ({ invoiceId }) => ({ invoiceId, answer: await call(app.url, 'create-payment', wish(invoiceId)) })),
      )
      const paid = await Promise.all(
        opened.map(async ({ invoiceId, answer }) => {
          assert.equal(answer?.status, 200, JSON.stringify(answer?.body))
          return { invoiceId, session_id: await pay(String(answer?.body.url)) }
        }),
      )
      await Promise.all([killSoon([second, busy], 200), ...paid.map((body) => call(second.url, 'verify-payment', body))])
    }

    const survivor = await app.startWorker()
    try {
      await app.database.inOrg(orgId, (db) =>
        db
          .updateTable('checkouts')
          .set({ next_look_at: new Date(0) })
          .where('next_look_at', 'is not', null)
          .execute(),
      )
      await app.database.pool.query(`insert into jobs.job (id, name, data) values (gen_random_uuid(), 'poll-checkouts', '{}')`)
      const booksOf = (invoiceId: string) =>
        app.database.inOrg(orgId, async (db) => ({
          state: (await lockInvoice(db, orgId, invoiceId))?.state,
          payments: (await findPaymentsOf(db, orgId, invoiceId)).map(({ kind }) => kind),
          interactions: (await db.selectFrom('interactions').select('kind').where('invoice_id', '=', invoiceId).execute())
            .length,
        }))
      for (const invoiceId of invoices) {
        let books = await booksOf(invoiceId)
        for (let tries = 0; tries < 300 && books.state !== 'paid'; tries++) {
          await new Promise((done) => setTimeout(done, 100))
          books = await booksOf(invoiceId)
        }
        assert.deepEqual(books, { state: 'paid', payments: ['payment'], interactions: 1 })
      }
    } finally {
      await survivor.stop()
    }

    const listed = await fetch(`${world.address}/v1/checkout/sessions?limit=100`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    const { data } = (await listed.json()) as { data: { client_reference_id: string }[] }
    const perInvoice = new Map<string, number>()
    for (const { client_reference_id: id } of data) perInvoice.set(id, (perInvoice.get(id) ?? 0) + 1)
    assert.deepEqual([...perInvoice.keys()].sort(), [...invoices].sort())
    assert.deepEqual([...new Set(perInvoice.values())], [1], 'one checkout an invoice, as the provider counts them')
  } finally {
    await app.stop()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

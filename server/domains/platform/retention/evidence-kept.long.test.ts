import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { openInvoice } from '#test/support/paying.ts'
import { sentToOne, signByOne } from '#test/support/sealing.ts'
import { until } from '#test/support/until.ts'
import { noneRemoved } from './cleanups.ts'
import { runCleanup } from './run-cleanup.ts'

const env = { SANDBOX: 'on' }
let app: TestApp
before(async () => {
  app = await startApp({ env, alone: true })
})
after(() => app?.stop())

/** What a cleanup is for, and what it writes down of itself. */
const cleaned = new Set([
  ...[
    'oauth_flows',
    'idempotency',
    'deliveries',
    'provider_calls',
    'mails',
    'webhook_deliveries',
    'uploads',
    'ai_reservations',
  ],
  ...['assistant_conversations', 'assistant_messages', 'sync_jobs', 'sync_rehearsed', 'sync_errors', 'cleanups'],
])

/** Rows of a workspace in each table that has any. */
const rowsOf = ({ orgId }: Someone): Promise<ReadonlyMap<string, number>> =>
  app.database.inOrg(orgId, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'foyer' and c.column_name = 'org_id' and t.table_type = 'BASE TABLE'`.execute(db)
    const counts = new Map<string, number>()
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} where org_id = ${orgId}`.execute(db)
      if (rows[0] && rows[0].n > 0) counts.set(name, rows[0].n)
    }
    return counts
  })

/** Its emails were sent: one that waits is kept by each cleanup. */
const givenSealedDocument = async (): Promise<Someone> => {
  const worker = await app.startWorker()
  try {
    const document = await sentToOne(app)
    const { owner } = document
    await signByOne(app, document)
    await document.sealed()
    await until('a mail that was sent', () =>
      app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('mails').select('id').where('org_id', '=', owner.orgId).where('state', '=', 'sent').executeTakeFirst(),
      ),
    )
    return owner
  } finally {
    await worker.stop()
  }
}

test('documents and how they were signed and sealed, payments, and texts of consent stay, however old they are when a cleanup runs', async () => {
  const owner = await givenSealedDocument()
  const { invoiceId, checkoutId } = await openInvoice(app.database, owner.orgId)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('payments')
      .values({
        ...{ org_id: owner.orgId, id: newId(), checkout_id: checkoutId, invoice_id: invoiceId, kind: 'payment' },
        ...{ amount_minor: 12_500, currency: 'EUR', is_live: false, provider: 'stripe', provider_payment_id: 'pi_1' },
        received_at: new Date(),
      })
      .execute(),
  )
  const fields = [{ kind: 'email', name: 'email', required: true }]
  const settings = { kind: 'form', fields, consent: { text: 'You may write to me.' } }
  const made = await app.call('create-lead-source', { name: 'Form', settings }, owner)
  const { url } = made.body.source as unknown as { url: string }
  const form = new URLSearchParams({ email: 'maya@example.com', consent: '1' })
  assert.equal((await fetch(url, { method: 'POST', body: form, headers: { accept: 'application/json' } })).status, 200)

  const before = await rowsOf(owner)
  const evidence = [
    'documents',
    'document_events',
    'document_signers',
    'document_files',
    'payments',
    'invoices',
    'audit',
    'leads',
  ]
  for (const table of [...evidence, 'lead_source_consents']) assert.ok((before.get(table) ?? 0) > 0, `${table} is empty`)
  const inTenYears = new Date(Date.now() + 10 * 365 * 86_400_000)
  const cleanupId = newId()
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('cleanups')
      .values({
        ...{ org_id: owner.orgId, id: cleanupId, cutoff_at: inTenYears, started_at: inTenYears, moved_at: inTenYears },
        ...{ planned: JSON.stringify(noneRemoved), removed: JSON.stringify(noneRemoved) },
      })
      .execute(),
  )
  const { context, close } = await openJobContext(app, env)
  try {
    await runCleanup.run({ orgId: owner.orgId, cleanupId }, { ...context, now: () => inTenYears })
  } finally {
    await close()
  }
  const after = await rowsOf(owner)
  assert.ok((before.get('mails') ?? 0) > (after.get('mails') ?? 0), 'nothing was old enough to go')
  for (const [table, rows] of before) if (!cleaned.has(table)) assert.ok((after.get(table) ?? 0) >= rows, table)
})

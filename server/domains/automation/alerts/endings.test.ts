import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { settle } from '#domains/business/payments/settle.ts'
import { noDispute, type ProviderPayment } from '#ports/payments.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { openDocuments } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { openInvoice, stepOf } from '#test/support/paying.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { uploading } from '#test/uploads/fixtures.ts'

/* What has ended: an invoice is paid, a document is signed by all, an import is through. */

let app: TestApp
let worker: { stop(): Promise<void> } | undefined
before(async () => {
  // The place of the reaction in the log is set back here, for all workspaces.
  app = await startApp({ alone: true })
  await react(app, 'raise-alerts')
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Noticed {
  readonly subject_id: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly read: boolean
}

/** What a member is notified of, of a kind. */
const noticesOf = async (as: Someone, kind: string): Promise<Noticed[]> => {
  const { body } = await app.call('list-notices', { limit: 100 }, as)
  return (body.notices as unknown as (Noticed & { kind: string })[]).filter((notice) => notice.kind === kind)
}

/** What happens is read from the log, and then all of it once more, as after a crash before the place in the log was stored. */
const readTwice = async (orgId: string, happen: () => Promise<unknown>): Promise<void> => {
  const placed = <Row>(text: string, values: unknown[] = []) =>
    asOwner(app.target, async (owner) => (await owner.query(text, values)).rows as Row[])
  const [place] = await placed<{ tx: string; id: string }>(
    `select tx::text as tx, id from directory.event_cursors where reader = 'raise-alerts'`,
  )
  assert.ok(place)
  await happen()
  await followEvents(app, orgId, 'raise-alerts')
  await placed(`update directory.event_cursors set tx = $1::text::xid8, id = $2 where reader = 'raise-alerts'`, [
    place.tx,
    place.id,
  ])
  await followEvents(app, orgId, 'raise-alerts')
}

/** The provider reports that an invoice was paid, by one payment. */
const reportPaid = (owner: Someone, opened: Awaited<ReturnType<typeof openInvoice>>, paymentId: string) => {
  const payment: ProviderPayment = {
    ...{ paymentId, checkoutId: null, invoiceId: null, amountMinor: 12_500, currency: 'EUR', refundedMinor: 0 },
    ...{ dispute: noDispute, isLive: false, method: 'card', failure: null, createdAt: new Date() },
    state: 'paid',
  }
  return app.database.inOrg(owner.orgId, (db) =>
    settle(
      stepOf(db, owner.orgId, []),
      { org_id: owner.orgId, id: opened.checkoutId, invoice_id: opened.invoiceId },
      {
        ...{ checkoutId: opened.providerCheckoutId, invoiceId: opened.invoiceId, amountMinor: 12_500, currency: 'EUR' },
        ...{ isLive: false, createdAt: new Date(), payments: [payment] },
        state: 'paid',
      },
      { source: 'webhook', now: new Date(), askedAt: new Date() },
    ),
  )
}

test('a paid invoice notifies who made it, and no other member, once, however often its payment is reported and its event is read', async () => {
  const owner = await app.given.organization()
  const maker = await app.given.person(owner.orgId, 'member')
  const opened = await openInvoice(app.database, owner.orgId)
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('invoices').set({ created_by: maker.personId }).where('id', '=', opened.invoiceId).execute(),
  )
  await readTwice(owner.orgId, async () => {
    for (let n = 0; n < 3; n++) await reportPaid(owner, opened, 'pi_once')
  })
  const [paid, ...others] = await noticesOf(maker, 'invoice_paid')
  assert.deepEqual(
    [paid?.subject_id, paid?.facts.label, paid?.facts.name, paid?.facts.amount, others],
    [opened.invoiceId, 'INV-0001', 'Maya Ortiz', '€125.00', []],
  )
  assert.deepEqual(await noticesOf(owner, 'invoice_paid'), [])
})

test('a paid invoice that a key made, or a member who has left, notifies the admins and no member', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const opened = await openInvoice(app.database, owner.orgId)
  await readTwice(owner.orgId, () => reportPaid(owner, opened, 'pi_left'))
  assert.equal((await noticesOf(owner, 'invoice_paid')).length, 1)
  assert.deepEqual(await noticesOf(member, 'invoice_paid'), [])
})

test('a document notifies who sent it when all have signed, not before, and once', async () => {
  const jobs = await openJobContext(app)
  try {
    const documents = await openDocuments(app, jobs.context.vault)
    const { owner } = documents
    const other = await app.given.person(owner.orgId, 'admin')
    const document = await documents.document({ title: 'Kitchen contract' })
    const token = await documents.tokenOf(document.id, 'client')
    await readTwice(owner.orgId, async () => {
      assert.equal((await documents.signByLink(token)).status, 200)
      await followEvents(app, owner.orgId, 'raise-alerts')
      assert.deepEqual(await noticesOf(owner, 'document_signed'), [], 'one has signed')
      assert.equal((await documents.signAsAdmin(document)).status, 200)
      await documents.signByLink(token)
    })
    const signed = await noticesOf(owner, 'document_signed')
    assert.deepEqual(
      signed.map(({ subject_id, facts }) => [subject_id, facts.title]),
      [[document.id, 'Kitchen contract']],
    )
    assert.deepEqual(await noticesOf(other, 'document_signed'), [])
  } finally {
    await jobs.close()
  }
})

test('an import notifies who uploaded the file when it is done, with its rows, and once', async () => {
  const owner = await app.given.organization()
  const maker = await app.given.person(owner.orgId, 'member')
  const files = uploading(app, maker)
  const running = await app.startWorker()
  worker = running
  const { id } = await files.file(
    'email,name\nmaya@example.com,Maya\nnoor@example.com,Noor\nmaya@example.com,Maya\n',
    'fair.csv',
  )
  await files.check(id)
  assert.deepEqual(await noticesOf(maker, 'import_done'), [])
  await readTwice(owner.orgId, async () => {
    await files.import(id)
    await running.stop()
    worker = undefined
  })
  const done = await noticesOf(maker, 'import_done')
  assert.deepEqual(
    done.map(({ subject_id, facts }) => [subject_id, facts.name, facts.state, facts.rows]),
    [[id, 'fair.csv', 'done', 3]],
  )
  assert.deepEqual(await noticesOf(owner, 'import_done'), [])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { newId } from '#core/ids.ts'
import { noDispute, type ProviderCheckout, type ProviderDispute, type ProviderPayment } from '#ports/payments.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openInvoice, stepOf } from '#test/support/paying.ts'
import { lockInvoice } from '../invoices/invoices.ts'
import { findFindingsOf, resolveFinding } from './discrepancies.ts'
import { findPaymentsOf } from './payments.ts'
import { type Settled, settle } from './settle.ts'

let app: TestApp
let orgId = ''
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
})
after(() => app.stop())

const begun = Date.parse('2026-03-01T10:00:00Z')
const minute = (n: number): Date => new Date(begun + n * 60_000)

const paymentOf = (paymentId: string, more: Partial<ProviderPayment> = {}): ProviderPayment => ({
  paymentId,
  checkoutId: null,
  invoiceId: null,
  state: 'paid',
  amountMinor: 12_500,
  currency: 'EUR',
  refundedMinor: 0,
  dispute: noDispute,
  isLive: false,
  method: 'card',
  failure: null,
  createdAt: minute(0),
  ...more,
})

const inDispute: ProviderDispute = { state: 'open', lostMinor: 0, fee: null }
const lost = (lostMinor: number): ProviderDispute => ({ state: 'lost', lostMinor, fee: { minor: 1_500, currency: 'EUR' } })

type Opened = Awaited<ReturnType<typeof openInvoice>>
const toldOf = (
  opened: Opened,
  payments: readonly ProviderPayment[],
  more: Partial<ProviderCheckout> = {},
): ProviderCheckout => ({
  checkoutId: opened.providerCheckoutId,
  invoiceId: opened.invoiceId,
  state: payments.some(({ state }) => state === 'paid') ? 'paid' : 'open',
  amountMinor: 12_500,
  currency: 'EUR',
  isLive: false,
  createdAt: minute(0),
  payments,
  ...more,
})

/** Settles as the jobs and actions do, in a transaction of its own. */
const settleOnce = (
  opened: Opened,
  told: ProviderCheckout,
  {
    askedAt = new Date(),
    ordered = [] as { name: string; data: unknown }[],
    plugin,
  }: {
    askedAt?: Date
    ordered?: { name: string; data: unknown }[]
    plugin?: KyselyPlugin
  } = {},
): Promise<Settled> =>
  app.database.inOrg(orgId, (db) =>
    settle(
      stepOf(plugin ? db.withPlugin(plugin) : db, orgId, ordered),
      { org_id: orgId, id: opened.checkoutId, invoice_id: opened.invoiceId },
      told,
      { source: 'webhook', now: new Date(), askedAt },
    ),
  )

/** Everything that money leaves behind, but for ids and times of ours. */
const booksOf = (invoiceId: string) =>
  app.database.inOrg(orgId, async (db) => {
    const invoice = await lockInvoice(db, orgId, invoiceId)
    const interactions = await db.selectFrom('interactions').select('kind').where('invoice_id', '=', invoiceId).execute()
    return {
      state: invoice?.state,
      paid: invoice?.paid_minor,
      refunded: invoice?.refunded_minor,
      lost: invoice?.lost_minor,
      interactions: interactions.length,
      payments: (await findPaymentsOf(db, orgId, invoiceId)).map((row) => [
        row.provider_payment_id,
        row.kind,
        row.amount_minor,
        row.refunded_minor,
        row.dispute_state,
        row.lost_minor,
      ]),
      open: (await findFindingsOf(db, orgId, invoiceId))
        .filter(({ resolved_at }) => resolved_at === null)
        .map(({ kind, provider_payment_id }) => `${kind} ${provider_payment_id}`)
        .sort(),
    }
  })
const eventsOf = async (invoiceId: string): Promise<string[]> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('invoice_events').select('kind').where('invoice_id', '=', invoiceId).orderBy('id').execute(),
    )
  ).map(({ kind }) => kind)

test('paid once is one payment, one interaction, one receipt and one line, however often the provider reports it', async () => {
  const opened = await openInvoice(app.database, orgId)
  const ordered: { name: string; data: unknown }[] = []
  for (let n = 0; n < 5; n++)
    assert.deepEqual(await settleOnce(opened, toldOf(opened, [paymentOf('pi_once')]), { ordered }), {
      outcome: 'paid',
      toCapture: null,
    })
  assert.deepEqual(await booksOf(opened.invoiceId), {
    state: 'paid',
    paid: 12_500,
    refunded: 0,
    lost: 0,
    interactions: 1,
    payments: [['pi_once', 'payment', 12_500, 0, null, 0]],
    open: [],
  })
  assert.deepEqual(await eventsOf(opened.invoiceId), ['payment_received'])
  assert.deepEqual(
    ordered.map(({ name }) => name),
    ['send-receipt', 'close-checkouts'],
  )
})

test('fifty at once, from every way in, count one payment', async () => {
  const opened = await openInvoice(app.database, orgId)
  const ordered: { name: string; data: unknown }[] = []
  await Promise.all(Array.from({ length: 50 }, () => settleOnce(opened, toldOf(opened, [paymentOf('pi_fifty')]), { ordered })))
  assert.equal((await booksOf(opened.invoiceId)).payments.length, 1)
  assert.equal(ordered.filter(({ name }) => name === 'send-receipt').length, 1)
})

const wrongs: [kind: string, told: Partial<ProviderCheckout>, payment: Partial<ProviderPayment>][] = [
  ['wrong_invoice', { invoiceId: '01980000-0000-7000-8000-000000000000' }, {}],
  ['wrong_invoice', {}, { invoiceId: '01980000-0000-7000-8000-000000000000' }],
  ['wrong_invoice', {}, { checkoutId: 'cs_of_another' }],
  ['wrong_amount', { amountMinor: 12_499 }, { amountMinor: 12_499 }],
  ['wrong_amount', {}, { amountMinor: 1 }],
  ['wrong_amount', {}, { amountMinor: 1_250_000 }],
  ['wrong_currency', { currency: 'JPY' }, { currency: 'JPY' }],
  ['wrong_currency', {}, { currency: 'USD' }],
  ['wrong_mode', { isLive: true }, { isLive: true }],
  ['wrong_mode', {}, { isLive: true }],
]
test('a payment for another invoice, of another amount or currency, or of pretended money is refused, and seen', async () => {
  for (const [n, [kind, told, payment]] of wrongs.entries()) {
    const opened = await openInvoice(app.database, orgId)
    const bad = toldOf(opened, [paymentOf(`pi_wrong_${n}`, payment)], told)
    assert.equal((await settleOnce(opened, bad)).outcome, 'refused', kind)
    assert.equal((await settleOnce(opened, bad)).outcome, 'refused', kind)
    const books = await booksOf(opened.invoiceId)
    assert.deepEqual([books.state, books.payments, books.interactions], ['sent', [], 0], kind)
    assert.deepEqual(books.open, [`${kind} pi_wrong_${n}`])
    assert.deepEqual(await eventsOf(opened.invoiceId), ['payment_refused'])
  }
})

test('test money pays no live invoice', async () => {
  const opened = await openInvoice(app.database, orgId, { isLive: true })
  assert.equal((await settleOnce(opened, toldOf(opened, [paymentOf('pi_test_money')]))).outcome, 'refused')
  assert.equal((await booksOf(opened.invoiceId)).state, 'sent')
})

test('money beyond the invoice is kept as owed and raised, and is over once it went back', async () => {
  const opened = await openInvoice(app.database, orgId)
  const first = paymentOf('pi_first')
  const second = paymentOf('pi_second', { createdAt: minute(1) })
  await settleOnce(opened, toldOf(opened, [first, second]))
  const books = await booksOf(opened.invoiceId)
  assert.deepEqual(books.payments, [
    ['pi_first', 'payment', 12_500, 0, null, 0],
    ['pi_second', 'credit', 12_500, 0, null, 0],
  ])
  assert.deepEqual([books.state, books.paid, books.interactions, books.open], ['paid', 12_500, 1, ['double_payment pi_second']])
  await settleOnce(opened, toldOf(opened, [first, { ...second, refundedMinor: 12_500 }]))
  const after = await booksOf(opened.invoiceId)
  assert.deepEqual([after.state, after.refunded, after.open], ['paid', 0, []])
  await settleOnce(opened, toldOf(opened, [first, { ...second, refundedMinor: 0 }]))
  assert.deepEqual(
    (await booksOf(opened.invoiceId)).open,
    ['double_payment pi_second'],
    'a refund that came back is owed again',
  )
})

test('a second payment that is seen only after its refund is owed to no client', async () => {
  const opened = await openInvoice(app.database, orgId)
  await settleOnce(
    opened,
    toldOf(opened, [paymentOf('pi_kept'), paymentOf('pi_back', { createdAt: minute(1), refundedMinor: 12_500 })]),
  )
  const books = await booksOf(opened.invoiceId)
  assert.deepEqual([books.payments[1], books.open], [['pi_back', 'credit', 12_500, 12_500, null, 0], []])
})

test('a reopened dispute is raised again, also after a member dismissed the first notice', async () => {
  const opened = await openInvoice(app.database, orgId)
  const disputed = toldOf(opened, [paymentOf('pi_disputed', { dispute: inDispute })])
  const calm = toldOf(opened, [paymentOf('pi_disputed')])
  for (const told of [disputed, calm, disputed]) await settleOnce(opened, told)
  assert.deepEqual((await booksOf(opened.invoiceId)).open, ['disputed pi_disputed'])
  const [finding] = await app.database.inOrg(orgId, (db) => findFindingsOf(db, orgId, opened.invoiceId))
  await app.database.inOrg(orgId, (db) =>
    resolveFinding(db, orgId, finding?.id ?? '', { personId: app.owner.personId, resolution: 'settled', now: new Date() }),
  )
  for (const told of [calm, disputed]) await settleOnce(opened, told)
  assert.deepEqual((await booksOf(opened.invoiceId)).open, ['disputed pi_disputed'])
})

test('a lost dispute is money that is gone: named, on the invoice and its payment; one that could not be asked changes nothing', async () => {
  const opened = await openInvoice(app.database, orgId)
  const id = 'pi_dispute_lost'
  const disputed = toldOf(opened, [paymentOf(id, { dispute: inDispute })])
  const gone = toldOf(opened, [paymentOf(id, { dispute: lost(12_500) })])
  const unasked = [null, { ...noDispute, state: 'disputed' as const }].map((dispute) =>
    toldOf(opened, [paymentOf(id, { dispute })]),
  )
  for (const told of [disputed, ...unasked]) await settleOnce(opened, told)
  assert.deepEqual((await booksOf(opened.invoiceId)).open, [`disputed ${id}`])
  for (const told of [gone, gone, ...unasked]) await settleOnce(opened, told)
  const books = await booksOf(opened.invoiceId)
  assert.deepEqual(books.payments, [[id, 'payment', 12_500, 0, 'lost', 12_500]])
  assert.deepEqual([books.state, books.paid, books.refunded, books.lost], ['paid', 12_500, 0, 12_500])
  assert.deepEqual(books.open, [`dispute_lost ${id}`])
  assert.deepEqual(await eventsOf(opened.invoiceId), ['payment_received', 'disputed', 'dispute_lost'])
  const shown = await app.call('show-invoice', { invoiceId: opened.invoiceId })
  const [payment] = (shown.body as unknown as { payments: Record<string, unknown>[] }).payments
  assert.deepEqual(
    [
      payment?.is_disputed,
      payment?.dispute_state,
      payment?.lost_minor,
      payment?.dispute_fee_minor,
      payment?.dispute_fee_currency,
    ],
    [false, 'lost', 12_500, 1_500, 'EUR'],
  )
  const { body } = await app.call('list-notices', {})
  assert.ok((body.notices as unknown as { facts: { kind?: string } }[]).some(({ facts }) => facts.kind === 'dispute_lost'))

  // The bank changed its mind.
  await settleOnce(opened, toldOf(opened, [paymentOf(id, { dispute: { ...inDispute, state: 'won' } })]))
  const after = await booksOf(opened.invoiceId)
  assert.deepEqual([after.lost, after.open], [0, []])
})

test('a credit reversed by the bank is owed to no client; earlier refunds are not lost as well', async () => {
  const opened = await openInvoice(app.database, orgId)
  const first = paymentOf('pi_first_lost')
  const second = paymentOf('pi_second_lost', { createdAt: minute(1) })
  await settleOnce(opened, toldOf(opened, [first, second]))
  await settleOnce(
    opened,
    toldOf(opened, [
      { ...first, refundedMinor: 2_500, dispute: lost(12_500) },
      { ...second, dispute: lost(12_500) },
    ]),
  )
  const books = await booksOf(opened.invoiceId)
  assert.deepEqual(
    books.payments.map((row) => row.slice(3)),
    [
      [2_500, 'lost', 10_000],
      [0, 'lost', 12_500],
    ],
  )
  assert.deepEqual([books.refunded, books.lost], [2_500, 10_000])
  assert.deepEqual(books.open, ['dispute_lost pi_first_lost', 'dispute_lost pi_second_lost'])
})

test('money for a void invoice is owed to the client, and the invoice stays void', async () => {
  const opened = await openInvoice(app.database, orgId, { state: 'void' })
  await settleOnce(opened, toldOf(opened, [paymentOf('pi_void')]))
  const books = await booksOf(opened.invoiceId)
  assert.deepEqual([books.state, books.payments[0]?.[1], books.open], ['void', 'credit', ['paid_after_void pi_void']])
})

test('processing is not paid; when it falls through the invoice is open again and says why', async () => {
  const opened = await openInvoice(app.database, orgId)
  const waiting = paymentOf('pi_sepa', { state: 'processing', method: 'sepa_debit' })
  assert.equal((await settleOnce(opened, toldOf(opened, [waiting], { state: 'processing' }))).outcome, 'processing')
  assert.equal((await booksOf(opened.invoiceId)).state, 'processing')
  const failed = paymentOf('pi_sepa', { state: 'failed', failure: 'The account is closed.' })
  assert.equal((await settleOnce(opened, toldOf(opened, [failed], { state: 'expired' }))).outcome, 'failed')
  const books = await booksOf(opened.invoiceId)
  assert.deepEqual([books.state, books.payments], ['sent', []])
  const row = await app.database.inOrg(orgId, (db) => lockInvoice(db, orgId, opened.invoiceId))
  assert.equal(row?.state_reason, 'The account is closed.')
  assert.deepEqual(await eventsOf(opened.invoiceId), ['payment_processing', 'payment_failed', 'payment_fell_through'])
})

test('authorized money is captured while the invoice is open, and left once it is paid', async () => {
  const opened = await openInvoice(app.database, orgId, { currency: 'INR' })
  const rupees = { currency: 'INR' as const }
  const late = paymentOf('pay_late', { ...rupees, state: 'authorized' })
  const settled = await settleOnce(opened, toldOf(opened, [late], { ...rupees, state: 'processing' }))
  assert.deepEqual([settled.outcome, settled.toCapture?.paymentId], ['processing', 'pay_late'])
  const paid = paymentOf('pay_other', { ...rupees, createdAt: minute(2) })
  await settleOnce(opened, toldOf(opened, [late, paid], rupees))
  assert.equal((await settleOnce(opened, toldOf(opened, [late, paid], rupees))).toCapture, null)
})

// ── Any order, any number of times ──────────────────────────────────────────────────────────────────────────────────

const turns = [
  'process',
  'fail',
  'pay',
  'again',
  'refund some',
  'refund all',
  'refund fails',
  'dispute',
  'dispute is won',
  'dispute is lost',
] as const
type Turn = (typeof turns)[number]

/** What a provider would tell, turn by turn. */
const storyOf = (opened: Opened, story: readonly Turn[]): ProviderCheckout[] => {
  const told: ProviderCheckout[] = [toldOf(opened, [])]
  let payments: ProviderPayment[] = []
  const change = (more: Partial<ProviderPayment>, isSo: (payment: ProviderPayment) => boolean): void => {
    const at = payments.findLastIndex(isSo)
    payments = payments.map((payment, n) => (n === at ? { ...payment, ...more } : payment))
  }
  const isPaid = ({ state }: ProviderPayment): boolean => state === 'paid'
  const isWaiting = ({ state }: ProviderPayment): boolean => state === 'processing'
  const id = (): string => `pi_${opened.checkoutId.slice(-8)}_${payments.length}`
  for (const [n, turn] of story.entries()) {
    const createdAt = minute(n)
    if (turn === 'process' && payments.length === 0) payments = [paymentOf(id(), { state: 'processing', createdAt })]
    else if (turn === 'fail') change({ state: 'failed', failure: 'Declined' }, isWaiting)
    else if (turn === 'pay' && payments.some(isWaiting)) change({ state: 'paid' }, isWaiting)
    else if (turn === 'pay' && !payments.some(isPaid)) payments = [...payments, paymentOf(id(), { createdAt })]
    else if (turn === 'again' && payments.some(isPaid)) payments = [...payments, paymentOf(id(), { createdAt })]
    else if (turn === 'refund some') change({ refundedMinor: 500 }, isPaid)
    else if (turn === 'refund all') change({ refundedMinor: 12_500 }, isPaid)
    else if (turn === 'refund fails') change({ refundedMinor: 0 }, isPaid)
    else if (turn === 'dispute') change({ dispute: inDispute }, isPaid)
    else if (turn === 'dispute is won') change({ dispute: { ...inDispute, state: 'won' } }, isPaid)
    else if (turn === 'dispute is lost') change({ dispute: lost(12_500) }, isPaid)
    told.push(toldOf(opened, payments, payments.some(isWaiting) ? { state: 'processing' } : {}))
  }
  return told
}

test('any order and any repetition of a provider’s webhooks ends in the same payments', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...turns), { minLength: 1, maxLength: 9 }),
      fc.infiniteStream(fc.nat()),
      async (story, chance) => {
        const [straight, mixed] = [await openInvoice(app.database, orgId), await openInvoice(app.database, orgId)]
        const inOrder = storyOf(straight, story)
        for (const [n, told] of inOrder.entries()) await settleOnce(straight, told, { askedAt: minute(n) })

        const told = storyOf(mixed, story)
        const shuffled = [...told.keys(), ...told.keys()]
          .map((n) => ({ n, by: chance.next().value as number }))
          .sort((a, b) => a.by - b.by)
        const ordered: { name: string; data: unknown }[] = []
        for (const { n } of shuffled) await settleOnce(mixed, told[n] as ProviderCheckout, { askedAt: minute(n), ordered })

        const [wanted, found] = [await booksOf(straight.invoiceId), await booksOf(mixed.invoiceId)]
        const nameless = (books: typeof found) => JSON.stringify(books).replaceAll(/pi_[0-9a-f]{8}_/g, 'pi_')
        assert.equal(nameless(found), nameless(wanted))
        const receipts = ordered.filter(({ name }) => name === 'send-receipt').length
        assert.equal(receipts, found.interactions)
        assert.ok(found.interactions <= 1)
      },
    ),
    { numRuns: Number(process.env.ROUNDS ?? 40) },
  )
})

// ── A crash at every await ──────────────────────────────────────────────────────────────────────────────────────────

class Stop extends Error {}

test('a process killed between any two statements leaves nothing behind, and the next one does it all', async () => {
  const stories: ((opened: Opened) => ProviderCheckout)[] = [
    (opened) => toldOf(opened, [paymentOf(`pi_${newId()}`)]),
    (opened) => toldOf(opened, [paymentOf(`pi_${newId()}`), paymentOf(`pi_${newId()}`, { createdAt: minute(1) })]),
    (opened) => toldOf(opened, [paymentOf(`pi_${newId()}`, { refundedMinor: 12_500, dispute: inDispute })]),
    (opened) => toldOf(opened, [paymentOf(`pi_${newId()}`, { amountMinor: 5 })]),
  ]
  for (const tell of stories) {
    const opened = await openInvoice(app.database, orgId)
    const told = tell(opened)
    const before = [await booksOf(opened.invoiceId), await eventsOf(opened.invoiceId)]
    let died = 0
    for (let at = 1; at < 200; at++) {
      let statements = 0
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          if (++statements === at) throw new Stop()
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const outcome = await settleOnce(opened, told, { plugin }).catch((error: unknown) => error)
      if (!(outcome instanceof Stop)) {
        if (outcome instanceof Error) throw outcome
        break
      }
      died++
      assert.deepEqual([await booksOf(opened.invoiceId), await eventsOf(opened.invoiceId)], before, `statement ${at}`)
    }
    assert.ok(died >= 5, `only ${died} statements`)
    const books = await booksOf(opened.invoiceId)
    assert.equal(books.interactions, books.payments.length > 0 ? 1 : 0)
  }
})

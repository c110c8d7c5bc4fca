import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { type InvoiceRow, invoiceStates, moveInvoice } from './invoices.ts'

let app: TestApp
let clock = new Date()
before(async () => {
  app = await startApp({ now: () => clock })
})
after(() => app.stop())

const written = {
  clientName: 'Maya Rao',
  clientEmail: 'maya@example.com',
  currency: 'EUR',
  lines: [
    { description: 'Consulting', quantity: 3, unitMinor: 9000, taxRate: 19 },
    { description: 'Book', quantity: '1', unitMinor: 2000, taxRate: '7' },
  ],
}

interface Shown {
  readonly id: string
  readonly number: number | null
  readonly label: string | null
  readonly state: string
  readonly pay_url: string | null
  readonly overdue: boolean
  readonly total_minor: number
  readonly taxes: unknown
  readonly client_name: string
  readonly due_on: string | null
}
const invoiceOf = (reply: { status: number; body: unknown }): Shown => {
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return (reply.body as { invoice: Shown }).invoice
}
const create = async (as: Someone, changes: object = {}): Promise<Shown> =>
  invoiceOf(await app.call('create-invoice', { ...written, ...changes }, as))
const send = async (as: Someone, invoiceId: string) => app.call('send-invoice', { invoiceId }, as)
/** Where the database is too busy, the answer asks to be called again. */
const sendPatiently = async (as: Someone, invoiceId: string) => {
  for (;;) {
    const reply = await send(as, invoiceId)
    if (reply.body.code !== 'unavailable') return reply
  }
}

/** What settling does, by hand. */
const move = (as: Someone, id: string, to: (typeof invoiceStates)[number], set: object = {}) =>
  app.database.inOrg(as.orgId, async (db) => {
    const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return moveInvoice(db, row, to, set)
  })

test('an invoice is written, changed, sent, and then stays as it is', async () => {
  const someone = await app.given.organization()
  const draft = await create(someone)
  assert.deepEqual(
    [draft.state, draft.number, draft.label, draft.pay_url, draft.total_minor],
    ['draft', null, null, null, 27000 + 5130 + 2000 + 140],
  )
  assert.deepEqual(draft.taxes, [
    { rate: '19', base_minor: 27000, tax_minor: 5130 },
    { rate: '7', base_minor: 2000, tax_minor: 140 },
  ])
  const changed = invoiceOf(
    await app.call(
      'update-invoice',
      {
        invoiceId: draft.id,
        clientName: ' Maya R. ',
        dueOn: '2026-12-31',
        lines: [{ description: 'All', quantity: 1, unitMinor: 500 }],
      },
      someone,
    ),
  )
  assert.deepEqual([changed.client_name, changed.due_on, changed.total_minor], ['Maya R.', '2026-12-31', 500])

  const sent = invoiceOf(await send(someone, draft.id))
  assert.deepEqual([sent.state, sent.number, sent.label], ['sent', 1, 'INV-0001'])
  assert.match(sent.pay_url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{43}$/)
  for (const [action, body] of [
    ['update-invoice', { clientName: 'Other' }],
    ['remove-invoice', {}],
  ] as const)
    assert.deepEqual((await app.call(action, { invoiceId: draft.id, ...body }, someone)).body.code, 'invoice_not_draft', action)
  const { invoice, events } = (await app.call('show-invoice', { invoiceId: draft.id }, someone)).body as unknown as {
    invoice: Shown
    events: { kind: string; source: string; person: { id: string } }[]
  }
  assert.deepEqual(invoice, sent)
  assert.deepEqual(
    events.map(({ kind, source, person }) => [kind, source, person.id]),
    ['created', 'changed', 'sent'].map((kind) => [kind, 'person', someone.personId]),
  )
})

test('fifty invoices sent at once, and others that fail in between, take numbers without a gap or a duplicate', async () => {
  const someone = await app.given.organization()
  const drafts = await Promise.all(Array.from({ length: 50 }, () => create(someone)))
  const nothing = await Promise.all(
    Array.from({ length: 10 }, () => create(someone, { lines: [{ description: 'x', quantity: 1, unitMinor: 0 }] })),
  )
  // One that breaks after its number was taken: the transaction is undone, and the number given again.
  const broken = Array.from({ length: 10 }, async () => {
    await assert.rejects(
      app.database.inOrg(someone.orgId, async (db) => {
        await db
          .insertInto('invoice_counters')
          .values({ org_id: someone.orgId, last_number: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(['org_id', 'period'])
              .doUpdateSet((set) => ({ last_number: set('invoice_counters.last_number', '+', 1) })),
          )
          .execute()
        throw new Error('the power went')
      }),
      /the power went/,
    )
  })
  // Sixty a minute is what one person may send.
  const [colleague, latecomer] = [
    await app.given.person(someone.orgId, 'member'),
    await app.given.person(someone.orgId, 'member'),
  ]
  const sendAll = (wanted: readonly { id: string }[]) =>
    Promise.all(wanted.map(({ id }, n) => sendPatiently(n % 2 === 0 ? someone : colleague, id)))
  const replies = (await Promise.all([sendAll(drafts), sendAll(nothing), Promise.all(broken)])).flat()
  const sent = replies
    .filter((reply) => reply?.status === 200)
    .map((reply) => invoiceOf(reply as { status: number; body: unknown }).number)
  assert.deepEqual(
    sent.toSorted((a, b) => Number(a) - Number(b)),
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
  assert.deepEqual(
    replies.filter((reply) => reply && reply.status !== 200).map((reply) => reply?.body.code),
    Array(10).fill('invoice_without_amount'),
  )
  assert.equal(invoiceOf(await send(latecomer, (await create(someone)).id)).number, 51)
})

test('one invoice that is sent ten times at once has one number and one mail; a reminder comes when it is asked for later', async () => {
  const someone = await app.given.organization()
  const { id } = await create(someone)
  const numbers = (await Promise.all(Array.from({ length: 10 }, () => send(someone, id)))).map(
    (reply) => invoiceOf(reply).number,
  )
  assert.deepEqual(new Set(numbers), new Set([1]))
  const kinds = async (): Promise<string[]> =>
    ((await app.call('show-invoice', { invoiceId: id }, someone)).body.events as unknown as { kind: string }[]).map(
      ({ kind }) => kind,
    )
  assert.deepEqual(await kinds(), ['created', 'sent'])
  clock = new Date(clock.getTime() + 61_000)
  await send(someone, id)
  await send(someone, id)
  assert.deepEqual(await kinds(), ['created', 'sent', 'reminded'])
})

test('an invoice changes its state only as allowed, and each state has the fields that belong to it', async () => {
  const someone = await app.given.organization()
  const draft = await create(someone)
  const may: Record<string, string[]> = {
    draft: ['sent'],
    sent: ['processing', 'paid', 'void'],
    processing: ['sent', 'paid'],
    paid: ['refunded'],
    refunded: ['paid'],
    void: [],
  }
  for (const from of invoiceStates)
    for (const to of invoiceStates)
      if (!may[from]?.includes(to))
        assert.throws(
          () => moveInvoice(app.database.db, { ...({} as InvoiceRow), state: from }, to),
          new RegExp(`cannot go from ${from} to ${to}`),
        )
  // Without what belongs to it, the database refuses.
  await assert.rejects(move(someone, draft.id, 'sent'), /check constraint/)
  await send(someone, draft.id)
  await assert.rejects(move(someone, draft.id, 'paid'), /check constraint/)
  await assert.rejects(move(someone, draft.id, 'void', { voided_at: new Date() }), /check constraint/)
  await move(someone, draft.id, 'processing')
  for (const action of ['send-invoice', 'void-invoice', 'update-invoice', 'remove-invoice']) {
    const reply = await app.call(action, { invoiceId: draft.id, reason: 'x', note: 'x' }, someone)
    assert.equal(reply.status, 409, `${action} ${JSON.stringify(reply.body)}`)
  }
  await move(someone, draft.id, 'paid', { paid_at: new Date(), paid_minor: draft.total_minor })
  for (const action of ['send-invoice', 'void-invoice'])
    assert.equal((await app.call(action, { invoiceId: draft.id, reason: 'x' }, someone)).body.code, 'invoice_wrong_state')
})

test('one that is void keeps its number and its reason; a draft that is removed is gone', async () => {
  const someone = await app.given.organization()
  const [a, b] = [await create(someone), await create(someone)]
  await send(someone, a.id)
  const voided = invoiceOf(await app.call('void-invoice', { invoiceId: a.id, reason: 'Wrong client' }, someone))
  assert.deepEqual(
    [voided.state, voided.number, (voided as unknown as { state_reason: string }).state_reason],
    ['void', 1, 'Wrong client'],
  )
  assert.equal((await app.call('remove-invoice', { invoiceId: b.id }, someone)).status, 200)
  assert.equal((await app.call('show-invoice', { invoiceId: b.id }, someone)).body.code, 'invoice_not_found')
  assert.equal(invoiceOf(await send(someone, (await create(someone)).id)).number, 2)
})

test('the list is paged, is searched by number and client, and sums up the outstanding amount', async () => {
  const someone = await app.given.organization()
  const made: Shown[] = []
  for (const [name, currency] of [
    ['Maya', 'EUR'],
    ['50% off_Ltd', 'EUR'],
    ['Noor', 'JPY'],
    ['Ravi', 'INR'],
  ])
    made.push(
      await create(someone, {
        clientName: name,
        clientEmail: 'desk@example.com',
        currency,
        lines: [{ description: 'x', quantity: 1, unitMinor: 100 }],
      }),
    )
  for (const { id } of made.slice(0, 3)) await send(someone, id)
  const list = async (body: object) => {
    const reply = await app.call('list-invoices', body, someone)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body as unknown as { invoices: Shown[]; next_cursor: string | null; open: unknown }
  }
  const all = await list({})
  assert.deepEqual(
    all.invoices.map(({ id }) => id),
    made.map(({ id }) => id).toReversed(),
  )
  assert.deepEqual(all.open, [
    { currency: 'EUR', count: 2, minor: 200, overdue_count: 0, overdue_minor: 0 },
    { currency: 'JPY', count: 1, minor: 100, overdue_count: 0, overdue_minor: 0 },
  ])
  const first = await list({ limit: 3 })
  const second = await list({ limit: 3, cursor: first.next_cursor })
  assert.deepEqual([...first.invoices, ...second.invoices], all.invoices)
  assert.equal(second.next_cursor, null)
  const names = async (query: string) => (await list({ query })).invoices.map(({ client_name }) => client_name)
  assert.deepEqual(await names('INV-0002'), ['50% off_Ltd'])
  assert.deepEqual(await names('inv 3'), ['Noor'])
  assert.deepEqual(await names('AYA'), ['Maya'])
  assert.deepEqual(await names('0%'), ['50% off_Ltd'])
  assert.deepEqual(await names('f_l'), ['50% off_Ltd'])
  assert.deepEqual(await names('n_o'), [])
  assert.deepEqual(
    (await list({ state: 'draft' })).invoices.map(({ client_name }) => client_name),
    ['Ravi'],
  )
})

test('overdue invoices are listed and summed separately; the invoices of a contact are found by it', async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId)
  const lead = await app.post({ email: 'maya@example.com' }, key.text)
  const contactId = String(lead.body.contact_id)
  const late = await create(someone, { dueOn: '2020-01-31', contactId })
  const next = await create(someone, { dueOn: '2099-01-31' })
  await create(someone, { dueOn: '2020-01-31' })
  await send(someone, late.id)
  await send(someone, next.id)
  const list = async (body: object) =>
    (await app.call('list-invoices', body, someone)).body as unknown as { invoices: Shown[]; open: unknown }
  const { total_minor } = late
  const found = await list({ state: 'overdue' })
  assert.deepEqual(
    found.invoices.map(({ id }) => id),
    [late.id],
  )
  assert.deepEqual(found.open, [
    { currency: 'EUR', count: 2, minor: 2 * total_minor, overdue_count: 1, overdue_minor: total_minor },
  ])
  assert.deepEqual(
    (await list({ contactId })).invoices.map(({ id }) => id),
    [late.id],
  )
})

test('a key with the scope writes and reads invoices, and one without does neither', async () => {
  const someone = await app.given.organization()
  const with_ = await app.given.key(someone.orgId, { scopes: ['invoices:read', 'invoices:write'] })
  const without = await app.given.key(someone.orgId, { scopes: ['leads:read'] })
  const as = (text: string): Someone => ({ ...someone, token: text })
  const { id } = await create(as(with_.text))
  assert.equal((await send(as(with_.text), id)).status, 200)
  assert.equal((await app.call('show-invoice', { invoiceId: id }, as(with_.text))).status, 200)
  for (const action of ['show-invoice', 'send-invoice'])
    assert.equal((await app.call(action, { invoiceId: id }, as(without.text))).body.code, 'scope_missing')
})

test('an impossible invoice is refused, and the field is named', async () => {
  const someone = await app.given.organization()
  for (const [changes, field] of [
    [{ clientEmail: 'nobody' }, 'clientEmail'],
    [{ currency: 'XXY' }, 'currency'],
    [{ lines: [] }, 'lines'],
    [{ lines: Array(101).fill(written.lines[0]) }, 'lines'],
    [{ lines: [{ ...written.lines[0], quantity: 0 }] }, 'lines.0.quantity'],
    [{ lines: [{ ...written.lines[0], unitMinor: 1.5 }] }, 'lines.0.unitMinor'],
    [{ lines: [{ ...written.lines[0], unitMinor: -1 }] }, 'lines.0.unitMinor'],
    [{ dueOn: '2026-02-30' }, 'dueOn'],
    [{ locale: 'xx' }, 'locale'],
    [{ contactId: '01980000-0000-7000-8000-000000000000' }, 'contactId'],
  ] as const) {
    const reply = await app.call('create-invoice', { ...written, ...changes }, someone)
    assert.ok(reply.status === 400 || reply.status === 404, JSON.stringify(reply.body))
    assert.equal(reply.body.field, field)
  }
  const taken = await create(someone, { locale: 'pt-br', currency: 'eur' })
  assert.equal((taken as unknown as { locale: string }).locale, 'pt-BR')
})

const cherokee = 'Ꮳ Rao'
const rename = (as: Someone, id: string, client_name: string) =>
  app.database.inOrg(as.orgId, (db) => db.updateTable('invoices').set({ client_name }).where('id', '=', id).execute())

test('a character that no font for PDFs has is refused in the form, named, with the command that adds its font', async () => {
  const someone = await app.given.organization()
  const line = written.lines[0]
  const draft = await create(someone)
  for (const [changes, field] of [
    [{ clientName: cherokee }, 'clientName'],
    [{ clientAddress: `1 Road\n${cherokee}` }, 'clientAddress'],
    [{ note: cherokee }, 'note'],
    [{ lines: [line, { ...line, description: cherokee }] }, 'lines.1.description'],
  ] as const) {
    for (const [action, input] of [
      ['create-invoice', { ...written, ...changes }],
      ['update-invoice', { invoiceId: draft.id, ...changes }],
      ...('lines' in changes ? [['price-invoice', { currency: 'EUR', ...changes }] as const] : []),
    ] as const) {
      const { status, body } = await app.call(action, input, someone)
      assert.deepEqual([status, body.code, body.field], [400, 'letter_without_font', field], action)
      assert.match(String(body.error), /no PDF font has “Ꮳ” \(U\+13E3\)/)
    }
  }
  const said = async (changes: object) =>
    String((await app.call('create-invoice', { ...written, ...changes }, someone)).body.error)
  assert.match(await said({ clientName: 'გიორგი' }), /“გ” \(U\+10D2\) needs a font .* npx foyer fonts add georgian$/)
  assert.match(await said({ note: 'pay \u202e001' }), /U\+202E is invisible/)
  // Digits of its own.
  assert.match(await said({ locale: 'en-u-nu-khmr' }), /^locale: “១”/)
  assert.equal((await app.call('update-workspace', { name: cherokee }, someone)).body.field, 'name')

  const taken = await create(someone, { clientName: 'Me\u0301lanie\u200b\r\n株式会社', note: 'شكرًا 🎉' })
  assert.equal(taken.client_name, 'Mélanie 株式会社')
  // A lead is never refused for its letters.
  const { text } = await app.given.key(someone.orgId)
  assert.ok((await app.post({ name: cherokee, email: 'c@example.com' }, text)).status < 300)
})

test('a document older than its fonts is not sent with characters that they lack, and one already sent shows them as code points and says so', async () => {
  const someone = await app.given.organization()
  const { id } = await create(someone)
  const shown = async () =>
    (await app.call('show-invoice', { invoiceId: id }, someone)).body as unknown as {
      letters_without_font: { letter: string; codes: string }[]
    }
  assert.deepEqual((await shown()).letters_without_font, [])
  await rename(someone, id, cherokee)
  const refused = await send(someone, id)
  assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'letter_without_font', 'clientName'])
  assert.deepEqual((await shown()).letters_without_font, [{ letter: 'Ꮳ', codes: 'U+13E3' }])
  await rename(someone, id, 'Maya Rao')
  assert.equal(invoiceOf(await send(someone, id)).state, 'sent')
  await rename(someone, id, cherokee)
  const file = await fetch(`${app.url}/download/download-invoice?invoiceId=${id}`, {
    headers: { authorization: `Bearer ${someone.token}` },
  })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await file.arrayBuffer())), { mergePages: true })
  assert.match(
    text,
    /\[U\+13E3\] Rao[\s\S]*no font for some characters\. Their code points are shown instead, such as \[U\+13E3\]/,
  )
})

test('texts are as long as a document that is set in a second or two, and no longer', async () => {
  const someone = await app.given.organization()
  const line = written.lines[0]
  const long = (count: number, description: string) => ({ lines: Array(count).fill({ ...line, description }) })
  for (const [changes, field] of [
    [long(1, 'x\n'.repeat(30).concat('x')), 'lines.0.description'],
    [long(21, 'x'.repeat(1_000)), 'lines'],
    [long(11, 'x\n'.repeat(29).concat('x')), 'lines'],
    [{ clientAddress: 'x\n'.repeat(15).concat('x') }, 'clientAddress'],
    [{ note: 'x\n'.repeat(60).concat('x') }, 'note'],
  ] as const) {
    const { status, body } = await app.call('create-invoice', { ...written, ...changes }, someone)
    assert.deepEqual([status, body.field], [400, field], JSON.stringify(body))
  }
  const { id } = await create(someone, { ...long(10, 'x\n'.repeat(29).concat('x')), note: 'x\n'.repeat(59).concat('x') })
  await app.database.inOrg(someone.orgId, (db) =>
    db
      .updateTable('invoice_lines')
      .set({ description: 'x\n'.repeat(400) })
      .where('invoice_id', '=', id)
      .execute(),
  )
  assert.equal((await send(someone, id)).body.code, 'invoice_too_long')
})

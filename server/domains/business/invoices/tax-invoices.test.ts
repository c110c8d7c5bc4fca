import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { moveInvoice } from './invoices.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

const gstin = '27AAPFU0939F1ZV'
const client = {
  clientName: 'Asha Traders LLP',
  clientEmail: 'accounts@asha.example',
  clientAddress: '14 MG Road\nPune 411001\nMaharashtra (27)',
  clientTaxNumber: '27 AAPFU 0939 F1ZV',
}
const line = { description: 'Interior design', quantity: 1, unitMinor: 100_03, taxRate: 18, taxCode: '998391' }

const studio = async (): Promise<Someone> => {
  const owner = await app.given.organization('Rao Studio')
  const address = { legalName: 'Rao Studio LLP', street: '3 Hill Road', city: 'Mumbai', postcode: '400050', country: 'IN' }
  const saved = await app.call('save-business', { ...address, taxNumbers: { gstin } }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return owner
}

interface Shown {
  readonly id: string
  readonly tax_minor: number
  readonly total_minor: number
  readonly place_of_supply: string | null
  readonly tax_parts: readonly {
    readonly kind: string
    readonly rate: string
    readonly base_minor: number
    readonly tax_minor: number
  }[]
  readonly lines: readonly { readonly tax_code: string | null }[]
  readonly client_tax_number: string | null
  readonly pay_url: string
}
const create = async (as: Someone, fields: object = {}): Promise<Shown> => {
  const input = { ...client, currency: 'INR', placeOfSupply: '27', lines: [line], ...fields }
  const { status, body } = await app.call('create-invoice', input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.invoice as unknown as Shown
}
const send = async (as: Someone, invoiceId: string): Promise<Shown> => {
  const { status, body } = await app.call('send-invoice', { invoiceId }, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.invoice as unknown as Shown
}
const show = async (as: Someone, invoiceId: string) =>
  (await app.call('show-invoice', { invoiceId }, as)).body as unknown as {
    invoice: Shown
    missing_details: { field: string }[]
  }
const pdfTextOf = async (as: Someone, invoiceId: string, document = 'invoice'): Promise<string> => {
  const answer = await fetch(`${app.url}/download/download-invoice?invoiceId=${invoiceId}&document=${document}`, {
    headers: { authorization: `Bearer ${as.token}` },
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
}
const part = (kind: string, rate: string, tax_minor: number) => ({ kind, rate, base_minor: 100_03, tax_minor })

test('within a state the tax is half central and half the state’s, on the PDF, the receipt and the pay page as in the answer', async () => {
  const owner = await studio()
  const draft = await create(owner)
  assert.deepEqual((await show(owner, draft.id)).missing_details, [])
  const invoice = await send(owner, draft.id)
  // 18 % of 100.03 is 18.0054: the central tax has the odd paisa.
  assert.deepEqual([invoice.tax_minor, invoice.total_minor], [18_01, 118_04])
  assert.deepEqual(invoice.tax_parts, [part('cgst', '9', 9_01), part('sgst', '9', 9_00)])
  assert.deepEqual([invoice.client_tax_number, invoice.place_of_supply, invoice.lines[0]?.tax_code], [gstin, '27', '998391'])

  const expected = ['SAC 998391', `GSTIN ${gstin}`, 'CGST 9% on', 'SGST 9% on', 'Maharashtra (27)', '₹9.01', '₹9.00', '₹118.04']
  const pdf = await pdfTextOf(owner, draft.id)
  for (const words of [...expected, 'Place of supply', 'Reverse charge No'])
    assert.ok(pdf.includes(words), `${words} in ${pdf}`)
  const page = await (await fetch(invoice.pay_url)).text()
  for (const words of [...expected, 'Reverse charge: No']) assert.ok(page.includes(words), `${words} in ${page}`)
  await app.database.inOrg(owner.orgId, async (db) => {
    const row = await db.selectFrom('invoices').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow()
    await moveInvoice(db, row, 'paid', { paid_at: new Date(), paid_minor: row.total_minor })
  })
  const receipt = await pdfTextOf(owner, draft.id, 'receipt')
  for (const words of expected) assert.ok(receipt.includes(words), `${words} in ${receipt}`)
})

test('between states the tax is one; a draft follows the GSTIN of the business, a sent invoice keeps the one it was sent with', async () => {
  const owner = await studio()
  const [sent, open] = [await create(owner, { placeOfSupply: '29' }), await create(owner, { placeOfSupply: '29' })]
  const igst = [part('igst', '18', 18_01)]
  assert.deepEqual((await send(owner, sent.id)).tax_parts, igst)
  assert.deepEqual(open.tax_parts, igst)
  const moved = await app.call('save-business', { taxNumbers: { gstin: '29AAGCB7383J1Z4' } }, owner)
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual((await show(owner, sent.id)).invoice.tax_parts, igst)
  assert.deepEqual((await show(owner, open.id)).invoice.tax_parts, [part('cgst', '9', 9_01), part('sgst', '9', 9_00)])
  const cleared = await app.call('update-invoice', { invoiceId: open.id, placeOfSupply: null }, owner)
  assert.deepEqual((cleared.body.invoice as unknown as Shown).tax_parts, [])
})

test('a price is split as the invoice will be, and a business elsewhere has no parts', async () => {
  const owner = await studio()
  const priced = { currency: 'INR', lines: [line, { ...line, taxRate: 5, unitMinor: 200_00 }], placeOfSupply: '27' }
  const { body } = await app.call('price-invoice', priced, owner)
  assert.deepEqual(
    (body.tax_parts as unknown as Shown['tax_parts']).map(({ kind, rate, tax_minor }) => [kind, rate, tax_minor]),
    [
      ['cgst', '9', 9_01],
      ['sgst', '9', 9_00],
      ['cgst', '2.5', 5_00],
      ['sgst', '2.5', 5_00],
    ],
  )
  const german = await app.given.organization()
  await app.call('save-business', { country: 'DE' }, german)
  assert.deepEqual((await app.call('price-invoice', priced, german)).body.tax_parts, [])
})

test('an export says by which of the two ways of the rules it leaves, and asks for the client’s address', async () => {
  const owner = await studio()
  const abroad = { placeOfSupply: '96', clientTaxNumber: null, currency: 'USD' }
  const bare = await create(owner, { ...abroad, clientAddress: null })
  assert.deepEqual(
    (await show(owner, bare.id)).missing_details.map(({ field }) => field),
    ['client_address'],
  )
  const free = await create(owner, { ...abroad, lines: [{ ...line, taxRate: 0 }] })
  await send(owner, free.id)
  assert.match(await pdfTextOf(owner, free.id), /Outside India \(96\).*UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX/)
  const taxed = await create(owner, abroad)
  const invoice = await send(owner, taxed.id)
  assert.deepEqual(invoice.tax_parts, [part('igst', '18', 18_01)])
  assert.match(await pdfTextOf(owner, taxed.id), /SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX/)
})

test('under reverse charge the invoice says yes, and has no tax', async () => {
  const owner = await studio()
  const draft = await create(owner, { reverseCharge: true, lines: [{ ...line, taxRate: 0 }] })
  assert.deepEqual(draft.tax_parts, [])
  assert.deepEqual((await show(owner, draft.id)).missing_details, [])
  assert.match(await pdfTextOf(owner, draft.id), /Reverse charge Yes/)
})

test('a code, a place and a GSTIN that do not exist are refused by their fields', async () => {
  const owner = await studio()
  for (const [fields, field, code] of [
    [{ lines: [{ ...line, taxCode: '9983' }] }, 'lines.0.taxCode', 'bad_request'],
    [{ lines: [{ ...line, taxCode: '12345' }] }, 'lines.0.taxCode', 'bad_request'],
    [{ placeOfSupply: '28' }, 'placeOfSupply', 'bad_request'],
    [{ placeOfSupply: 'KA' }, 'placeOfSupply', 'bad_request'],
    [{ clientTaxNumber: '27AAPFU0939F1ZX' }, 'clientTaxNumber', 'business_number_invalid'],
  ] as const) {
    const input = { ...client, currency: 'INR', placeOfSupply: '27', lines: [line], ...fields }
    const { status, body } = await app.call('create-invoice', input, owner)
    assert.deepEqual([status, body.field, body.code], [400, field, code], JSON.stringify(body))
  }
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { drawnPng } from '#test/support/logos.ts'
import { nextNumber, periodOf } from './numbering.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

const studio = {
  legalName: 'Rao Studio Interiors SARL',
  street: '27 Rue du Faubourg Saint-Antoine',
  postcode: '75011',
  city: 'Paris',
  country: 'FR',
  registration: 'RCS Paris 303 265 045',
  email: 'hello@rao.studio',
  phone: '01 99 00 12 47',
  taxNumbers: { vat: 'FR 40 303 265 045' },
  bank: { iban: 'FR14 2004 1010 0505 0001 3M02 606' },
  colour: '#1f5f4c',
  footer: 'Managing director: Maya Rao',
}
const line = { description: 'Concept', quantity: 1, unitMinor: 195_000, taxRate: 20 }
const draft = async (as: Someone, fields: object = {}): Promise<string> => {
  const { status, body } = await app.call(
    'create-invoice',
    {
      clientName: 'Sheena Nelson',
      clientEmail: 'sheena@nelson.example',
      clientAddress: '1 Rue A\nParis',
      currency: 'EUR',
      lines: [line],
      ...fields,
    },
    as,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return (body.invoice as unknown as { id: string }).id
}
const send = (as: Someone, invoiceId: string, more: object = {}) => app.call('send-invoice', { invoiceId, ...more }, as)
const sent = async (as: Someone, fields: object = {}) => {
  const { status, body } = await send(as, await draft(as, fields))
  assert.equal(status, 200, JSON.stringify(body))
  return body.invoice as unknown as { id: string; label: string; number: number; pay_url: string }
}
const pdfOf = async (as: Someone, invoiceId: string): Promise<Buffer> => {
  const { token } = as
  const answer = await fetch(`${app.url}/download/download-invoice?invoiceId=${invoiceId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}
const textOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replaceAll(/\s+/g, ' ')
const upload = (as: Someone, content: Buffer) =>
  fetch(`${app.url}/business-logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })

test('an invoice shows who sends it, and keeps it as it was when it was sent', async () => {
  const owner = await app.given.organization('Rao Studio')
  const { file } = (await (await upload(owner, drawnPng(300, 120))).json()) as { file: { id: string } }
  assert.equal((await app.call('save-business', { ...studio, logoId: file.id }, owner)).status, 200)
  const invoice = await sent(owner)
  const before = await pdfOf(owner, invoice.id)
  const text = await textOf(before)
  for (const words of [
    'Rao Studio',
    studio.legalName,
    studio.street,
    '75011 Paris',
    'France',
    'hello@rao.studio',
    '+33 1 99 00 12 47',
  ])
    assert.ok(text.includes(words), `${words} in ${text}`)
  for (const words of ['VAT ID FR40303265045', studio.registration, 'FR14 2004 1010 0505 0001 3M02 606', studio.footer])
    assert.ok(text.includes(words), `${words} in ${text}`)
  assert.ok(before.includes('/Subtype/Image') || before.includes('/Subtype /Image'), 'the logo is in it')

  const other = {
    street: '9 Avenue Nouvelle',
    colour: '#6b2f6b',
    logoId: null,
    tradeName: 'Rao & Cie',
    footer: null,
    bank: { iban: null },
  }
  assert.equal((await app.call('save-business', other, owner)).status, 200)
  assert.equal(digest(await pdfOf(owner, invoice.id)), digest(before), 'not a byte differs')
  const page = await (await fetch(invoice.pay_url)).text()
  assert.ok(
    page.includes(studio.street) &&
      page.includes(`/brand/${owner.orgId}/${file.id}`) &&
      page.includes('/brand/colour/1f5f4c.css'),
  )
  const next = await textOf(await pdfOf(owner, (await sent(owner)).id))
  assert.ok(next.includes('9 Avenue Nouvelle') && next.includes('Rao & Cie') && !next.includes(studio.footer))
})

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('a change of the numbering applies to the next invoice; numbers stay gapless, and go on where their period ended', async () => {
  const owner = await app.given.organization()
  assert.equal((await sent(owner)).label, 'INV-0001')
  const year = new Date().getUTCFullYear()
  const saved = await app.call('save-invoice-numbering', { prefix: 'RE-', period: 'year', width: 3 }, owner)
  assert.deepEqual(saved.body.numbering, {
    prefix: 'RE-',
    period: 'year',
    width: 3,
    next_label: `RE-${year}-001`,
    last_label: null,
  })
  assert.deepEqual(
    (await Promise.all(Array.from({ length: 12 }, () => sent(owner)))).map(({ label }) => label).toSorted(),
    Array.from({ length: 12 }, (_, at) => `RE-${year}-${String(at + 1).padStart(3, '0')}`),
  )
  await app.call('save-invoice-numbering', { period: 'none', prefix: '', width: 1 }, owner)
  assert.deepEqual([(await sent(owner)).label, (await sent(owner)).label], ['2', '3'])
  await app.call('save-invoice-numbering', { period: 'year', prefix: 'X', width: 2 }, owner)
  assert.equal((await sent(owner)).label, `X${year}-13`)
  const { body } = await app.call('list-invoices', { query: 'RE-', limit: 200 }, owner)
  assert.equal((body.invoices as unknown as object[]).length, 12)
  for (const prefix of ['RE2-', '<b>', 'a very long prefix'])
    assert.equal((await app.call('save-invoice-numbering', { prefix }, owner)).status, 400, prefix)
})

test('a period ends with its day in the zone of the workspace; a number whose transaction fails is given again', async () => {
  const at = new Date('2026-12-31T23:30:00Z')
  assert.deepEqual([periodOf('year', at, 'UTC'), periodOf('year', at, 'Europe/Berlin')], ['2026', '2027'])
  assert.equal(periodOf('april', new Date('2026-03-31T18:29:59Z'), 'Asia/Kolkata'), '2025-26')
  assert.equal(periodOf('april', new Date('2026-03-31T18:30:00Z'), 'Asia/Kolkata'), '2026-27')
  assert.equal(periodOf('april', new Date('2099-05-01T00:00:00Z'), 'UTC'), '2099-00')
  const owner = await app.given.organization()
  await app.call('save-invoice-numbering', { period: 'april', prefix: 'A/' }, owner)
  await assert.rejects(
    app.database.inOrg(owner.orgId, async (db) => {
      assert.equal((await nextNumber(db, owner.orgId, new Date('2026-04-01T12:00:00Z'))).label, 'A/2026-27-0001')
      throw new Error('the power went')
    }),
  )
  await app.database.inOrg(owner.orgId, async (db) => {
    assert.equal((await nextNumber(db, owner.orgId, new Date('2026-04-01T12:00:00Z'))).label, 'A/2026-27-0001')
  })
})

const missingOf = async (as: Someone, invoiceId: string): Promise<string[]> => {
  const { body } = await app.call('show-invoice', { invoiceId }, as)
  return (body.missing_details as unknown as { field: string; place: string }[]).map(({ field, place }) => `${place} ${field}`)
}

test('an invoice names what the country of its sender asks for before it is sent, and leaves without it only when a member says so', async () => {
  const owner = await app.given.organization()
  const id = await draft(owner, { clientAddress: null })
  assert.deepEqual(await missingOf(owner, id), ['business country'], 'without a country nothing is asked for')
  await app.call('save-business', { country: 'DE' }, owner)
  assert.deepEqual(await missingOf(owner, id), [
    ...['business legal_name', 'business street', 'business city', 'business vat', 'invoice client_address'],
    ...['business tax_numbers', 'business postcode'],
  ])
  const refused = await send(owner, id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'invoice_incomplete'])
  assert.match(
    String(refused.body.error),
    /the legal name, .* \(in Settings → Business\); the client’s address \(on the invoice\)/,
  )
  const { body } = await app.call('show-invoice', { invoiceId: id }, owner)
  assert.equal((body.invoice as unknown as { state: string }).state, 'draft')
  assert.equal((await send(owner, id, { incomplete: true })).status, 200)
  assert.deepEqual(await missingOf(owner, id), [], 'of a sent one nothing can be changed')
})

const cases = [
  ['FR', {}, {}, []],
  ['FR', { taxRate: 0 }, { taxNumbers: { vat: null } }, []],
  ['FR', {}, { registration: null }, ['business registration']],
  ['GB', {}, { taxNumbers: { vat: null } }, ['business vat']],
  ['GB', {}, { taxNumbers: { vat: 'GB980780684' } }, []],
  ['IN', {}, {}, ['business gstin', 'invoice tax_code', 'invoice place_of_supply']],
  ['IN', { taxCode: '998391' }, { taxNumbers: { vat: null, gstin: '27AAPFU0939F1ZV' } }, ['invoice place_of_supply']],
  ['IN', { taxRate: 0 }, { taxNumbers: { vat: null } }, []],
  ['US', {}, { legalName: null, street: null }, []],
  ['JP', {}, { legalName: null }, []],
] as const

test('each country asks for its own: EU, United Kingdom, India and the United States', async () => {
  for (const [country, ofLine, business, expected] of cases) {
    const owner = await app.given.organization()
    const saved = await app.call('save-business', { ...studio, country, ...business }, owner)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const id = await draft(owner, { lines: [{ ...line, ...ofLine }] })
    assert.deepEqual(await missingOf(owner, id), expected, `${country} ${JSON.stringify(business)}`)
  }
})

test('reverse charge: no tax, the VAT IDs of both, and the words of the law in the language of the invoice', async () => {
  const owner = await app.given.organization()
  await app.call('save-business', studio, owner)
  const taxed = await app.call(
    'create-invoice',
    { clientName: 'x', clientEmail: 'x@example.com', currency: 'EUR', lines: [line], reverseCharge: true },
    owner,
  )
  assert.deepEqual([taxed.status, taxed.body.code], [400, 'reverse_charge_taxed'])
  const free = { lines: [{ ...line, taxRate: 0 }], reverseCharge: true, locale: 'de' }
  const id = await draft(owner, free)
  assert.deepEqual(await missingOf(owner, id), ['invoice client_vat'])
  await app.call('update-invoice', { invoiceId: id, clientTaxNumber: '21/815/08150' }, owner)
  assert.deepEqual(await missingOf(owner, id), ['invoice client_vat'], 'a number of another tax is no VAT ID')
  const wrong = await app.call('update-invoice', { invoiceId: id, clientTaxNumber: 'DE136695977' }, owner)
  assert.deepEqual([wrong.status, wrong.body.code, wrong.body.field], [400, 'business_number_invalid', 'clientTaxNumber'])
  assert.equal((await app.call('update-invoice', { invoiceId: id, clientTaxNumber: 'de 136 695 976' }, owner)).status, 200)
  const back = await app.call('update-invoice', { invoiceId: id, lines: [line] }, owner)
  assert.equal(back.body.code, 'reverse_charge_taxed')
  assert.deepEqual(await missingOf(owner, id), [])
  assert.equal((await send(owner, id)).status, 200)
  const text = await textOf(await pdfOf(owner, id))
  assert.ok(text.includes('Steuerschuldnerschaft des Leistungsempfängers') && text.includes('USt-IdNr. DE136695976'), text)
})

test('an Indian invoice whose number the rules do not allow is named, with where the number is set', async () => {
  const owner = await app.given.organization()
  await app.call('save-business', { ...studio, country: 'IN', taxNumbers: { vat: null, gstin: '27AAPFU0939F1ZV' } }, owner)
  await app.call('save-invoice-numbering', { prefix: 'RAO_', period: 'april', width: 8 }, owner)
  const coded = { placeOfSupply: '27', lines: [{ ...line, taxCode: '998391' }] }
  assert.deepEqual(await missingOf(owner, await draft(owner, coded)), ['numbering label'])
})

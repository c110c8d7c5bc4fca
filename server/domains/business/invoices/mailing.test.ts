import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import type { JobContext } from '#core/context.ts'
import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import { openBody } from '#domains/platform/mail-out/mails.ts'
import type { Mail } from '#ports/mail.ts'
import { type Outbox, openOutbox } from '#test/mail/outbox.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { typstDocuments } from '../../../providers/typst/documents.ts'
import { moveInvoice } from './invoices.ts'
import { mailInvoice } from './mail-invoice.ts'
import { sendReceipt } from './send-receipt.ts'

let app: TestApp
let outbox: Outbox
const documents = typstDocuments()
before(async () => {
  app = await startApp({ alone: true }) // its jobs run over all organizations
  outbox = await openOutbox(app)
})
after(async () => {
  await documents.close()
  await outbox.close()
  await app.stop()
})

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it
const context = (ports: Partial<JobContext['ports']> = {}): JobContext => ({
  ...outbox.context({} as Mail, new Date()),
  vault,
  within: foyer.within,
  ports: { documents, ...ports } as JobContext['ports'],
})

const sent = async (as: Someone, changes: object = {}): Promise<{ id: string; mailId: string; pay_url: string }> => {
  const made = await app.call(
    'create-invoice',
    {
      clientName: 'Maya Rao',
      clientEmail: 'maya@example.com',
      currency: 'EUR',
      lines: [{ description: 'Beratung', quantity: 3, unitMinor: 9000, taxRate: 19 }],
      dueOn: '2026-12-31',
      ...changes,
    },
    as,
  )
  const { id } = made.body.invoice as unknown as { id: string }
  const reply = await app.call('send-invoice', { invoiceId: id }, as)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const { events } = (await app.call('show-invoice', { invoiceId: id }, as)).body as unknown as {
    events: { kind: string; facts: { mail_id: string } }[]
  }
  const mailId = events.find(({ kind }) => kind === 'sent')?.facts.mail_id ?? ''
  return { id, mailId, pay_url: (reply.body.invoice as unknown as { pay_url: string }).pay_url }
}
const mailsOf = (as: Someone) =>
  app.database.inOrg(as.orgId, (db) =>
    db.selectFrom('mails').selectAll().where('org_id', '=', as.orgId).orderBy('id').execute(),
  )
const pay = (as: Someone, id: string) =>
  app.database.inOrg(as.orgId, async (db) => {
    const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return moveInvoice(db, row, 'paid', { paid_at: new Date('2026-11-21T10:00:00Z'), paid_minor: row.total_minor })
  })
const textOf = async (pdf: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

test('an invoice goes out once, in its language, with the link, the sum, the day and the PDF', async () => {
  const someone = await app.given.organization('Nord & Süd')
  const { id, mailId, pay_url } = await sent(someone, { locale: 'de-DE' })
  const order = { orgId: someone.orgId, invoiceId: id, mailId, template: 'invoice' as const }
  await Promise.all([mailInvoice.run(order, context()), mailInvoice.run(order, context()).catch(() => {})])
  await mailInvoice.run(order, context())
  const mails = await mailsOf(someone)
  assert.equal(mails.length, 1)
  const [mail] = mails as [(typeof mails)[number]]
  assert.deepEqual(
    [mail.id, mail.to_email, mail.template, mail.subject, mail.attachment_names],
    [mailId, 'maya@example.com', 'invoice', 'Rechnung INV-0001 von Nord & Süd', ['INV-0001.pdf']],
  )
  const { html, text, attachments } = openBody(vault, mail)
  for (const words of ['321,30', '31. Dezember 2026', pay_url, 'Nord & Süd sendet Ihnen'])
    assert.ok(text.includes(words), `${words}: ${text}`)
  assert.ok(html.includes('lang="de"') && !html.includes('>Foyer<') && !html.includes('Or copy'))
  const pdf = await textOf(attachments[0]?.bytes ?? Buffer.alloc(0))
  for (const words of ['Rechnung', 'INV-0001', 'Nord & Süd', 'Maya Rao', '321,30', '31. Dezember 2026', '19 %'])
    assert.ok(pdf.includes(words), `${words}: ${pdf}`)
  const listed = (await app.call('list-mails', {}, someone)).body.mails as unknown as { attachments: string[] }[]
  assert.deepEqual(listed[0]?.attachments, ['INV-0001.pdf'])
})

test('one that was voided before its mail was made is not mailed, and one that was paid is not reminded of', async () => {
  const someone = await app.given.organization()
  const [a, b] = [await sent(someone), await sent(someone)]
  await app.call('void-invoice', { invoiceId: a.id, reason: 'x' }, someone)
  await mailInvoice.run({ orgId: someone.orgId, invoiceId: a.id, mailId: a.mailId, template: 'invoice' }, context())
  await pay(someone, b.id)
  await mailInvoice.run({ orgId: someone.orgId, invoiceId: b.id, mailId: b.mailId, template: 'invoice-reminder' }, context())
  assert.deepEqual(await mailsOf(someone), [])
})

test('a paid invoice has one receipt, however often and however many at once ask for it', async () => {
  const someone = await app.given.organization()
  const { id } = await sent(someone, { locale: 'fr' })
  const order = { orgId: someone.orgId, invoiceId: id }
  await sendReceipt.run(order, context())
  assert.deepEqual(await mailsOf(someone), [], 'not before it is paid')
  await pay(someone, id)
  await Promise.all(Array.from({ length: 8 }, () => sendReceipt.run(order, context())))
  await sendReceipt.run(order, context())
  const mails = await mailsOf(someone)
  assert.deepEqual(
    mails.map(({ template, attachment_names, subject }) => [
      template,
      attachment_names,
      subject.startsWith('Reçu pour la facture INV-0001'),
    ]),
    [['receipt', ['receipt-INV-0001.pdf'], true]],
  )
  const pdf = await textOf(openBody(vault, mails[0] as (typeof mails)[number]).attachments[0]?.bytes ?? Buffer.alloc(0))
  for (const words of ['Reçu', 'PAYÉE', '21 novembre 2026', 'Merci']) assert.ok(pdf.includes(words), `${words}: ${pdf}`)
  const { events } = (await app.call('show-invoice', { invoiceId: id }, someone)).body as unknown as {
    events: { kind: string }[]
  }
  assert.equal(events.filter(({ kind }) => kind === 'receipt_mailed').length, 1)
})

test('a receipt whose creation breaks off at any place is created by the next attempt, and is still one', async () => {
  const someone = await app.given.organization()
  const { id } = await sent(someone)
  await pay(someone, id)
  const order = { orgId: someone.orgId, invoiceId: id }
  const broken = { documents: { ...documents, setInvoice: () => Promise.reject(new Error('no room')) } }
  await assert.rejects(sendReceipt.run(order, context(broken)), /no room/)
  await assert.rejects(
    sendReceipt.run(order, { ...context(), enqueueIn: () => Promise.reject(new Error('the power went')) }),
    /the power went/,
  )
  assert.deepEqual(await mailsOf(someone), [])
  await sendReceipt.run(order, context())
  await sendReceipt.run(order, context())
  assert.equal((await mailsOf(someone)).length, 1)
})

test('an invoice and its receipt are downloaded as PDF by staff and by holders of the link only', async () => {
  const someone = await app.given.organization()
  const { id, pay_url } = await sent(someone)
  const get = async (path: string, as: Someone | null = someone) => {
    const response = await fetch(path.startsWith('http') ? path : `${app.url}${path}`, {
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const file = await get(`/download/download-invoice?invoiceId=${id}`)
  assert.deepEqual(
    [file.status, file.headers.get('content-type'), file.headers.get('content-disposition')],
    [200, 'application/pdf', 'attachment; filename="INV-0001.pdf"'],
  )
  assert.match(await textOf(file.bytes), /INV-0001/)
  const public_ = await get(`${pay_url}/invoice.pdf`, null)
  assert.ok(public_.bytes.equals(file.bytes))
  assert.equal((await get(`/download/download-invoice?invoiceId=${id}&document=receipt`)).status, 409)
  assert.equal((await get(`${pay_url}/receipt.pdf`, null)).status, 409)
  assert.equal((await get(`${pay_url.slice(0, -3)}xyz/invoice.pdf`, null)).status, 404)
  assert.equal((await get(`/download/download-invoice?invoiceId=${id}`, await app.given.organization())).status, 404)
  assert.equal((await get(`/download/download-invoice?invoiceId=${id}`, null)).status, 401)
  await pay(someone, id)
  assert.match(await textOf((await get(`${pay_url}/receipt.pdf`, null)).bytes), /Receipt.*PAID/)
})

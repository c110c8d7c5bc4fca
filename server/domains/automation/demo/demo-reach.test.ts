import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routeCall } from '#domains/conversations/voice/routes.ts'
import { isDemoEmail, isDemoPhone } from '#shapes/demo-people.ts'
import { readPhone } from '#shapes/phones.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { demoLeads } from './demo-leads.ts'

let app: TestApp
let worker: { stop(): Promise<void> } | null = null
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const userEmail = 'mira@sandbox.example'
const ofDemo = 'hannah.weiss@weiss-und-sohn.example.com'
const reason = 'Demo data: this was sent to no one.'

test('each address and number of the demo is known as one, and no other is', () => {
  const people = demoLeads(new Date()).map(({ body }) => body as { email?: string; phone?: string })
  for (const { email, phone } of people) {
    if (email) assert.ok(isDemoEmail(email), email)
    if (phone) assert.ok(isDemoPhone(readPhone(phone, null)?.e164 ?? null), phone)
  }
  for (const real of ['jo@example.com', 'hannah.weiss@example.com', '', null]) assert.ok(!isDemoEmail(real), String(real))
  assert.ok(!isDemoPhone('+4915112000001') && !isDemoPhone(null))
})

test('an email to a person of the demo is kept, reaches no mailbox and says so; one to others beside them is refused', async () => {
  const owner = await seeded()
  await connectGoogle(app, owner)
  const wish = { subject: 'Our offer', body: '<p>Here it is</p>', userEmail }
  const mixed = await app.call('send-email', { ...wish, to: `rosa@client.example, ${ofDemo}` }, owner)
  assert.deepEqual(
    [mixed.status, mixed.body.error],
    [400, `${ofDemo} is demo data, and a mail to it goes to no one. Remove it from the recipients.`],
  )
  const { messageId } = ok(await app.call('send-email', { ...wish, to: `Hannah <${ofDemo.toUpperCase()}>` }, owner)).body
  const mail = await until('the mail has ended', async () => {
    const reply = ok(await app.call('show-email', { id: messageId, userEmail }, owner))
    const found = reply.body.mail as unknown as { state: string; error: string | null }
    return found.state === 'queued' ? undefined : found
  })
  assert.deepEqual([mail.state, mail.error], ['failed', reason])
  const again = await app.call('resend-email', { id: messageId, userEmail }, owner)
  assert.deepEqual([again.status, again.body.error], [409, 'This is demo data: it is sent to no one.'])
  assert.deepEqual(await subjectsAtGoogle(), [])
  assert.deepEqual(await noticesOf(owner), [])
})

test('an invoice to a person of the demo is mailed to no one, says so without a notice, and takes no payment', async () => {
  const owner = await seeded()
  const lines = [{ description: 'Relaunch', quantity: 1, unitMinor: 90_000 }]
  const given = { clientName: 'Hannah Weiss', clientEmail: ofDemo, currency: 'EUR', lines, dueOn: '2099-01-31' }
  const { invoice } = ok(await app.call('create-invoice', given, owner)).body as unknown as { invoice: { id: string } }
  const sent = ok(await app.call('send-invoice', { invoiceId: invoice.id }, owner))
  const mail = await until('the mail has ended', async () => {
    const { mails } = ok(await app.call('list-mails', {}, owner)).body as unknown as {
      mails: { to: string; state: string; last_error: string | null }[]
    }
    return mails.find(({ state }) => state === 'failed')
  })
  assert.equal(mail.last_error, reason)
  const answer = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(ofDemo)}`)
  assert.deepEqual(await answer.json(), [])
  assert.deepEqual(await noticesOf(owner), [])
  const token = (sent.body.invoice as unknown as { pay_url: string }).pay_url.split('/').at(-1)
  const paid = await app.call('pay-invoice', { token })
  assert.deepEqual(
    [paid.status, paid.body.code, paid.body.error],
    [409, 'invoice_not_payable', 'This invoice is demo data: no payment can be made for it.'],
  )
})

test('a call to a number of the demo is not put through, and its row says why', async () => {
  const owner = await seeded()
  const news = {
    from: `client:${owner.personId.replaceAll('-', '_')}`,
    to: '+442079460318',
    isInbound: false,
    isByProgram: false,
  }
  const route = await app.database.inOrg(owner.orgId, (db) =>
    routeCall(db, owner.orgId, news, { callerId: '+442079460000', afterwards: '' }),
  )
  assert.deepEqual([route.direction, route.refusedBecause, route.instruction.kind], ['out', 'demo_data', 'say'])
})

test('conversations of the demo say that what is written there goes to no one', async () => {
  const owner = await seeded()
  const reply = ok(await app.call('fetch-admin-chats', {}, owner))
  const flags = JSON.stringify(reply.body).match(/"is_demo":(true|false)/g) ?? []
  assert.ok(flags.length > 0 && flags.every((flag) => flag.endsWith('true')), flags.join())
})

const seeded = async (): Promise<Someone> => {
  const owner = await app.given.organization()
  ok(await app.call('seed-demo', {}, owner))
  return owner
}

const noticesOf = (owner: Someone) =>
  app.database.inOrg(owner.orgId, (db) => db.selectFrom('notices').select(['kind', 'facts']).execute())

const subjectsAtGoogle = async (): Promise<(string | undefined)[]> => {
  const answer = await fetch(`${app.url}/sandbox/google/mail?email=${userEmail}`, { headers: { accept: 'application/json' } })
  const { mails } = (await answer.json()) as { mails: { labelIds: string[]; facts: Record<string, string> }[] }
  return mails.filter(({ labelIds }) => labelIds.includes('SENT')).map(({ facts }) => facts.subject)
}

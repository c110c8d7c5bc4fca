import assert from 'node:assert/strict'
import type pg from 'pg'
import { newId } from '#core/ids.ts'
import type { MailTemplate } from '#domains/platform/mail-out/mail-facts.ts'
import type { Someone, TestApp } from '../support/app.ts'
import { askStep } from '../support/human-steps.ts'
import { openProposals } from '../support/proposals.ts'
import type { Answer } from '../support/requests.ts'
import { givePassword, password } from '../support/sign-in.ts'
import { clientEmail, sentDocument } from '../support/signing.ts'
import { until } from '../support/until.ts'
import { openReceiver } from './webhook-receiver.ts'

/** What the mails are made with: a workspace of a running app with its worker, and its database as the owner sees it. */
interface Place {
  readonly app: TestApp
  readonly owner: Someone
  readonly database: pg.Client
}

const ok = ({ status, body }: Answer): Answer['body'] => {
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const call = async ({ app, owner }: Place, type: string, input: object, as: Someone | null = owner): Promise<Answer['body']> =>
  ok(await app.call(type, input, as))
const idOf = (thing: unknown): string => (thing as { id: string }).id

const hourMs = 3_600_000
let hours = 48
/** A full hour of its own, two days ahead or later. */
const nextStart = (): string => new Date(Math.ceil(Date.now() / hourMs) * hourMs + hours++ * hourMs).toISOString()

let bookers = 0
const book = async (place: Place) => {
  const wish = { start: nextStart(), anyTime: true, name: 'Maya Rao', email: `booker${++bookers}@client.example` }
  const { bookingId, manageLink } = await call(place, 'create-booking', wish)
  return { bookingId: String(bookingId), token: tokenIn(manageLink) }
}
const tokenIn = (link: unknown): string => String(link).split('/').at(-1) ?? ''

let payers = 0
const sendInvoice = async (place: Place): Promise<{ invoiceId: string; token: string }> => {
  const made = await call(place, 'create-invoice', {
    ...{ clientName: 'Maya Rao', clientEmail: `payer${++payers}@client.example`, currency: 'EUR' },
    lines: [{ description: 'Roof', quantity: 3, unitMinor: 9_000, taxRate: 19 }],
  })
  const invoiceId = idOf(made.invoice)
  const { invoice } = await call(place, 'send-invoice', { invoiceId })
  return { invoiceId, token: tokenIn((invoice as unknown as { pay_url: string }).pay_url) }
}

/** A booking of a stranger at the page, of an event type that a host has to approve. */
const requestBooking = async (place: Place, day: number): Promise<void> => {
  const orgId = place.owner.orgId
  await call(place, 'save-event-type', { slug: 'asked', name: 'Asked', approval: true })
  const from = Date.now() + day * 24 * hourMs
  const range = { from: new Date(from).toISOString(), to: new Date(from + 9 * 24 * hourMs).toISOString() }
  const { slots } = await call(place, 'list-slots', { orgId, eventType: 'asked', timezone: 'UTC', ...range }, null)
  const isoTime = (slots as unknown as { start: string }[])[0]?.start
  const wish = { orgId, eventType: 'asked', isoTime, date: '-', time: '-', timezone: 'UTC' }
  await call(place, 'booking', { ...wish, name: 'Lena', email: `booker${++bookers}@client.example` }, null)
}

/** By template, what sends mails of it: through the actions of the product. What each mail leads to is still open. */
export const senders: { readonly [Name in MailTemplate]: (place: Place) => Promise<unknown> } = {
  invitation: (place) => call(place, 'invite-staff', { email: 'invited@team.example', role: 'admin' }),
  'set-password': (place) => call(place, 'create-user', { email: 'new@team.example', name: 'New', sendWelcome: true }),
  async 'reset-password'(place) {
    const person = await place.app.given.person(place.owner.orgId, 'member')
    await call(place, 'update-profile', { language: 'de' }, person)
    await call(place, 'ask-password-reset', { email: person.email }, null)
  },
  async 'security-notice'(place) {
    const person = await place.app.given.person(place.owner.orgId, 'member')
    await givePassword(place.app, person)
    await call(place, 'update-profile', { language: 'de' }, person)
    await call(place, 'change-password', { current: password, password: 'five other rather loud words' }, person)
  },
  notices: (place) => call(place, 'send-test-notification', { channel: 'mail' }),
  async 'notice-summary'({ database, owner: { orgId, personId } }) {
    const id = newId()
    await database.query(
      `insert into foyer.notices (org_id, id, kind, subject_id, facts, least_role, at)
        values ($1, $2, 'member_joined', $2, '{"name": "Ada"}', 'member', now() - interval '5 minutes')`,
      [orgId, id],
    )
    await database.query(
      `insert into foyer.notice_summaries (org_id, person_id, day, due_at) values ($1, $2, '2026-01-01', now())`,
      [orgId, personId],
    )
    await database.query(`insert into jobs.job (name, data) values ('send-notice-mails', '{}')`)
  },
  async 'webhook-disabled'(place) {
    const receiver = await openReceiver()
    receiver.answerWith((_got, response) => response.writeHead(410).end())
    const { webhook } = await call(place, 'create-webhook', { url: receiver.url('/hook') })
    const webhookId = idOf(webhook)
    await call(place, 'test-webhook', { webhookId })
    await until('the end of the webhook', async () => {
      const { webhooks } = await call(place, 'list-webhooks', {})
      return (webhooks as unknown as { id: string; state: string }[]).some(
        ({ id, state }) => id === webhookId && state === 'disabled',
      )
    })
    await receiver.close()
  },
  invoice: sendInvoice,
  async 'invoice-reminder'(place) {
    const { invoiceId } = await sendInvoice(place)
    // A second press within a minute is no wish for a reminder.
    const past = "update foyer.invoice_events set at = at - interval '2 minutes' where invoice_id = $1"
    await place.database.query(past, [invoiceId])
    await call(place, 'send-invoice', { invoiceId })
  },
  async receipt(place) {
    const { invoiceId, token } = await sendInvoice(place)
    const { url } = await call(place, 'pay-invoice', { token }, null)
    const body = new URLSearchParams({ method: 'card', card: '4242424242424242', email: 'payer@client.example' })
    const paid = await fetch(String(url), { method: 'POST', body, redirect: 'manual' })
    const session = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id')
    await call(place, 'verify-payment', { invoiceId, session_id: session }, null)
  },
  'sign-request': ({ app }) => sentDocument(app),
  async 'document-signed'({ app }) {
    const document = await sentDocument(app, {
      body: '# Agreement\n\n{{CLIENT_NAME}}, {{PRICE}}\n\n[[signature client "Client"]]',
    })
    const token = tokenIn(await document.path(clientEmail))
    ok(await app.call('sign-with-link', { token, name: 'Maya Rao', consent: true, values: {} }, null))
    await document.signAsOwner()
    await document.sealed()
  },
  proposal: ({ app }) => openProposals(app).then((proposals) => proposals.sent()),
  async 'proposal-accepted'(place) {
    const { app } = place
    const proposals = await openProposals(app)
    await call(place, 'update-profile', { language: 'de' }, proposals.owner)
    const { id } = await proposals.sent()
    ok(await app.call('accept-proposal', { token: await proposals.tokenOf(id), version: 1, name: 'Maya Rao' }, null))
  },
  async 'proposal-answered'(place) {
    const { app } = place
    const proposals = await openProposals(app)
    await call(place, 'update-profile', { language: 'de' }, proposals.owner)
    const { id } = await proposals.sent()
    ok(await app.call('decline-proposal', { token: await proposals.tokenOf(id), version: 1, reason: 'Later' }, null))
  },
  'human-step': ({ app, owner }) => askStep(app, owner, { to: { kind: 'person', person: owner.personId } }),
  'human-step-client': ({ app, owner }) => askStep(app, owner, { to: { kind: 'client', email: 'asked@client.example' } }),
  async booking(place) {
    await book(place)
    await requestBooking(place, 5)
    const moved = await book(place)
    await call(place, 'reschedule-booking', { token: moved.token, start: await freeStart(place, moved.token) }, null)
    const cancelled = await book(place)
    await call(place, 'cancel-booking', { token: cancelled.token, reason: 'Ill' }, null)
  },
  async 'booking-reminder'(place) {
    const { bookingId } = await book(place)
    await call(place, 'send-booking-reminder', { bookingId })
  },
  'booking-host': (place) => requestBooking(place, 12),
}

const freeStart = async (place: Place, token: string): Promise<string | undefined> => {
  const from = Date.now() + 20 * 24 * hourMs
  const range = { from: new Date(from).toISOString(), to: new Date(from + 9 * 24 * hourMs).toISOString() }
  const { slots } = await call(place, 'list-slots', { orgId: place.owner.orgId, token, timezone: 'UTC', ...range }, null)
  return (slots as unknown as { start: string }[])[0]?.start
}

/** Sends mails of all templates, to members who read German, until all that is queued is sent. Answers each with its id at the provider. */
export const sendEveryMail = async (place: Place): Promise<{ template: string; provider_id: string }[]> => {
  await call(place, 'update-profile', { language: 'de' })
  for (const send of Object.values(senders)) await send(place)
  const find = async () =>
    (
      await place.database.query<{ template: string; state: string; provider_id: string }>(
        'select template, state, provider_id from foyer.mails',
      )
    ).rows
  const missing = async (): Promise<string[]> => {
    const mails = await find()
    const isSent = (name: string): boolean => mails.some(({ template, state }) => template === name && state === 'sent')
    return Object.keys(senders).filter((name) => !isSent(name) || mails.some(({ state }) => state === 'queued'))
  }
  await until('mails of all templates', async () => (await missing()).length === 0).catch(async (error: unknown) => {
    throw new Error(`not sent: ${(await missing()).join(', ')}`, { cause: error })
  })
  // What a change of its booking overtook was withdrawn.
  return (await find()).filter(({ state }) => state === 'sent')
}

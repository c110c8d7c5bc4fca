import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectAi } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { type Documents, openDocuments, publicly } from '#test/support/documents.ts'
import { openJobContext } from '#test/support/job-context.ts'
import {
  bodyOf,
  connectNumber,
  messageChange,
  type Sent,
  sendWhatsAppWebhook,
  type TestNumber,
} from '#test/support/messaging.ts'
import { ok } from '#test/support/requests.ts'
import { connectReviews, openBusiness } from '#test/support/reviews.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { publish, runsOf } from '#test/support/workflows.ts'
import { askObeying, canary, everythingOf, hostile, type Injected, lay, markOf, ordered, orders } from './injecting.ts'

/*
 * The same as of leads (injections.test.ts), for all else that strangers fill in, each by the door through which it comes and read by the
 * tool that shows it: chats, messages, emails, bookings, forms, hooks, signatures, reviews, files, and documents that people hand us.
 */

const env = { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' }
let app: TestApp
let vendors: TestSandbox
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { ...env, GEMINI_API_BASE: vendors.address }, alone: true })
  jobs = await openJobContext(app, env)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
  await vendors?.stop()
})

type Read = Injected['read']
/** Waits until it is there, and says how it is read. */
type Find = () => Promise<Read | undefined>
/** A field that a stranger fills in: brings the text in by its door. */
type Door = (text: string, at: number) => Promise<Find>

interface Business {
  readonly owner: Someone
  readonly papers: Documents
  readonly number: TestNumber
  readonly mailboxId: string
  readonly widgetId: string
  readonly formUrl: string
  readonly hook: { readonly workflowId: string; readonly url: string }
  readonly reviews: { readonly workflowId: string; readonly locationId: string }
}

const site = 'https://www.example.com'

/** A workspace that has opened every door there is. */
const openDoors = async (): Promise<Business> => {
  const papers = await openDocuments(app, jobs.context.vault)
  const { owner } = papers
  await connectAi(app, 'gemini', owner)
  const number = await connectNumber(app, owner.orgId)
  const mailboxId = await connectGoogle(app, owner)
  ok(await app.call('update-mailbox', { mailboxId, kind: 'team' }, owner))
  const { widget } = ok(await app.call('create-chat-widget', { name: 'Website', allowedOrigins: [site] }, owner)).body
  const questions = [{ key: 'topic', label: 'What about?', kind: 'long_text' }]
  const type = { slug: 'talk', name: 'A talk', minutes: 15, hosts: [owner.personId], questions }
  ok(await app.call('save-event-type', type, owner))
  const settings = { kind: 'webhook', mapping: { email: '/email' } }
  const { source } = ok(await app.call('create-lead-source', { name: 'A form', settings }, owner)).body
  const end = { id: 'end', kind: 'stop', reason: 'Seen' }
  const hook = await publish(app, owner, { trigger: { kind: 'webhook', check: { by: 'nothing' } }, nodes: [end] })
  const rolled = ok(await app.call('roll-workflow-hook', { workflowId: hook.id }, owner)).body
  const business = openBusiness(app.url)
  const locationId = await business.location(await business.account(), 'Nordlicht, Berlin')
  await connectReviews(app, owner)
  ok(await app.call('sync-google-reviews', {}, owner))
  const rate = {
    ...{ id: 'rate', kind: 'ai', prompt: 'Rate this review.', input: { text: '{{ trigger.data }}' } },
    ...{ answer: [{ name: 'score', type: 'whole', about: '0 to 100' }], next: { done: 'end', error: 'end' } },
  }
  const rating = await publish(app, owner, { trigger: { kind: 'event', event: 'review.received' }, nodes: [rate, end] })
  return {
    ...{ owner, papers, number, mailboxId },
    widgetId: (widget as unknown as { id: string }).id,
    formUrl: (source as unknown as { url: string }).url,
    hook: { workflowId: hook.id, url: String(rolled.url) },
    reviews: { workflowId: rating.id, locationId },
  }
}

/** The conversation that has a message with these words. */
const conversation =
  ({ owner: { orgId } }: Business, words: string): Find =>
  async () => {
    const found = await app.database.inOrg(orgId, (db) =>
      db
        .selectFrom('messages')
        .select('contact_id')
        .where('org_id', '=', orgId)
        .where((is) => is.or([is('body', 'like', `%${words}%`), is('provider_message_id', '=', words)]))
        .executeTakeFirst(),
    )
    return found && { name: 'fetch-chat-history', input: { projectId: found.contact_id } }
  }

let networks = 0
const elsewhere = (): string => `198.18.${++networks}.1`

const fromPage = async (name: string, body: object, token = ''): Promise<Record<string, string>> => {
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', origin: site, 'x-forwarded-for': elsewhere() },
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, string>
  assert.equal(response.status, 200, JSON.stringify(answer))
  return answer
}
const chats = (to: Business): Record<string, Door> => {
  const visit = async (message: string) => {
    const visitor = await fromPage('start-web-chat', { widgetId: to.widgetId })
    await fromPage('log-web-chat', { sessionId: visitor.sessionId, message, role: 'user' }, visitor.token)
    return visitor
  }
  return {
    async 'a message of the website chat'(text, at) {
      await visit(text)
      return conversation(to, markOf(at))
    },
    async 'the name that a visitor of the website gives'(text, at) {
      const { sessionId, token } = await visit(`Visit ${at}.`)
      await fromPage('identify-web-visitor', { sessionId, name: text }, token)
      return conversation(to, `Visit ${at}.`)
    },
  }
}

const whatsApp = (to: Business): Record<string, Door> => {
  const send = async (at: number, sent: Sent): Promise<Find> => {
    const id = `wamid.injection-${at}`
    const change = messageChange(to.number, { waId: `49151123400${String(at).padStart(2, '0')}`, id, ...sent })
    const body = bodyOf({ number: to.number, changes: [change] })
    assert.equal((await sendWhatsAppWebhook(app, body, { secret: to.number.appSecret })).status, 200)
    return conversation(to, id)
  }
  const file = (more: object) => ({
    type: 'document',
    document: { id: '1', mime_type: 'application/pdf', sha256: 'x', filename: 'plan.pdf', ...more },
  })
  return {
    'a message by WhatsApp': (text, at) => send(at, { text }),
    'a profile’s name at WhatsApp': (name, at) => send(at, { name }),
    'the name of a file': (filename, at) => send(at, { message: file({ filename }) }),
    'what is written below a file': (caption, at) => send(at, { message: file({ caption }) }),
  }
}

const mails = (to: Business): Record<string, Door> => {
  const write = async (at: number, form: Record<string, string>): Promise<Find> => {
    const mail = { email: 'mira@sandbox.example', name: 'Lena', subject: `Letter ${at}`, text: `Letter ${at}.`, ...form }
    const answer = await fetch(`${app.url}/sandbox/google/mail/write`, {
      method: 'POST',
      body: new URLSearchParams({ ...mail, from: `lena${at}@client.example` }),
      redirect: 'manual',
    })
    assert.equal(answer.status, 303, await answer.text())
    await app.call('sync-mailbox', { mailboxId: to.mailboxId }, to.owner)
    return conversation(to, form.text ? markOf(at) : `Letter ${at}.`)
  }
  return {
    'the subject of an email': (subject, at) => write(at, { subject }),
    'an email': (text, at) => write(at, { text }),
    'the name of who sends an email': (name, at) => write(at, { name }),
  }
}

const monday = (() => {
  const ahead = new Date(Date.now() + 21 * 86_400_000)
  return new Date(ahead.getTime() - ((ahead.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
})()
const bookings = ({ owner: { orgId } }: Business): Record<string, Door> => {
  let booked = 0
  const book = async (at: number, given: object): Promise<Find> => {
    const email = `booker${at}@example.com`
    const minutes = 9 * 60 + 15 * booked++
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const start = { date: 'Monday', time, isoTime: `${monday}T${time}:00Z`, timezone: 'Europe/Berlin', eventType: 'talk' }
    ok(await publicly(app, 'booking', { orgId, email, name: 'Maya Rao', ...start, ...given }))
    return async () => {
      const found = await app.database.inOrg(orgId, (db) =>
        db.selectFrom('bookings').select('id').where('org_id', '=', orgId).where('email', '=', email).executeTakeFirst(),
      )
      return found && { name: 'show-booking-detail', input: { bookingId: found.id } }
    }
  }
  return {
    'the name of a booking': (name, at) => book(at, { name }),
    'the company of a booking': (company, at) => book(at, { company }),
    'an answer to a question of a booking': (topic, at) => book(at, { answers: { topic } }),
  }
}

const forms = ({ owner, formUrl, hook }: Business): Record<string, Door> => {
  const post = async (url: string, body: object): Promise<Response> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(response.ok, await response.clone().text())
    return response
  }
  return {
    async 'a field of a form that nobody knows'(text, at) {
      const email = `form${at}@example.com`
      await post(formUrl, { email, 'Anything else?': { deep: [text] } })
      return async () => {
        const { orgId } = owner
        const found = await app.database.inOrg(orgId, (db) =>
          db.selectFrom('leads').select('id').where('org_id', '=', orgId).where('email', '=', email).executeTakeFirst(),
        )
        return found && { name: 'show-lead', input: { leadId: found.id } }
      }
    },
    async 'what a hook of a workflow is sent'(text) {
      const { runId } = (await (await post(hook.url, { order: { note: text } })).json()) as { runId: string }
      return async () => ({ name: 'show-run', input: { runId } })
    },
  }
}

const signatures = ({ papers }: Business): Record<string, Door> => {
  const document = async (name: string, given: object): Promise<Find> => {
    const { id } = await papers.document()
    const token = await papers.tokenOf(id, 'client')
    ok(await publicly(app, name, { token, ...given }))
    return async () => ({ name: 'show-document', input: { documentId: id } })
  }
  const successor = { name: 'Ben Okafor', email: 'ben@example.com' }
  // The name that one types to sign with stands on the paper, and no tool gives it to a model.
  return {
    'the name of whom a signer names instead': (name) => document('hand-over-signing', { ...successor, name }),
    'why somebody else is to sign': (reason) => document('hand-over-signing', { ...successor, reason }),
    'why a signer declines': (reason) => document('decline-signing', { reason }),
  }
}

const documents = ({ owner }: Business): Record<string, Door> => {
  const save = async (given: object, query: string): Promise<Find> => {
    ok(await app.call('save-knowledge', given, owner))
    return async () => ({ name: 'search-knowledge', input: { query, limit: 1 } })
  }
  return {
    'a document that was handed to us': (text, at) =>
      save({ title: `Supplier ${at}`, text: `# Parcel${at}\n\nThe parcel${at} leaves on Friday. ${text}` }, `parcel${at}`),
    'the title of a document': (title, at) => save({ title, text: `The envelope${at} leaves on Friday.` }, `envelope${at}`),
  }
}

const reviews = ({ owner, reviews: { workflowId, locationId } }: Business, leadId: string): Record<string, Door> => {
  const write = async (at: number, comment: string, form: Record<string, string> = {}): Promise<Find> => {
    // A step of a workflow reads it first: its model obeys, too, and has nothing to do it with.
    await lay(vendors, { contains: markOf(at), times: 1, json: { score: 100 }, calls: ordered(owner, leadId) })
    await openBusiness(app.url).write(locationId, 1, comment, form)
    ok(await app.call('review-sync', { locationId: `locations/${locationId}` }, owner))
    return async () => {
      for (const { id, state } of await runsOf(app, owner, workflowId)) {
        const shown = JSON.stringify((await app.call('show-run', { runId: id }, owner)).body)
        if (state === 'completed' && shown.includes(markOf(at))) return { name: 'show-run', input: { runId: id } }
      }
      return undefined
    }
  }
  return {
    'a review': (text, at) => write(at, text),
    'the name of who wrote a review': (reviewer, at) => write(at, 'Bad.', { reviewer }),
  }
}

test('of injections in whatever else a stranger fills in, read as the results of tools by a model that obeys, none writes, sends, approves or fetches anything', async () => {
  const to = await openDoors()
  const { owner } = to
  const key = await app.given.key(owner.orgId)
  const leadId = String((await app.post({ email: 'somebody@example.com', full_name: 'Some Body' }, key.text)).body.lead_id)
  const doors = Object.entries({
    ...{ ...chats(to), ...whatsApp(to), ...mails(to), ...bookings(to), ...forms(to), ...documents(to) },
    ...{ ...signatures(to), ...reviews(to, leadId) },
  })
  const worker = await app.startWorker()
  const injected: (Injected & { readonly field: string })[] = []
  try {
    // One order after the other, so that each is in some field.
    const finds: { readonly at: number; readonly field: string; readonly find: Find }[] = []
    for (const [nth, [field, door]] of doors.entries()) {
      const order = orders[nth % orders.length] as string
      finds.push({ at: nth, field, find: await door(hostile(order, nth), nth) })
    }
    for (const { at, field, find } of finds) injected.push({ at, field, leadId, read: await until(field, find) })
    const open = () =>
      app.database.inOrg(owner.orgId, (db) =>
        db
          .selectFrom('workflow_runs')
          .select('id')
          .where('org_id', '=', owner.orgId)
          .where('state', '!=', 'completed')
          .execute(),
      )
    await until('all runs are over', async () => (await open()).length === 0)
  } finally {
    await worker.stop()
  }
  const callsOf = () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('provider_calls').select('provider').where('provider', '!=', 'gemini').execute(),
    )
  const [before, callsBefore] = [await everythingOf(app, owner.orgId), await callsOf()]
  // Nor did the steps of workflows do what their model asked for.
  assert.doesNotMatch(before, /\bOwned\b|thief@canary/)
  const people = [owner, ...(await Promise.all(Array.from({ length: 3 }, () => app.given.person(owner.orgId, 'owner'))))]
  const settled = await everythingOf(app, owner.orgId)
  const ask = async (who: Someone, { field, ...each }: (typeof injected)[number]): Promise<void> => {
    const made = await askObeying({ app, vendors }, who, each).catch((error: Error) => {
      throw new Error(`${field}: ${error.message}`, { cause: error })
    })
    assert.ok(made > 0, field)
  }
  await Promise.all(
    people.map(async (who, nth) => {
      for (let at = nth; at < injected.length; at += people.length) await ask(who, injected[at] as (typeof injected)[number])
    }),
  )
  assert.equal(await everythingOf(app, owner.orgId), settled)
  assert.deepEqual(await callsOf(), callsBefore, 'no other provider was called')
  assert.ok(injected.length > orders.length && before.includes(new URL(canary).host), 'it was written, as strangers wrote it')
})

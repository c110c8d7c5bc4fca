import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import {
  bodyOf,
  connectNumber,
  messageChange,
  sendWhatsAppWebhook,
  statusChange,
  type TestNumber,
} from '#test/support/messaging.ts'
import { type CountedTransaction, countStatements } from '#test/support/statements.ts'
import { until } from '#test/support/until.ts'

/** What a stored request costs to read, by what it tells: decision 0045. */
let app: TestApp
let worker: { stop(): Promise<void> }
let number: TestNumber
let orgId = ''
let counted: ReturnType<typeof countStatements>
const appSecret = 'statements'

before(async () => {
  counted = countStatements(/from "inbox".*for update/s)
  app = await startApp()
  worker = await app.startWorker()
  orgId = app.owner.orgId
  number = await connectNumber(app, orgId, appSecret)
})
after(async () => {
  counted?.stop()
  await worker?.stop()
  await app?.stop()
})

/** Sends one request, and answers the transactions that read it. */
const tell = async (changes: readonly object[]): Promise<CountedTransaction[]> => {
  counted.taken()
  const { status } = await sendWhatsAppWebhook(app, bodyOf({ number, changes }), { secret: appSecret })
  assert.equal(status, 200)
  await until('it is read', () =>
    app.database.inOrg(orgId, async (db) => {
      const rows = await db.selectFrom('inbox').select('state').where('org_id', '=', orgId).execute()
      return rows.every(({ state }) => state === 'read')
    }),
  )
  return until('it is committed', async () => {
    const taken = counted.taken()
    return taken.length > 0 ? taken : undefined
  })
}

let people = 0
const newWaId = (): string => `49151123${40_000 + ++people}`
const newMessageId = (): string => `wamid.${newId()}`

const value = (field: string, more: object) => ({
  field,
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100', phone_number_id: number.phoneNumberId },
    ...more,
  },
})
const echoOf = (to: string, id = newMessageId()) =>
  value('smb_message_echoes', {
    message_echoes: [
      { from: '15550100', to, id, timestamp: String(Math.floor(Date.now() / 1_000)), type: 'text', text: { body: 'Yes.' } },
    ],
  })
const historyOf = (waId: string, count: number) => {
  const messages = Array.from({ length: count }, (_, n) => ({
    ...{ from: n % 2 ? '15550100' : waId, id: newMessageId(), timestamp: String(Math.floor(Date.now() / 1_000) - 86_400) },
    ...{ type: 'text', text: { body: `${n}` }, history_context: { status: 'READ' } },
  }))
  const metadata = { phase: 0, chunk_order: 1, progress: 100 }
  return value('history', { history: [{ metadata, threads: [{ id: waId, messages }] }] })
}
const dealOf = async (waId: string): Promise<string> => {
  const { body } = await app.call('fetch-admin-chats', {})
  const threads = body.conversations as unknown as { client_phone: string; project_id: string }[]
  return threads.find(({ client_phone }) => client_phone === `+${waId}`)?.project_id ?? ''
}
const leadOf = async (waId: string): Promise<void> => {
  const { status } = await app.post(
    { full_name: 'Maya', email: `${waId}@example.com`, phone: `+${waId}`, source: 'web' },
    (await app.given.key(orgId)).text,
  )
  assert.ok(status < 300, `${status}`)
}
const close = async (waId: string): Promise<void> => {
  const projectId = await dealOf(waId)
  const { body } = await app.call('fetch-chat-history', { projectId })
  const seenTo = (body.history as unknown as { id: string }[]).at(-1)?.id
  const closed = await app.call('update-chat-session', { projectId, action: 'close', userId: app.owner.personId, seenTo })
  assert.equal(closed.body.session_status, 'closed', JSON.stringify(closed.body))
}

/** Of each kind: the most statements that reading it may take, and what is told. */
const knownPeople = async () => {
  const waId = newWaId()
  const mine = newMessageId()
  const answer = newMessageId()
  await tell([messageChange(number, { waId, id: mine })])
  await tell([echoOf(waId, answer)])
  const message = (type: string, content: object, more: object = {}) =>
    messageChange(number, { waId, message: { type, [type]: content, ...more } })
  const status = (state: string, code?: number) => statusChange(number, { id: answer, status: state, ...(code && { code }) })
  const closed = newWaId()
  await tell([messageChange(number, { waId: closed })])
  await close(closed)
  const lead = newWaId()
  await leadOf(lead)
  const leadWrittenTo = newWaId()
  await leadOf(leadWrittenTo)
  const unanswered = newWaId()
  await tell([messageChange(number, { waId: unanswered })])
  const early = newMessageId()
  await tell([statusChange(number, { id: early, status: 'read' })])
  const userId = `DE.${newId()}`
  await tell([messageChange(number, { waId, userId })])
  const nameless = newWaId()
  await tell([messageChange(number, { waId: nameless, name: ' ' })])
  return {
    text: [12, messageChange(number, { waId })],
    media: [13, message('image', { id: '1', mime_type: 'image/png', sha256: 'x' })],
    reaction: [12, message('reaction', { message_id: mine, emoji: '👍' })],
    'reply to a message': [12, message('text', { body: 'Yes' }, { context: { id: answer } })],
    'answer by a button': [12, message('interactive', { type: 'button_reply', button_reply: { id: '1', title: 'Yes' } })],
    location: [12, message('location', { latitude: 52.5, longitude: 13.4 })],
    'answers of a form': [
      12,
      message('interactive', { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: '{"guests":4}' } }),
    ],
    'from an advertisement': [12, message('text', { body: 'Is it on?' }, { referral: { source_type: 'ad', source_id: '12' } })],
    'a kind that is not known': [12, message('hologram', { depth: 3 })],
    'a notice of the platform': [11, message('system', { body: 'A notice', type: 'customer_identity_changed' })],
    'in a closed conversation': [12, messageChange(number, { waId: closed })],
    'that brings a name': [13, messageChange(number, { waId: nameless, name: 'Maya' })],
    'of an unknown person': [13, messageChange(number, { waId: newWaId() })],
    'of an unknown person, without a number': [13, messageChange(number, { userId: `DE.${newId()}` })],
    'of a person known by a lead': [14, messageChange(number, { waId: lead })],
    'of a person known by a lead, again': [12, messageChange(number, { waId: lead })],
    'of a number and a user id': [12, messageChange(number, { waId, userId })],
    'that is here already': [5, messageChange(number, { waId, id: mine, text: 'Once more' })],
    'status sent': [7, status('sent')],
    'status delivered': [9, status('delivered')],
    'status read': [9, status('read')],
    'status failed': [9, status('failed', 131_026)],
    'status of an unknown message': [7, statusChange(number, { id: 'wamid.unknown', status: 'delivered' })],
    'a reply that the business wrote in its app': [14, echoOf(waId)],
    'the first reply of the business': [14, echoOf(unanswered)],
    'a second reply of the business': [14, echoOf(unanswered)],
    'twenty replies of the business': [14, ...Array.from({ length: 20 }, () => echoOf(waId))],
    'a reply that was read before it was told': [15, echoOf(waId, early)],
    'of the business to an unknown person': [15, echoOf(newWaId())],
    'of the business to a person known by a lead': [16, echoOf(leadWrittenTo)],
    'twenty messages from before the number was connected': [11, historyOf(waId, 20)],
    'of three people who are unknown': [13, ...Array.from({ length: 3 }, () => messageChange(number, { waId: newWaId() }))],
    'twenty texts': [12, ...Array.from({ length: 20 }, (_, n) => messageChange(number, { waId, text: `${n}` }))],
  } as const satisfies Record<string, readonly [number, ...object[]]>
}

/** Of what leaves in one trip: what has to be asked before what. */
const orders = [
  [/pg_advisory_xact_lock/, /from contact_keys/],
  [/insert into conversations/, /insert into messages /],
  [/insert into message_states/, /from "messages".*for update/s],
] as const

test('locks are asked for before the rows that they protect, also where several statements leave together', async () => {
  const waId = newWaId()
  const id = newMessageId()
  await tell([messageChange(number, { waId })])
  await tell([echoOf(waId, id)])
  const [both] = await tell([messageChange(number, { waId }), statusChange(number, { id, status: 'read' })])
  const statements = both?.statements ?? []
  for (const [first, then] of orders) {
    const places = [first, then].map((of) => statements.findIndex((one) => of.test(one)))
    assert.ok(!places.includes(-1) && (places[0] as number) < (places[1] as number), `${first} before ${then}: ${places}`)
  }
})

test('reading a request takes few statements, whatever it tells', async (t) => {
  const kinds = await knownPeople()
  const rows: string[] = []
  const tooMany: string[] = []
  for (const [kind, [most, ...changes]] of Object.entries(kinds)) {
    const [only, ...more] = await tell(changes)
    assert.equal(more.length, 0, `${kind} is read in one transaction`)
    const count = only?.statements.length ?? 0
    rows.push(`${String(count).padStart(3)} statements in ${String(only?.trips).padStart(2)} trips: ${kind}`)
    if (count > most) tooMany.push(`${kind}: ${count}, at most ${most}\n${only?.statements.join('\n')}`)
  }
  for (const row of rows) t.diagnostic(row)
  assert.deepEqual(tooMany, [])
})

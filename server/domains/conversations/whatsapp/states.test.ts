import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import type { IncomingMessage, MessageStatus } from '#ports/messaging.ts'
import { readPhone } from '#shapes/phones.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { recordMessage } from '../inbox/messages.ts'
import { windowAt } from '../inbox/windows.ts'
import { findKnown, recordIncoming } from './incoming.ts'
import { recordSent, recordStatuses } from './states.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const begun = Date.parse('2026-03-01T10:00:00Z')
const at = (minutes: number): Date => new Date(begun + minutes * 60_000)

const incoming = (n: number, more: Partial<IncomingMessage> = {}): IncomingMessage => ({
  phoneNumberId: '1',
  businessAccountId: '2',
  messageId: `wamid.in.${n}`,
  sender: { phoneDigits: n % 2 === 0 ? '4915112345670' : '4915112345671', userId: null, username: null, name: 'Somebody' },
  at: at(n),
  kind: 'text',
  text: `message ${n}`,
  replyTo: null,
  media: null,
  reaction: null,
  location: null,
  contacts: null,
  form: null,
  referral: null,
  changedTo: null,
  changedUserId: null,
  raw: {},
  ...more,
})

const status = (
  messageId: string,
  state: MessageStatus['state'],
  minutes: number,
  ours: string | null = null,
): MessageStatus => ({
  phoneNumberId: '1',
  businessAccountId: '2',
  messageId,
  state,
  at: at(minutes),
  recipient: '4915112345670',
  ours,
  error: state === 'failed' ? { code: '131026', reason: 'Undeliverable' } : null,
})

type Event = { readonly come: IncomingMessage } | { readonly status: MessageStatus } | { readonly sent: string }

/** Two people, five messages of theirs with a reaction and its taking back, and three of ours with all that is told of them. */
const events: readonly Event[] = [
  ...[0, 1, 2, 3, 4].map((n) => ({ come: incoming(n) })),
  { come: incoming(5, { kind: 'reaction', text: '👍', reaction: { emoji: '👍', about: 'wamid.out.a' } }) },
  { come: incoming(7, { kind: 'reaction', text: '', reaction: { emoji: '', about: 'wamid.out.a' } }) },
  ...(['sent', 'delivered', 'read'] as const).map((state, n) => ({ status: status('wamid.out.a', state, 10 + n) })),
  ...(['sent', 'read', 'failed'] as const).map((state, n) => ({ status: status('wamid.out.b', state, 20 + n) })),
  { status: status('wamid.out.c', 'delivered', 30) },
  ...['a', 'b', 'c'].map((name) => ({ sent: name })),
]

/** Plays events in their order, each in a transaction of its own, in a workspace of its own; what stands in the end. */
const play = async (played: readonly Event[]): Promise<unknown> => {
  const { orgId } = await app.given.organization()
  const own = new Map<string, string>()
  await app.database.inOrg(orgId, async (db) => {
    const { contactId } = await resolveContact(
      db,
      orgId,
      foyer.within,
      { phone: readPhone('+4915112345670', null) },
      'whatsapp',
    )
    for (const name of ['a', 'b', 'c']) {
      const { messageId } = await recordMessage(db, orgId, {
        contactId,
        channel: 'whatsapp',
        direction: 'out',
        state: 'sending',
        kind: 'text',
        body: name,
        at: at(-10),
      })
      own.set(name, messageId)
    }
  })
  for (const event of played)
    await app.database.inOrg(orgId, async (db) => {
      if ('come' in event)
        await recordIncoming(
          { db, org: { id: orgId }, enqueue: async () => {}, within: foyer.within },
          [{ id: newId(), connectionId: newId(), message: event.come, request: 0 }],
          { isAlone: true, known: (await findKnown(db, orgId, [event.come])).known },
        )
      else if ('status' in event) await recordStatuses(db, orgId, [event.status])
      else {
        const providerMessageId = `wamid.out.${event.sent}`
        await recordSent(db, orgId, own.get(event.sent) as string, { providerMessageId, address: '4915112345670' })
      }
    })
  return app.database.inOrg(orgId, async (db) => ({
    messages: await db
      .selectFrom('messages')
      .select(['provider_message_id', 'body', 'kind', 'state', 'error_code', 'at', 'address'])
      .where('org_id', '=', orgId)
      .orderBy('provider_message_id')
      .execute(),
    states: await db
      .selectFrom('message_states')
      .select(['id', 'state', 'delivered_at', 'read_at', 'failed_at', 'error_code'])
      .where('org_id', '=', orgId)
      .orderBy('id')
      .execute(),
    threads: await db
      .selectFrom('conversations')
      .select(['last_preview', 'last_message_at', 'whatsapp_inbound_at', 'session_status'])
      .where('org_id', '=', orgId)
      .orderBy('last_message_at')
      .execute(),
    deals: (await db.selectFrom('deals').select('id').where('org_id', '=', orgId).execute()).length,
    contacts: (await db.selectFrom('contacts').select('id').where('org_id', '=', orgId).execute()).length,
  }))
}

test('any order and any repetition of WhatsApp’s webhooks ends in the same state', async () => {
  const expected = await play(events)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(events as Event[], { minLength: events.length }),
      fc.shuffledSubarray(events as Event[], { maxLength: 6 }),
      async (order, again) => {
        assert.deepEqual(await play([...order, ...again]), expected)
      },
    ),
    { numRuns: 12, includeErrorInReport: true, endOnFailure: true },
  )
})

test('a status that hands our own id back finds the message whose answer was lost', async () => {
  const { orgId } = await app.given.organization()
  await app.database.inOrg(orgId, async (db) => {
    const { contactId } = await resolveContact(
      db,
      orgId,
      foyer.within,
      { phone: readPhone('+4915112345672', null) },
      'whatsapp',
    )
    const wanted = { contactId, channel: 'whatsapp', direction: 'out', kind: 'text', body: 'x', state: 'uncertain' } as const
    const { messageId } = await recordMessage(db, orgId, wanted)
    await recordStatuses(db, orgId, [status('wamid.lost', 'delivered', 1, messageId)])
    const row = await db
      .selectFrom('messages')
      .select(['state', 'provider_message_id'])
      .where('org_id', '=', orgId)
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { state: 'delivered', provider_message_id: 'wamid.lost' })
  })
})

test('the window for free text is open at 23:59:59 and closed at 24:00:00 and 24:00:01', () => {
  const after = (seconds: number) => windowAt(at(0), new Date(begun + seconds * 1_000))
  const day = 24 * 60 * 60
  assert.deepEqual(
    [day - 1, day, day + 1].map((seconds) => after(seconds).isOpen),
    [true, false, false],
  )
  assert.equal(after(1).closesAt.toISOString(), '2026-03-02T10:00:00.000Z')
})

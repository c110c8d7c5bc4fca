import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { bodyOf, connectNumber, messageChange, sendWhatsAppWebhook, type TestNumber } from '#test/support/messaging.ts'
import { followEvents } from '#test/support/reactions.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

/** What WhatsApp tells beside texts: forms, advertisements, notices of its own, what was written elsewhere, other numbers. */
let app: TestApp
let worker: { stop(): Promise<void> }
let number: TestNumber
let orgId = ''
const appSecret = '0123456789abcdef0123456789abcdef'
let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox()
  app = await startApp({ env: { WHATSAPP_API_BASE: sandbox.address } })
  worker = await app.startWorker()
  orgId = app.owner.orgId
  number = await connectNumber(app, orgId, appSecret)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await sandbox?.stop()
})

interface Thread {
  readonly project_id: string | null
  readonly contact_id: string
  readonly unread_count: number
  readonly session_status: string
  readonly last_message_preview: string | null
  readonly whatsapp_window: { readonly is_open: boolean } | null
}
interface Shown {
  readonly id: string
  readonly kind: string
  readonly direction: string
  readonly comment_text: string | null
  readonly via: string | null
  readonly state: string | null
  readonly form: { fields: { name: string; value: string }[] } | null
  readonly referral: Record<string, unknown> | null
  readonly attachments: readonly object[]
}

const tell = async (...changes: object[]): Promise<void> => {
  const body = bodyOf({ number, changes })
  assert.equal((await sendWhatsAppWebhook(app, body, { secret: appSecret })).status, 200)
  await until('everything is read', async () => {
    const rows = await app.database.inOrg(orgId, (db) =>
      db.selectFrom('inbox').select(['state', 'error']).where('org_id', '=', orgId).execute(),
    )
    return rows.every(({ state }) => state === 'read' || state === 'unreadable')
  })
}
const threadOf = async (waId: string): Promise<Thread | undefined> => {
  const { body } = await app.call('fetch-admin-chats', {})
  return (body.conversations as unknown as (Thread & { client_phone: string })[]).find(
    ({ client_phone }) => client_phone === `+${waId}`,
  )
}
const historyOf = async (projectId: string | null | undefined): Promise<Shown[]> =>
  (await app.call('fetch-chat-history', { projectId })).body.history as unknown as Shown[]
const value = (field: string, more: object) => ({
  field,
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100', phone_number_id: number.phoneNumberId },
    ...more,
  },
})
const seconds = (ago: number): string => String(Math.floor(Date.now() / 1_000) - ago)
const noticesOf = async () =>
  (await app.call('list-notices', {})).body.notices as unknown as { kind: string; facts: Record<string, unknown> }[]

test('the answers of a Flow are in the thread by their fields, are found by their words, and need no code of ours', async () => {
  const waId = '4915112350001'
  const answers = { flow_token: 'f-1', first_name: 'Ida', guests: 4, wishes: ['window', 'quiet'], when: { day: '2026-12-01' } }
  const nfm_reply = { name: 'flow', body: 'Sent', response_json: JSON.stringify(answers) }
  await tell(
    messageChange(number, { waId, message: { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply } } }),
    messageChange(number, {
      waId,
      message: { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: '{"cut' } } },
    }),
  )
  const [whole, cut] = await historyOf((await threadOf(waId))?.project_id)
  assert.deepEqual(whole?.form?.fields, [
    { name: 'first_name', value: 'Ida' },
    { name: 'guests', value: '4' },
    { name: 'wishes', value: 'window, quiet' },
    { name: 'when', value: '{"day":"2026-12-01"}' },
  ])
  assert.deepEqual(cut?.form?.fields, [{ name: 'response', value: '{"cut' }])
  await until('its words are found', async () => {
    const { body } = await app.call('fetch-admin-chats', { search: 'window quiet' })
    return (body.conversations as unknown as object[]).length === 1
  })
})

test('the advertisement that a customer came from is on the message, the deal, the contact, the timeline and the event', async () => {
  const waId = '4915112350002'
  const referral = {
    source_url: 'https://fb.me/1',
    source_type: 'ad',
    source_id: '120210000',
    headline: 'Winter gardens',
    body: 'Ten per cent off',
    media_type: 'image',
    image_url: 'https://scontent.example/1.jpg',
    ctwa_clid: 'AffClick1',
  }
  const message = { type: 'text', text: { body: 'Is it still on?' }, referral }
  await tell(messageChange(number, { waId, message }), messageChange(number, { waId, text: 'Hello?' }))
  const thread = await threadOf(waId)
  const [first, second] = await historyOf(thread?.project_id)
  const shown = {
    ...{ type: 'ad', id: '120210000', url: 'https://fb.me/1', headline: 'Winter gardens', body: 'Ten per cent off' },
    ...{ media_type: 'image', media_url: 'https://scontent.example/1.jpg', click_id: 'AffClick1' },
  }
  assert.deepEqual(first?.referral, shown)
  assert.equal(second?.referral, null)
  for (const [action, input] of [
    ['show-deal', { dealId: thread?.project_id }],
    ['show-contact', { contactId: thread?.contact_id }],
  ] as const) {
    const found = (await app.call(action, input)).body.referral as unknown as Record<string, unknown>
    assert.deepEqual([found.message_id, found.click_id, found.headline], [first?.id, 'AffClick1', 'Winter gardens'], action)
  }
  const { body } = await app.call('list-timeline', { contactId: thread?.contact_id })
  const entries = body.entries as unknown as { kind: string; subject_id: string; facts: { referral: object | null } }[]
  assert.deepEqual(entries.find(({ subject_id }) => subject_id === first?.id)?.facts.referral, shown)
})

test('the platform’s notes on a contact open no window and no closed conversation, are unread for no member and create no deal', async () => {
  const [waId, after] = ['4915112350003', '4915112350013']
  await tell(messageChange(number, { waId, atMs: Date.now() - 25 * 3_600_000, text: 'Long ago' }))
  const before = await threadOf(waId)
  assert.equal(before?.whatsapp_window?.is_open, false)
  const projectId = before.project_id as string
  const seen = await historyOf(projectId)
  await app.call('mark-chat-read', { projectId, readTo: seen.at(-1)?.id })
  const closed = await app.call('update-chat-session', {
    projectId,
    action: 'close',
    userId: app.owner.personId,
    seenTo: seen.at(-1)?.id,
  })
  assert.equal(closed.body.session_status, 'closed', JSON.stringify(closed.body))
  const system = (type: string, more: object = {}) => ({
    type: 'system',
    system: { body: 'A notice', type, ...more },
  })
  await tell(
    messageChange(number, { waId, message: system('customer_identity_changed', { identity: 'x', customer: 'Maya' }) }),
    messageChange(number, { waId, message: system('user_changed_number', { wa_id: after }) }),
    messageChange(number, { waId: '4915112350099', message: system('customer_identity_changed') }),
  )
  const then = await threadOf(waId)
  assert.deepEqual(
    [then?.whatsapp_window?.is_open, then?.session_status, then?.unread_count, then?.last_message_preview],
    [false, 'closed', 0, 'Long ago'],
  )
  assert.deepEqual(
    (await historyOf(projectId)).map(({ kind }) => kind),
    ['text', 'system', 'system'],
  )
  const answer = await app.call('reply-chat', { projectId, clientMessageId: newId(), message: 'Free text' })
  assert.deepEqual([answer.status, answer.body.code], [409, 'window_closed'])
  assert.equal(await threadOf('4915112350099'), undefined)
  const deals = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('deals').select('id').where('org_id', '=', orgId).where('name', 'like', '%4915112350099%').execute(),
  )
  assert.deepEqual(deals, [])
  // The number they have now is the one that is written to.
  const { reachOf } = await import('./recipients.ts')
  const { findWay } = await import('../inbox/channels.ts')
  const contactId = then?.contact_id ?? ''
  const [reach, way] = await app.database.inOrg(orgId, async (db) => [
    await reachOf(db, orgId, contactId, null),
    await findWay(db, orgId, contactId, null),
  ])
  assert.deepEqual([reach.to, way?.address], [{ phone: `+${after}` }, after])
})

test('a message that the business writes in its own app is in the thread as an answer of ours, once; it opens no window', async () => {
  const waId = '4915112350004'
  await tell(messageChange(number, { waId, atMs: Date.now() - 25 * 3_600_000, text: 'Do you deliver?' }))
  const projectId = (await threadOf(waId))?.project_id as string
  const id = `wamid.${newId()}`
  const echo = { from: '15550100', to: waId, id, timestamp: seconds(5), type: 'text', text: { body: 'From the phone: yes.' } }
  await tell(value('smb_message_echoes', { message_echoes: [echo] }))
  await tell(value('smb_message_echoes', { message_echoes: [echo, { ...echo, id: `${id}2`, to: '4915112350014' }] }))
  const shown = (await historyOf(projectId)).filter(({ direction }) => direction === 'out')
  assert.deepEqual(
    shown.map(({ comment_text, via, state }) => [comment_text, via, state]),
    [['From the phone: yes.', 'business_app', 'sent']],
  )
  const thread = await threadOf(waId)
  assert.deepEqual(
    [thread?.whatsapp_window?.is_open, thread?.unread_count, thread?.last_message_preview],
    [false, 1, 'From the phone: yes.'],
  )
  const deal = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('deals').select('responded_at').where('org_id', '=', orgId).where('id', '=', projectId).executeTakeFirst(),
  )
  assert.ok(deal?.responded_at, 'it counts as answered')
  // A contact that we wrote to first has a thread, a deal, and no window.
  const other = await threadOf('4915112350014')
  assert.ok(other?.project_id)
  assert.equal(other.whatsapp_window, null)
})

test('messages from before the number was connected are in their place in the thread and unread for no member', async () => {
  const [waId, known] = ['4915112350005', '4915112350006']
  await tell(messageChange(number, { waId: known, text: 'Today' }))
  const day = 86_400
  const of = (from: string, id: string, ago: number, body: string, status: string, more: object = {}) => ({
    ...{ from, id: `wamid.h.${id}`, timestamp: seconds(ago), type: 'text', text: { body }, history_context: { status } },
    ...more,
  })
  const threads = [
    {
      id: waId,
      messages: [of(waId, '1', 30 * day, 'Old question', 'READ'), of('15550100', '2', 29 * day, 'Old answer', 'READ')],
    },
    {
      id: known,
      messages: [
        of(known, '3', 3_600, 'An hour ago', 'PENDING'),
        of('15550100', '4', 1_800, 'Then', 'DELIVERED', { history_context: { status: 'DELIVERED', from_me: true } }),
        { ...of(known, '5', 2 * day, '', 'READ'), type: 'media_placeholder' },
      ],
    },
  ]
  const history = value('history', { history: [{ metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads }] })
  const events = () =>
    app.database.inOrg(orgId, (db) =>
      db.selectFrom('events').select('id').where('org_id', '=', orgId).where('type', '=', 'message.received').execute(),
    )
  // What earlier messages raise is raised by now, and what these would raise then.
  await followEvents(app, orgId, 'raise-alerts')
  const [heard, notices] = [(await events()).length, (await noticesOf()).length]
  await tell(history)
  await tell(
    history,
    value('smb_app_state_sync', {
      state_sync: [
        { type: 'contact', action: 'add', contact: { full_name: 'Old Friend', phone_number: waId } },
        { type: 'contact', action: 'add', contact: { full_name: 'Unknown', phone_number: '4915112350055' } },
      ],
    }),
  )
  await followEvents(app, orgId, 'raise-alerts')
  assert.deepEqual([(await events()).length, (await noticesOf()).length], [heard, notices])

  const old = await threadOf(waId)
  assert.deepEqual(
    [old?.unread_count, old?.session_status, old?.whatsapp_window, old?.project_id, old?.last_message_preview],
    [0, 'closed', null, null, 'Old answer'],
  )
  const { body } = await app.call('list-timeline', { contactId: old?.contact_id })
  assert.deepEqual(
    (body.entries as unknown as { text: string }[]).map(({ text }) => text),
    ['Old answer', 'Old question'],
  )
  const { body: contact } = await app.call('show-contact', { contactId: old?.contact_id })
  assert.equal((contact.contact as unknown as { full_name: string }).full_name, 'Old Friend')
  const { body: found } = await app.call('list-contacts', { search: '4915112350055' })
  assert.deepEqual(found.contacts, [])

  const thread = await threadOf(known)
  assert.deepEqual([thread?.unread_count, thread?.last_message_preview], [1, 'Today'])
  assert.deepEqual(
    (await historyOf(thread?.project_id)).map(({ comment_text, direction, state }) => [comment_text, direction, state]),
    [
      [null, 'in', null],
      ['An hour ago', 'in', null],
      ['Then', 'out', 'delivered'],
      ['Today', 'in', null],
    ],
  )
  // The file of a younger message comes afterwards, under the same id.
  const image = { id: 'media-1', mime_type: 'image/png', caption: 'The garden' }
  await tell(
    value('history', { messages: [{ from: known, id: 'wamid.h.5', timestamp: seconds(2 * day), type: 'image', image }] }),
  )
  const [file] = await historyOf(thread?.project_id)
  assert.deepEqual([file?.kind, file?.comment_text, file?.attachments.length], ['image', 'The garden', 1])
  // Or in the same request.
  const at = { from: known, id: 'wamid.h.6', timestamp: seconds(3 * day) }
  const before = { ...at, type: 'media_placeholder', history_context: { status: 'READ' } }
  await tell(
    value('history', { history: [{ metadata: { phase: 0, chunk_order: 2 }, threads: [{ id: known, messages: [before] }] }] }),
    value('history', { messages: [{ ...at, type: 'image', image: { ...image, id: 'media-2' } }] }),
  )
  const [older] = await historyOf(thread?.project_id)
  assert.deepEqual([older?.kind, older?.comment_text, older?.attachments.length], ['image', 'The garden', 1])
})

test('messages to an unconnected number of the account are stored, raise one notice per number, and are read when it is connected', async () => {
  const second = { ...number, phoneNumberId: '1066777001' }
  const change = (waId: string, text: string, id = `wamid.${newId()}`) => {
    const made = messageChange(second, { waId, text, id })
    return {
      ...made,
      value: { ...made.value, metadata: { display_phone_number: '15550777', phone_number_id: second.phoneNumberId } },
    }
  }
  const one = change('4915112350007', 'To the other number')
  await tell(one, messageChange(number, { waId: '4915112350008', text: 'To the connected one' }))
  await tell(change('4915112350007', 'And again'))
  // Nothing is stored for an account that is not connected here.
  const foreign = { ...number, businessAccountId: '999', phoneNumberId: '998' }
  const body = bodyOf({ number: foreign, changes: [messageChange(foreign, { waId: '4915112350077', text: 'Not ours' })] })
  await sendWhatsAppWebhook(app, body, {
    secret: appSecret,
    path: `/functions/v1/whatsapp-webhook?connection=${number.connectionId}`,
  })
  await tell(messageChange(number, { waId: '4915112350008', text: 'Go on' }))

  assert.equal(await threadOf('4915112350007'), undefined)
  assert.ok(await threadOf('4915112350008'))
  const { body: listed } = await app.call('list-unconnected-numbers', {})
  assert.deepEqual(
    (listed.numbers as unknown as { number: string; messages: number; phone_number_id: string }[]).map((each) => [
      each.number,
      each.messages,
      each.phone_number_id,
    ]),
    [['+15550777', 2, '1066777001']],
  )
  const reported = (await noticesOf()).filter(({ kind }) => kind === 'number_unconnected')
  assert.deepEqual(
    reported.map(({ facts }) => [facts.number, facts.messages]),
    [['+15550777', 2]],
  )

  const { phoneNumberId, businessAccountId } = second
  const credentials = {
    phoneNumberId,
    businessAccountId,
    accessToken: 'EAAkinds1000000000000000000000',
    appSecret,
    verifyToken: number.verifyToken,
  }
  const connected = await app.call('connect-provider', { provider: 'whatsapp', credentials })
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  const thread = await until('they are read', async () => {
    const found = await threadOf('4915112350007')
    return found?.unread_count === 2 ? found : undefined
  })
  assert.deepEqual(
    (await historyOf(thread.project_id)).map(({ comment_text }) => comment_text),
    ['To the other number', 'And again'],
  )
  await until(
    'nothing waits',
    async () => ((await app.call('list-unconnected-numbers', {})).body.numbers as unknown as object[]).length === 0,
  )
  assert.deepEqual(
    (await noticesOf()).filter(({ kind }) => kind === 'number_unconnected'),
    [],
  )
})

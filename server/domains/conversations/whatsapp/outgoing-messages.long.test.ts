import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'
import { recordMessage } from '../inbox/messages.ts'

/** A worker, a number of the sandbox, and a customer's phone. */
let app: TestApp
let worker: { stop(): Promise<void> }
let orgId = ''
let phones: ReturnType<typeof phonesAt>
let maya: { id: string; number: string }
let projectId = ''

interface Sent {
  readonly id: string
  readonly state: string
  readonly error_code: string | null
  readonly comment_text: string
}
interface Thread {
  readonly project_id: string
  readonly client_name: string
  readonly whatsapp_window: { readonly is_open: boolean } | null
}

before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
  orgId = app.owner.orgId
  const { body } = await app.call('connect-sandbox', { provider: 'whatsapp' })
  assert.equal(body.success, true)
  const number = await until('the number is known', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', orgId)
      .executeTakeFirst(),
  )
  await until('its webhook is registered and its templates are read', async () => {
    const { body: read } = await app.call('list-whatsapp-templates')
    const { body: listed } = await app.call('list-connections')
    const [connection] = listed.connections as unknown as { webhook_state?: string; webhook: { state: string } | null }[]
    return (read.templates as unknown as object[]).length > 0 && connection
  })
  phones = phonesAt(app.url, number.phone_number_id)
  maya = await phones.add({ name: 'Maya', number: '4915550001001' })
  await phones.write(maya.id, { text: 'Are you open on Saturday?' })
  projectId = await until('her message comes', async () => (await threadOf('Maya'))?.project_id)
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const threadOf = async (name: string): Promise<Thread | undefined> =>
  ((await app.call('fetch-admin-chats')).body.conversations as unknown as Thread[]).find(
    ({ client_name }) => client_name === name,
  )
const historyOf = async (id = projectId): Promise<Sent[]> =>
  (await app.call('fetch-chat-history', { projectId: id })).body.history as unknown as Sent[]
const stateOf = async (messageId: string): Promise<string | undefined> =>
  (await historyOf()).find(({ id }) => id === messageId)?.state
const reply = (more: object) => app.call('reply-chat', { projectId, clientMessageId: newId(), ...more })
const sentId = (answer: { body: { readonly [key: string]: unknown } }): string => (answer.body.message as { id: string }).id

test('an answer within 24 hours reaches the phone, and its ticks come back', async () => {
  const answer = await reply({ message: 'Yes, from ten.' })
  assert.equal(answer.status, 200)
  await phones.received(maya.id, 'Yes, from ten.')
  await until('it is read', async () => {
    await phones.read(maya.id)
    return (await stateOf(sentId(answer))) === 'read'
  })
})

test('the same answer sent again, also six times at once, is sent once', async () => {
  const clientMessageId = newId()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => app.call('reply-chat', { projectId, clientMessageId, message: 'Only once.' })),
  )
  assert.equal(new Set(answers.map(sentId)).size, 1)
  await phones.received(maya.id, 'Only once.')
  assert.equal((await app.call('reply-chat', { projectId, clientMessageId, message: 'Only once.' })).status, 200)
  await reply({ message: 'After it.' })
  await phones.received(maya.id, 'After it.')
  assert.equal((await phones.messages(maya.id)).filter(({ text }) => text === 'Only once.').length, 1)
})

test('a used client id with another text, recipient or kind is refused with 422, and nothing of it is kept or sent', async () => {
  const noor = await phones.add({ name: 'Noor', number: '4915550001009' })
  await phones.write(noor.id, { text: 'Hi' })
  const noors = await until('her message comes', async () => (await threadOf('Noor'))?.project_id)
  const clientMessageId = newId()
  const first = await app.call('reply-chat', { projectId, clientMessageId, message: 'For Maya.' })
  assert.equal(first.status, 200)
  await phones.received(maya.id, 'For Maya.')
  const others: [string, object][] = [
    ['reply-chat', { projectId: noors, clientMessageId, message: 'For Maya.' }],
    ['reply-chat', { projectId, clientMessageId, message: 'For Maya!' }],
    ['reply-chat', { projectId, clientMessageId, message: 'For Maya.', note: true }],
    ['reply-chat', { projectId, clientMessageId, templateName: 'hello_world', language: 'en_US' }],
    ['send-whatsapp', { to: '+4915550001009', message: 'For Maya.', clientMessageId }],
    ['react-chat', { messageId: sentId(first), emoji: '👍', clientMessageId }],
  ]
  for (const [action, input] of others) {
    const answer = await app.call(action, input)
    assert.deepEqual([answer.status, answer.body.code], [422, 'client_id_reused'], `${action} ${JSON.stringify(input)}`)
  }
  const again = await app.call('reply-chat', { projectId, clientMessageId, message: ' For Maya. ' })
  assert.deepEqual([again.status, sentId(again)], [200, sentId(first)])

  const sent = { to: '+4915550001009', message: 'By program.', clientMessageId: 'order-17' }
  const idOf = async (): Promise<string> =>
    ((await app.call('send-whatsapp', sent)).body.messages as unknown as { id: string }[])[0]?.id ?? ''
  assert.match(await idOf(), /^[0-9a-f-]{36}$/)
  assert.equal(await idOf(), await idOf())
  const stranger = await app.call('send-whatsapp', { ...sent, to: '+4915550001099' })
  assert.deepEqual([stranger.status, stranger.body.code], [422, 'client_id_reused'])
  const { body: found } = await app.call('list-contacts', { search: '+4915550001099' })
  assert.deepEqual(found.contacts, [])
  await phones.received(noor.id, 'By program.')
  assert.equal((await phones.messages(noor.id)).filter(({ text }) => text.startsWith('For Maya')).length, 0)
})

test('messages written one after the other arrive in that order', async () => {
  for (const n of [1, 2, 3, 4]) await reply({ message: `part ${n}` })
  await phones.received(maya.id, 'part 4')
  const parts = (await phones.messages(maya.id)).map(({ text }) => text).filter((text) => text.startsWith('part'))
  assert.deepEqual(parts, ['part 1', 'part 2', 'part 3', 'part 4'])
})

test('a template is sent with its values in order, in the nearest language; a wrong number of values is an error', async () => {
  const { body } = await app.call('list-whatsapp-templates')
  const template = (body.templates as unknown as { name: string; status: string; variables: number; language: string }[]).find(
    (each) => each.status === 'APPROVED' && each.variables === 2,
  )
  assert.ok(template, 'the sandbox has a template with two values')
  const tongue = `${template.language.split('_')[0]}_XX`
  const wrong = await reply({ templateName: template.name, language: tongue, templateVars: ['Maya'] })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'template_values'])
  const right = await reply({ templateName: template.name, language: tongue, templateVars: ['Maya', 'ten'] })
  assert.equal(right.status, 200, JSON.stringify(right.body))
  await phones.received(maya.id, /Maya.*ten/s)
  const other = await reply({ templateName: 'follow_up', language: 'fr', templateVars: ['Maya'] })
  assert.deepEqual([other.status, other.body.code], [409, 'template_language'])
  assert.match(String(other.body.error), /de, en_US/)
  const unknown = await reply({ templateName: 'no_such_template' })
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'template_not_found'])
})

test('the thread shows the filled template, and one that WhatsApp would refuse is never sent', async () => {
  const shownOf = async (templateName: string, templateVars: string[]) => {
    const answer = await reply({ templateName, language: 'en_US', templateVars })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await until('it is there', async () => ['delivered', 'read'].includes((await stateOf(sentId(answer))) ?? ''))
    return (await historyOf()).find(({ id }) => id === sentId(answer))?.comment_text
  }
  const named = 'Hello Maya, your booking for Monday is confirmed.'
  assert.equal(await shownOf('booking_confirmed', ['Maya', 'Monday']), named)
  assert.equal(
    await shownOf('order_update', ['A-17', 'packed', 'a-17']),
    'Order A-17\nYour order is packed.\nFollow it · https://shop.example.com/orders/a-17',
  )
  assert.equal(
    await shownOf('how_to_find_us', ['52.52', '13.405', 'Foyer', 'Main Street 1', 'Maya']),
    'Foyer, Main Street 1 (52.52, 13.405)\nHello Maya, this is where we meet.\nTell us more',
  )
  const picture = 'https://example.com/summer.jpg'
  assert.equal(
    await shownOf('summer_picture', [picture, 'Maya', 'SUN20']),
    `${picture}\nSummer is here, Maya.\nCopy offer code · SUN20`,
  )
  assert.equal(await shownOf('login_code', ['424242']), '*424242* is your verification code.\nCopy code')
  const last = (await app.call('fetch-chat-history', { projectId })).body.history as unknown as {
    template: { name: string; parts: object[] } | null
  }[]
  assert.deepEqual(last.find(({ template }) => template?.name === 'booking_confirmed')?.template?.parts, [
    { part: 'body', text: named },
  ])

  const before = (await historyOf()).length
  const refused: [string, string[], string, RegExp][] = [
    ['summer_picture', ['Maya', 'SUN20'], 'template_values', /3 values.*1\. the https address of an image/],
    ['summer_picture', ['http://example.com/a.jpg', 'Maya', 'SUN20'], 'template_values', /not an https URL/],
    ['summer_picture', [picture, 'Maya', 'SUN 20!'], 'template_values', /letters and digits/],
    ['how_to_find_us', ['91', '0', 'Foyer', 'Main Street', 'Maya'], 'template_values', /from -90 to 90/],
    ['follow_up', ['one\ntwo'], 'template_values', /line break/],
    ['follow_up', [' '], 'template_values', /is empty/],
    ['our_rooms', ['Maya'], 'template_unusable', /CAROUSEL/],
  ]
  for (const [templateName, templateVars, code, reported] of refused) {
    const answer = await reply({ templateName, language: 'en_US', templateVars })
    assert.equal(answer.body.code, code, templateName)
    assert.match(String(answer.body.error), reported)
  }
  assert.equal((await historyOf()).length, before)
  const { body } = await app.call('list-whatsapp-templates')
  const listed = body.templates as unknown as { name: string; unusable: string | null }[]
  assert.deepEqual(
    listed.filter(({ unusable }) => unusable !== null).map(({ name }) => name),
    ['our_rooms'],
  )
})

test('after the 24 hours free text is refused before sending, with when they ended; a template is sent', async () => {
  const late = await phones.add({ name: 'Late', number: '4915550001002' })
  const { rows } = await app.database.pool.query<{ at: Date }>("select now() - interval '24 hours 1 second' as at")
  await app.database.inOrg(orgId, async (db) => {
    const { resolveContact } = await import('#domains/crm/identities/identities.ts')
    const { openDealFor } = await import('#domains/crm/deals/deals.ts')
    const phone = { e164: '+4915550001002', key: '+4915550001002' }
    const { contactId } = await resolveContact(db, orgId, foyer.within, { phone, name: 'Late' }, 'whatsapp')
    const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'whatsapp', name: 'Late', cause: 'whatsapp' })
    const message = { contactId, dealId, channel: 'whatsapp', direction: 'in', kind: 'text', body: 'long ago' } as const
    await recordMessage(db, orgId, { ...message, at: rows[0]?.at as Date, address: late.number })
  })
  const thread = await threadOf('Late')
  assert.equal(thread?.whatsapp_window?.is_open, false)
  const answer = await app.call('send-whatsapp', { to: '+4915550001002', message: 'Too late' })
  assert.deepEqual([answer.status, answer.body.code], [409, 'window_closed'])
  assert.match(String(answer.body.error), /closed at \d{4}-/)
  assert.deepEqual(
    (await historyOf(thread.project_id)).map(({ comment_text }) => comment_text),
    ['long ago'],
  )
  const { body } = await app.call('list-whatsapp-templates')
  const plain = (body.templates as unknown as { name: string; status: string; variables: number; language: string }[]).find(
    (each) => each.status === 'APPROVED' && each.variables === 0,
  )
  assert.ok(plain)
  const sent = await app.call('send-whatsapp', { to: '+4915550001002', templateName: plain.name, language: plain.language })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await until('the template arrives', async () => (await phones.messages(late.id)).length > 0)
})

test('a message to a contact who blocked us fails with the reason, and is sent again only when a member asks', async () => {
  const blocking = await phones.add({ name: 'Blocking', number: '4915550001003' })
  await phones.write(blocking.id, { text: 'Hello' })
  const id = await until('it comes', async () => (await threadOf('Blocking'))?.project_id)
  await phones.change(blocking.id, { isBlocking: true })
  const answer = await app.call('reply-chat', { projectId: id, clientMessageId: newId(), message: 'Hello?' })
  const failed = await until('it fails', async () =>
    (await historyOf(id)).find((each) => each.id === sentId(answer) && each.state === 'failed'),
  )
  assert.equal(failed.error_code, '131026')
  await phones.change(blocking.id, { isBlocking: false })
  assert.equal((await app.call('resend-message', { messageId: failed.id })).status, 200)
  await phones.received(blocking.id, 'Hello?')
  await until('it is sent', async () => !['failed', 'queued', 'sending'].includes((await historyOf(id)).at(-1)?.state ?? ''))
  const again = await app.call('resend-message', { messageId: failed.id })
  assert.deepEqual([again.status, again.body.code], [409, 'message_not_failed'])
})

const dial = (faults: object) =>
  fetch(`${app.url}/sandbox/faults/whatsapp`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })

test('while the platform asks to slow down a message waits, can be seen waiting, and goes', async () => {
  assert.equal((await dial({ kind: 'rate_limited' })).status, 200)
  const answer = await reply({ message: 'In a moment.' })
  const waiting = await until('it waits', async () => {
    const { body } = await app.call('list-background-work', { state: 'waiting' })
    return (body.work as unknown as { id: string; name: string; tries: number }[]).find(
      ({ name, tries }) => name === 'send-message' && tries > 0,
    )
  })
  assert.equal(await stateOf(sentId(answer)), 'queued')
  await dial({ kind: 'none' })
  assert.equal((await app.call('replay-background-work', { workId: waiting.id })).status, 200)
  await phones.received(maya.id, 'In a moment.')
})

test('a message sent when the connection broke is uncertain, and never resent automatically', async () => {
  // The platform takes it, and neither its answer nor a status gets through.
  const silent = { drop: 1 }
  await dial({ kind: 'reset', webhooks: silent })
  const answer = await reply({ message: 'Did you get this?' })
  await until('nobody knows', async () => (await stateOf(sentId(answer))) === 'uncertain')
  await dial({ kind: 'none', webhooks: silent })
  assert.equal((await app.call('resend-message', { messageId: sentId(answer) })).status, 200)
  await phones.received(maya.id, 'Did you get this?')
  // By a person's decision she has it twice.
  await until(
    'it arrives again',
    async () => (await phones.messages(maya.id)).filter(({ text }) => text === 'Did you get this?').length === 2,
  )
  await dial({ kind: 'none' })
})

test('a template goes in the same language and script, by one order, and never in another', async () => {
  const { chooseTemplate, keepTemplates } = await import('./templates.ts')
  const connectionId = newId()
  const chosenOf = (languages: readonly string[], language: string) =>
    app.database.inOrg(orgId, async (db) => {
      const template = { category: 'UTILITY', status: 'APPROVED', reason: null, components: [], variables: 0 }
      await keepTemplates(
        db,
        orgId,
        connectionId,
        languages.map((code) => ({ ...template, id: code, name: 'hi', language: code })),
      )
      const chosen = await chooseTemplate(db, orgId, connectionId, { name: 'hi', language, values: [] })
      return 'language' in chosen ? chosen.language : chosen.code
    })
  assert.equal(await chosenOf(['zh_HK', 'zh_TW'], 'zh_CN'), 'template_language')
  assert.equal(await chosenOf(['zh_HK', 'zh_TW'], 'zh_HK'), 'zh_HK')
  assert.equal(await chosenOf(['en_GB', 'en_US', 'en_AU'], 'en_IN'), 'en_US')
  assert.equal(await chosenOf(['en_GB', 'en_AU'], 'en_IN'), 'template_language')
  assert.equal(await chosenOf(['pt_BR', 'pt_PT'], 'pt'), 'pt_BR')
  assert.equal(await chosenOf(['de', 'en_US'], 'de_AT'), 'de')
  assert.equal(await chosenOf(['en_US'], 'de'), 'template_language')
})

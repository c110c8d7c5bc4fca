import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText } from 'unpdf'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { type Documents, openDocuments, publicly, type ShownDocument } from '#test/support/documents.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let documents: Documents
let phones: ReturnType<typeof phonesAt>
let phone: { id: string; number: string }
let email = ''
/** Of the contact whom `openDocuments` makes. */
const number = '4930901820'
const signer = () => ({ name: 'Maya Rao', email, role: 'client', code: 'whatsapp' })
const loginCode = { name: 'login_code', language: 'en_US' }

before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  worker = await app.startWorker()
  documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)))
  const { orgId } = documents.owner
  email = `client@${orgId.slice(-12)}.example`
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const owned = (type: string, input: object) => app.call(type, input, documents.owner)
const connect = async (): Promise<void> => {
  const { orgId } = documents.owner
  ok(await owned('connect-sandbox', { provider: 'whatsapp' }))
  const found = await until('the number is known', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', orgId)
      .executeTakeFirst(),
  )
  await until('its templates are read', async () => {
    const { body } = ok(await owned('list-whatsapp-templates', {}))
    return (body.templates as unknown as object[]).length > 0
  })
  phones = phonesAt(app.url, found.phone_number_id)
  phone = await phones.add({ name: 'Maya', number })
}
const inSql = (text: string, values: readonly unknown[] = []) =>
  asOwner(app.target, async (client) => (await client.query(text, [...values])).rows as Record<string, unknown>[])
const codesAtPhone = async (): Promise<string[]> =>
  (await phones.messages(phone.id)).flatMap(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? [])
const noticesOf = async (): Promise<string[]> =>
  (ok(await owned('list-notices', {})).body.notices as unknown as { kind: string; subject_id: string }[])
    .filter(({ kind }) => kind === 'signing_code_failed')
    .map(({ subject_id }) => subject_id)
const sendCode = async (token: string) => ok(await publicly(app, 'send-signing-code', { token })).body
const messagesWithCodes = () =>
  inSql(
    `select id, state, body, content, values_sealed, error_code from foyer.messages
     where client_message_id like 'signing-code:%' order by created_at, id`,
  )
/** Where a code stands in clear, of all tables: not as a part of a time, a digest or an id. */
const placesOf = async (code: string): Promise<string[]> => {
  const tables = await inSql(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('foyer', 'directory', 'jobs') and table_type = 'BASE TABLE'`,
  )
  const places: string[] = []
  for (const { name } of tables) {
    const rows = await inSql(`select from ${name} t where t::text ~ $1`, [`(^|[^0-9a-f.-])${code}([^0-9a-f-]|$)`])
    if (rows.length > 0) places.push(String(name))
  }
  return places
}

test('no document is sent whose code by WhatsApp could not be: without a number here or at the signer, or without a template that WhatsApp takes codes in', async () => {
  const refused = async (more: object) => {
    const { status, body } = await documents.generate({ signers: [{ ...signer(), ...more }] })
    return [status, body.code, body.field]
  }
  assert.deepEqual(await refused({}), [409, 'code_template_missing', 'signers.0.code'], 'nothing is connected')
  await connect()
  assert.deepEqual(await refused({}), [409, 'code_template_missing', 'signers.0.code'], 'no template is chosen')

  const { body } = ok(await owned('list-whatsapp-templates', {}))
  const templates = body.templates as unknown as { name: string; language: string; category: string; status: string }[]
  const other = templates.find(({ category, status }) => category === 'UTILITY' && status === 'APPROVED')
  for (const codeTemplate of [
    { name: other?.name, language: other?.language },
    { name: 'unknown', language: 'en_US' },
  ]) {
    const answer = await owned('update-sealing', { codeTemplate })
    assert.deepEqual([answer.status, answer.body.code], [400, 'code_template_unfit'], codeTemplate.name)
  }
  const saved = ok(await owned('update-sealing', { codeTemplate: loginCode })).body.sealing as unknown as object
  assert.deepEqual((saved as { code_template: object }).code_template, loginCode)
  assert.deepEqual(await refused({ email: 'stranger@signers.example' }), [409, 'signer_without_whatsapp', 'signers.0.code'])
})

test('a code by WhatsApp is read on the phone of the signer and nowhere else: no member, table or log has it, and the certificate says where it went', async () => {
  const document = await documents.document({ signers: [signer()] })
  const [shownSigner] = document.signers as unknown as { phone: string }[]
  assert.equal(shownSigner?.phone, `+${number}`)
  const token = await documents.tokenOf(document.id, 'client')
  const before = await publicly(app, 'show-signing', { token })
  assert.deepEqual([before.status, before.body.sent_by, before.body.number_ends], [403, 'whatsapp', '20'])
  const page = await (await fetch(`${app.url}/sign/${token}?lang=en`)).text()
  assert.match(page, /by WhatsApp to your number that ends in 20/)
  assert.ok(!page.includes(number))

  const atFirst = (await codesAtPhone()).length
  assert.deepEqual(await sendCode(token), { success: true, sent: true })
  assert.deepEqual(await sendCode(token), { success: true, sent: true }, 'within 30 seconds')
  const code = await until('the code', async () => (await codesAtPhone())[atFirst])
  await until('it has left', async () =>
    (await messagesWithCodes()).every(({ state }) => state !== 'queued' && state !== 'sending'),
  )
  assert.equal((await codesAtPhone()).length, atFirst + 1, 'one message')

  const [message] = await messagesWithCodes()
  assert.match(String(message?.body), /•••••• is your verification code|\*••••••\*/)
  assert.equal(message?.values_sealed, null)
  assert.deepEqual(await placesOf(code), [])
  assert.ok(!app.logged().includes(code))
  const { body } = ok(await owned('fetch-chat-history', { projectId: documents.wish.projectId }))
  assert.ok(JSON.stringify(body).includes('••••••') && !JSON.stringify(body).includes(code), 'the conversation')

  const wrong = code === '111111' ? '222222' : '111111'
  assert.equal((await publicly(app, 'enter-signing-code', { token, code: wrong })).body.code, 'signing_code_wrong')
  const entered = ok(await publicly(app, 'enter-signing-code', { token, code })).body as unknown as { pass: string }
  ok(await publicly(app, 'sign-with-link', { token, code: entered.pass, name: 'Maya Rao', consent: true, values: {} }))
  const sealed = await until('the seal', async () => {
    const now = await documents.shown(document.id)
    return now.seal === 'sealed' ? now : undefined
  })
  assert.deepEqual(
    sealed.evidence.filter(({ kind }) => kind.startsWith('code_')).map(({ kind, facts }) => [kind, facts.by]),
    [
      ['code_sent', 'whatsapp'],
      ['code_entered', 'whatsapp'],
    ],
  )
  const file = await fetch(`${app.url}/download/download-document?documentId=${document.id}&file=certificate`, {
    headers: { authorization: `Bearer ${documents.owner.token}` },
  })
  const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true })
  assert.match(
    text.replaceAll(/\s+/g, ' '),
    new RegExp(`a code sent by WhatsApp to \\+${number} before the document was shown`),
  )
  assert.ok(await documents.verify(document.id))
})

test('of a code that cannot be sent, or is over before it leaves, signer and sender read so, and the sender has it go by email', async () => {
  const paused = async (isPaused: boolean) =>
    inSql('update foyer.whatsapp_templates set status = $1 where name = $2', [isPaused ? 'PAUSED' : 'APPROVED', loginCode.name])
  const [first, second] = [await documents.document({ signers: [signer()] }), await documents.document({ signers: [signer()] })]
  const token = await documents.tokenOf(first.id, 'client')
  await paused(true)
  ok(await owned('update-sealing', { codeTemplate: loginCode, daysToSign: 20 }))
  assert.deepEqual(await sendCode(token), { success: true, sent: false })
  const page = await fetch(`${app.url}/sign/${token}/code/send?lang=en`, { method: 'POST', body: new URLSearchParams() })
  assert.match(await page.text(), /could not be sent\. The sender has been told/)
  assert.deepEqual(await noticesOf(), [first.id])
  assert.equal((await documents.shown(first.id)).evidence.filter(({ kind }) => kind === 'code_sent').length, 0)
  await paused(false)

  await worker.stop()
  const late = await documents.tokenOf(second.id, 'client')
  const atFirst = (await codesAtPhone()).length
  assert.deepEqual(await sendCode(late), { success: true, sent: true })
  const messageId = String((await messagesWithCodes()).at(-1)?.id)
  const jobs = await inSql(`select name from jobs.job where data ->> 'messageId' = $1`, [messageId])
  assert.deepEqual(jobs, [{ name: 'send-hidden-message' }], 'a worker of before would send the dots as `send-message`')
  await inSql(`update foyer.messages set values_until = now() - interval '1 second' where values_until is not null`)
  worker = await app.startWorker()
  await until('the message ends', async () => (await messagesWithCodes()).at(-1)?.error_code === 'code_over')
  await until('the notice', async () => (await noticesOf()).includes(second.id))
  const again = await owned('resend-message', { messageId })
  assert.deepEqual([again.status, again.body.code], [409, 'message_not_failed'])
  assert.equal((await codesAtPhone()).length, atFirst)

  const replaced = async ({ id }: ShownDocument, more: object) => {
    const [asked] = (await documents.shown(id)).signers.filter(({ state }) => state !== 'replaced')
    return owned('replace-signer', { documentId: id, signerId: asked?.id, name: 'Maya Rao', email, ...more })
  }
  const unknown = await replaced(first, { email: 'stranger@signers.example' })
  assert.deepEqual([unknown.status, unknown.body.code, unknown.body.field], [409, 'signer_without_whatsapp', 'code'])
  for (const document of [first, second]) ok(await replaced(document, { code: 'email' }))
  assert.deepEqual(await noticesOf(), [])
  const byEmail = await documents.tokenOf(first.id, 'client')
  assert.equal((await publicly(app, 'show-signing', { token: byEmail })).body.sent_by, 'email')
  assert.deepEqual(await sendCode(byEmail), { success: true, sent: true })
  const events = (await documents.shown(first.id)).evidence
  assert.equal(events.find(({ kind }) => kind === 'replaced')?.facts.code, 'email')
  assert.equal(events.findLast(({ kind }) => kind === 'code_sent')?.facts.by, 'email')
})

test('a code that would go to a person of the demo is refused before the document is sent, and never said to be sent', async () => {
  const [demoEmail, demoPhone] = ['marta.nowicka@piekarnia-nowicka.example.com', '+447700900142']
  ok(await owned('create-contact', { name: 'Marta Nowicka', email: 'marta@visitor.example', phone: demoPhone }))
  const { status, body } = await documents.generate({ signers: [{ ...signer(), email: 'marta@visitor.example' }] })
  assert.deepEqual([status, body.code, body.field], [409, 'signer_without_whatsapp', 'signers.0.code'])
  assert.match(String(body.error), /demo data/)

  const before = await documents.document({ signers: [signer()] })
  await inSql(`update foyer.document_signers set phone = $1 where document_id = $2`, [demoPhone, before.id])
  const sent = (await messagesWithCodes()).length
  assert.deepEqual(await sendCode(await documents.tokenOf(before.id, 'client')), { success: true, sent: false })
  assert.equal((await messagesWithCodes()).length, sent)
  assert.ok((await noticesOf()).includes(before.id))

  const byEmail = await documents.document({ signers: [{ ...signer(), email: demoEmail, code: 'email' }] })
  const token = await documents.tokenOf(byEmail.id, 'client')
  assert.deepEqual(await sendCode(token), { success: true, sent: false })
  const { evidence } = await documents.shown(byEmail.id)
  assert.equal(evidence.filter(({ kind }) => kind === 'code_sent').length, 0)
})

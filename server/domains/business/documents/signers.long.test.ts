import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { extractText } from 'unpdf'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { clientEmail, type SentDocument, sentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'
import { remindSigners } from './remind-signers.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Shown {
  readonly ends_at: string
  readonly status: string
  readonly signers: {
    id: string
    name: string
    email: string
    state: string
    successor: { name: string; refused: boolean } | null
  }[]
  readonly evidence: { kind: string; facts: Record<string, unknown> }[]
}

const ask = async (name: string, input: object, as: SentDocument['owner'] | null) => {
  const { status, body } = await app.call(name, input, as)
  return status === 200 ? 'ok' : `${status} ${body.code}`
}
const shown = async ({ id, owner }: SentDocument): Promise<Shown> => {
  const { status, body } = await app.call('show-document', { documentId: id }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return body.document as unknown as Shown
}
const tokenOf = async (document: SentDocument, email: string): Promise<string> =>
  (await document.path(email)).slice('/sign/'.length)
const signerOf = async (document: SentDocument, email: string) => {
  const found = (await shown(document)).signers.find((each) => each.email === email && each.state !== 'replaced')
  assert.ok(found, email)
  return found
}
const mailsTo = async (email: string) => {
  const answer = await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  })
  return (await answer.json()) as { subject: string; text: string }[]
}
const textBody = '[[signature client "Client"]] [[text client "Purchase order"]]'
const two = [
  { name: 'Ada', email: 'ada@first.example', role: 'client', order: 1 },
  { name: 'Ben', email: 'ben@second.example', role: 'client', order: 2 },
]
const change = (document: SentDocument, set: string) =>
  asOwner(app.target, (client) => client.query(set.replaceAll('ID', document.id)))

test('a signer who has not signed is replaced: the link before ends at once, the other is asked, signs in their fields, and both are in the evidence', async () => {
  const document = await sentDocument(app, { body: `# A\n\n{{CLIENT_NAME}} {{PRICE}}\n\n${textBody}` })
  const former = await tokenOf(document, clientEmail)
  const { id: signerId } = await signerOf(document, clientEmail)
  const other = { name: 'Ben Okafor 김', email: `ben-${document.id.slice(-8)}@signers.example` }
  const replace = (more: object = {}) =>
    ask('replace-signer', { documentId: document.id, signerId, ...other, ...more }, document.owner)
  assert.equal(await replace({ name: 'A \u{13000}' }), '400 letter_without_font')
  assert.equal(await replace(), 'ok')
  assert.equal(await replace(), '404 signer_not_found', 'who was replaced is no signer any more')
  for (const name of ['show-signing', 'decline-signing'])
    assert.equal(await ask(name, { token: former }, null), '404 sign_link_unknown')
  const values = { f2: 'PO 7' }
  assert.equal(await ask('sign-with-link', { token: former, name: 'x', consent: true, values }, null), '404 sign_link_unknown')
  assert.equal((await fetch(`${app.url}/sign/${former}`)).status, 404)
  await until('the email', async () => ((await mailsTo(other.email)).length > 0 ? true : undefined))
  const token = await tokenOf(document, other.email)
  assert.equal(await ask('sign-with-link', { token, name: other.name, consent: true, values }, null), 'ok')
  const { signers, evidence } = await shown(document)
  assert.deepEqual(
    signers.map(({ email, state }) => [email === clientEmail, state]).filter(([, state]) => state !== 'asked'),
    [
      [true, 'replaced'],
      [false, 'signed'],
    ],
  )
  assert.deepEqual(
    evidence.map(({ kind }) => kind).filter((kind) => ['replaced', 'signed'].includes(kind)),
    ['replaced', 'signed'],
  )
  const again = await signerOf(document, other.email)
  assert.equal(
    await ask('replace-signer', { documentId: document.id, signerId: again.id, ...other }, document.owner),
    '409 not_pending',
  )
})

test('a signer of a later turn is replaced without being asked before their turn, and never by one who signs already', async () => {
  const document = await sentDocument(app, { body: '{{CLIENT_NAME}} {{PRICE}}', signers: two })
  const { id: signerId } = await signerOf(document, 'ben@second.example')
  const by = (email: string) => ask('replace-signer', { documentId: document.id, signerId, name: 'Cem', email }, document.owner)
  assert.equal(await by('ADA@first.example'), '400 signer_doubled')
  assert.equal(await by('cem@second.example'), 'ok')
  assert.equal((await signerOf(document, 'cem@second.example')).state, 'waiting')
  assert.equal((await mailsTo('cem@second.example')).length, 0)
  assert.equal(
    await ask('sign-with-link', { token: await tokenOf(document, 'ada@first.example'), name: 'Ada', consent: true }, null),
    'ok',
  )
  assert.equal((await signerOf(document, 'cem@second.example')).state, 'asked')
})

test('of a signature and a replacement at once one wins, and the other is refused', async () => {
  for (let n = 0; n < 8; n++) {
    const document = await sentDocument(app, { body: '{{CLIENT_NAME}} {{PRICE}}' })
    const token = await tokenOf(document, clientEmail)
    const { id: signerId } = await signerOf(document, clientEmail)
    const [signed, replaced] = await Promise.all([
      ask('sign-with-link', { token, name: 'Maya', consent: true }, null),
      ask('replace-signer', { documentId: document.id, signerId, name: 'Ben', email: 'ben@race.example' }, document.owner),
    ])
    assert.ok(
      (signed === 'ok' && replaced === '409 not_pending') || (signed === '404 sign_link_unknown' && replaced === 'ok'),
      `${signed} ${replaced}`,
    )
  }
})

test('a deadline is extended to a later one within a year that the certificate lives to see, and never brought forward', async () => {
  const document = await sentDocument(app)
  const { ends_at: before } = await shown(document)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const extend = (expiresAt: string) => ask('extend-document', { documentId: document.id, expiresAt }, document.owner)
  assert.equal(await extend(inDays(2)), '400 deadline_wrong')
  assert.equal(await extend(inDays(366)), '400 deadline_wrong')
  const to = inDays(60)
  assert.equal(await extend(to), 'ok')
  assert.equal(await extend(to), 'ok', 'again')
  const { ends_at, evidence } = await shown(document)
  assert.equal(Date.parse(ends_at), Date.parse(to))
  const extended = evidence.filter(({ kind }) => kind === 'extended')
  assert.deepEqual(
    extended.map(({ facts }) => [facts.from, facts.to]),
    [[before, to]],
  )
  await change(
    document,
    `update foyer.seal_identities set not_after = now() + interval '90 days' where org_id = '${document.owner.orgId}'`,
  )
  assert.equal(await extend(inDays(120)), '409 cannot_seal')
  assert.equal(await ask('void-document', { documentId: document.id, reason: 'x' }, document.owner), 'ok')
  assert.equal(await extend(inDays(80)), '409 not_pending')
})

test('a signer names the right person: nothing goes there before the sender agrees, and a refusal is shown to the signer', async () => {
  const document = await sentDocument(app)
  const token = await tokenOf(document, clientEmail)
  const { id: signerId } = await signerOf(document, clientEmail)
  const email = `right-${document.id.slice(-8)}@signers.example`
  const named = { token, name: 'Ben Okafor', email, reason: 'Signs contracts here' }
  assert.equal(await ask('hand-over-signing', { ...named, email: clientEmail }, null), '400 successor_is_signer')
  assert.equal(await ask('keep-signer', { documentId: document.id, signerId }, document.owner), '409 successor_missing')
  for (const _ of [1, 2]) assert.equal(await ask('hand-over-signing', named, null), 'ok')
  assert.equal((await signerOf(document, clientEmail)).successor?.name, 'Ben Okafor')
  const open = async () => {
    const tasks = (await app.call('list-tasks', {}, document.owner)).body.tasks as unknown as {
      title: string
      cause: { rule?: string }
    }[]
    const { notices } = (await app.call('list-notices', {}, document.owner)).body as unknown as { notices: { kind: string }[] }
    return [
      tasks.filter(({ cause }) => cause.rule === 'successor').length,
      notices.filter(({ kind }) => kind === 'signer_names_other').length,
    ]
  }
  assert.deepEqual(await open(), [1, 1])
  assert.deepEqual(await mailsTo(email), [])
  assert.equal((await shown(document)).evidence.filter(({ kind }) => kind === 'handed_over').length, 1)
  assert.equal(await ask('keep-signer', { documentId: document.id, signerId }, document.owner), 'ok')
  assert.deepEqual(await open(), [0, 0])
  assert.equal((await signerOf(document, clientEmail)).successor?.refused, true)
  assert.equal(await ask('hand-over-signing', named, null), 'ok')
  assert.deepEqual(await open(), [1, 1])
  assert.equal(
    await ask('replace-signer', { documentId: document.id, signerId, name: 'Ben Okafor', email }, document.owner),
    'ok',
  )
  assert.deepEqual(await open(), [0, 0])
  await until('the email', async () => ((await mailsTo(email)).length > 0 ? true : undefined))
})

test('signers who wait are reminded by the rule of their document, each time once however many workers there are, and never once it ended', async () => {
  const rule = { after: [3, 7], before: 1 }
  const document = await sentDocument(app, { body: '{{CLIENT_NAME}} {{PRICE}}', signers: two, reminders: rule })
  const ended = await sentDocument(app, { body: '{{CLIENT_NAME}} {{PRICE}}', signers: two, reminders: rule })
  const asked: string[] = []
  const context = {
    ...{ db: app.database.db, inOrg: app.database.inOrg, vault: makeVault(Buffer.alloc(32, 7)), emitIn: async () => {} },
    enqueueIn: async (_db: unknown, { name }: { name: string }, data: object) =>
      void asked.push(`${name} ${JSON.stringify(data)}`),
  }
  const remind = () => Promise.all([1, 2, 3].map(() => remindSigners.run({}, context as never)))
  const reminded = async (of = document) =>
    (await shown(of)).evidence.filter(({ kind }) => kind === 'reminded').map(({ facts }) => facts.rule)
  await remind()
  assert.deepEqual(await reminded(), [])
  const askedBefore = (of: SentDocument, days: number) =>
    change(
      of,
      `update foyer.document_signers set asked_at = now() - interval '${days} days', reminded_at = null where document_id = 'ID' and state = 'asked'`,
    )
  await askedBefore(document, 4)
  await askedBefore(ended, 4)
  assert.equal(await ask('void-document', { documentId: ended.id, reason: 'x' }, ended.owner), 'ok')
  await remind()
  await remind()
  assert.deepEqual(await reminded(), [['after-3']])
  assert.deepEqual(await reminded(ended), [])
  await askedBefore(document, 8)
  await remind()
  assert.deepEqual(await reminded(), [['after-3'], ['after-7']])
  await askedBefore(document, 9)
  await change(document, `update foyer.documents set ends_at = now() + interval '5 hours' where id = 'ID'`)
  await remind()
  assert.deepEqual(await reminded(), [['after-3'], ['after-7'], ['before-1']])
  // Ben's turn has not come: he is neither asked nor reminded.
  const { id: ada } = await signerOf(document, 'ada@first.example')
  assert.equal(asked.length, 3)
  assert.ok(asked.every((each) => each.startsWith('ask-signer') && each.includes(ada) && each.includes('"isReminder":true')))
  await change(document, `update foyer.document_signers set reminded_at = null where document_id = 'ID'`)
  const later = new Date(Date.now() + 10 * 86_400_000).toISOString()
  assert.equal(await ask('extend-document', { documentId: document.id, expiresAt: later }, document.owner), 'ok')
  await remind()
  assert.equal((await reminded()).length, 3)
})

test('a document has the reminders of its own, else of its template, else of the workspace', async () => {
  const { owner } = await sentDocument(app)
  const settings = await app.call('update-sealing', { reminders: { after: [10, 2], before: null } }, owner)
  assert.deepEqual((settings.body.sealing as unknown as { reminders: object }).reminders, { after: [2, 10], before: null })
  const remindersOf = async (template: object | null, own: object | undefined) => {
    const made = await app.call(
      'create-template',
      { name: `T ${Math.random()}`, kind: 'text', body: 'Hello', ...(template && { reminders: template }) },
      owner,
    )
    const { documents } = (await app.call('list-documents', {}, owner)).body as unknown as { documents: { deal_id: string }[] }
    const sent = await app.call(
      'generate-contract',
      {
        ...{ projectId: documents[0]?.deal_id, templateId: (made.body.template as unknown as { id: string }).id },
        ...{ userId: owner.personId, title: 'T', docType: 'contract', replacements: {}, ...(own && { reminders: own }) },
      },
      owner,
    )
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const { id } = sent.body.document as unknown as { id: string }
    return ((await app.call('show-document', { documentId: id }, owner)).body.document as unknown as { reminders: object })
      .reminders
  }
  assert.deepEqual(await remindersOf(null, undefined), { after: [2, 10], before: null })
  assert.deepEqual(await remindersOf({ after: [5], before: 2 }, undefined), { after: [5], before: 2 })
  assert.deepEqual(await remindersOf({ after: [5], before: 2 }, { after: [], before: null }), { after: [], before: null })
})

test('a signer who is asked for a code sees nothing before it, has five tries, and the certificate says how they were identified', async () => {
  const email = `code-${Date.now()}@signers.example`
  const document = await sentDocument(app, {
    ...{ body: '{{CLIENT_NAME}} {{PRICE}}', signers: [{ name: 'Ada', email, role: 'client', code: 'email' }] },
  })
  const token = await tokenOf(document, email)
  const codes = async () => (await mailsTo(email)).flatMap(({ text }) => /code is (\d{6})/.exec(text)?.[1] ?? [])
  const sendCode = async (): Promise<string> => {
    const before = await codes()
    assert.equal(await ask('send-signing-code', { token }, null), 'ok')
    return until('the code', async () => {
      const after = await codes()
      return after.length > before.length ? after.find((each) => !before.includes(each)) : undefined
    })
  }
  const calls: [string, object][] = [
    ['show-signing', {}],
    ['sign-with-link', { name: 'Ada', consent: true }],
    ['decline-signing', {}],
    ['hand-over-signing', { name: 'Ben', email: 'ben@x.example' }],
  ]
  const refusals = async (code: object) => {
    for (const [name, more] of calls)
      assert.equal(await ask(name, { token, ...code, ...more }, null), '403 signing_code_needed', name)
  }
  await refusals({})
  await refusals({ code: 'x'.repeat(43) })
  for (const file of ['page/1.png', 'original.pdf'])
    assert.doesNotMatch((await fetch(`${app.url}/sign/${token}/${file}`)).headers.get('content-type') ?? '', /png|pdf/)
  assert.equal(await ask('enter-signing-code', { token, code: '000000' }, null), '409 signing_code_spent', 'none was sent')
  const first = await sendCode()
  await refusals({ code: first })
  const wrong = first === '111111' ? '222222' : '111111'
  const tries: string[] = []
  for (let n = 0; n < 6; n++) tries.push(await ask('enter-signing-code', { token, code: wrong }, null))
  assert.deepEqual(tries, [...Array(4).fill('400 signing_code_wrong'), ...Array(2).fill('409 signing_code_spent')])
  assert.equal(
    await ask('enter-signing-code', { token, code: first }, null),
    '409 signing_code_spent',
    'the right one came too late',
  )
  await change(
    document,
    `update foyer.document_signers set code_sent_at = now() - interval '1 minute' where document_id = 'ID'`,
  )
  const second = await sendCode()
  await change(
    document,
    `update foyer.document_signers set code_sent_at = now() - interval '11 minutes' where document_id = 'ID'`,
  )
  assert.equal(await ask('enter-signing-code', { token, code: second }, null), '409 signing_code_spent', 'after ten minutes')
  const third = await sendCode()
  const entered = await app.call('enter-signing-code', { token, code: third }, null)
  assert.equal(entered.status, 200)
  assert.equal(await ask('enter-signing-code', { token, code: third }, null), '409 signing_code_spent', 'twice')
  const { pass: code } = entered.body as unknown as { pass: string }
  assert.equal(await ask('show-signing', { token, code }, null), 'ok')
  await change(
    document,
    `update foyer.document_signers set pass_given_at = now() - interval '13 hours' where document_id = 'ID'`,
  )
  await refusals({ code })
  await change(document, `update foyer.document_signers set pass_given_at = now() where document_id = 'ID'`)
  assert.equal(await ask('sign-with-link', { token, code, name: 'Ada', consent: true }, null), 'ok')
  await document.sealed()
  const { evidence } = await shown(document)
  assert.equal(evidence.filter(({ kind }) => kind === 'code_sent').length, 3)
  assert.equal(evidence.filter(({ kind }) => kind === 'code_entered').length, 1)
  assert.equal(evidence.find(({ kind }) => kind === 'signed')?.facts.code, 'email')
  const certificate = await fetch(`${app.url}/download/download-document?documentId=${document.id}&file=certificate`, {
    headers: { authorization: `Bearer ${document.owner.token}` },
  })
  const { text } = await extractText(new Uint8Array(await certificate.arrayBuffer()), { mergePages: true })
  assert.match(text.replaceAll(/\s+/g, ' '), /A link sent to this email address alone, and a code sent to it/)
  const stored = await app.database.inOrg(document.owner.orgId, (db) => db.selectFrom('document_signers').selectAll().execute())
  assert.ok(![first, second, third, code].some((secret) => JSON.stringify(stored).includes(secret)))
})

test('a draft is for the signer of the link alone, and goes when the document ends', async () => {
  const document = await sentDocument(app, {
    body: '{{CLIENT_NAME}} {{PRICE}}',
    signers: two.map((each) => ({ ...each, order: 1 })),
  })
  const [ada, ben] = [await tokenOf(document, 'ada@first.example'), await tokenOf(document, 'ben@second.example')]
  const draft = { name: 'Ada 김', 'f.x': '{{NAME}}' }
  assert.equal(await ask('save-signing-draft', { token: ada, draft: { name: 'x'.repeat(400_001) } }, null), '400 bad_request')
  assert.equal(await ask('save-signing-draft', { token: ada, draft }, null), 'ok')
  const draftOf = async (token: string) => {
    const { signing } = (await app.call('show-signing', { token }, null)).body as unknown as {
      signing: { draft: object | null }
    }
    return signing.draft
  }
  assert.deepEqual(await draftOf(ada), { name: 'Ada 김', 'f.x': '{{NAME}}' })
  assert.equal(await draftOf(ben), null)
  assert.equal(await ask('decline-signing', { token: ben }, null), 'ok')
  assert.equal(await draftOf(ada), null)
  assert.equal(await ask('save-signing-draft', { token: ada, draft }, null), '409 not_pending')
  const left = await app.database.inOrg(document.owner.orgId, (db) =>
    db.selectFrom('document_signers').select('id').where('draft_marks', 'is not', null).execute(),
  )
  assert.deepEqual(left, [])
})

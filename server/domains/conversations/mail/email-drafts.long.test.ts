import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { type Answer, ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

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
const connect = async (owner: Someone, kind: 'personal' | 'team' = 'personal'): Promise<void> => {
  const mailboxId = await connectGoogle(app, owner)
  if (kind === 'team') ok(await app.call('update-mailbox', { mailboxId, kind }, owner))
}

interface Draft {
  readonly id: string
  readonly version: number
  readonly subject: string
  readonly preview: string
  readonly files?: readonly { readonly id: string }[]
}
const typed = { userEmail, to: 'Rosa <rosa@client.example>, ro', subject: 'Thursday', text: 'Half a sent' }
const save = (owner: Someone, more: object = {}): Promise<Answer> =>
  app.call('save-email-draft', { ...typed, windowId: crypto.randomUUID(), ...more }, owner)
const saved = async (owner: Someone, more: object = {}): Promise<Draft> =>
  ok(await save(owner, more)).body.draft as unknown as Draft
const draftsOf = async (owner: Someone): Promise<Draft[]> =>
  ok(await app.call('list-email-drafts', {}, owner)).body.drafts as unknown as Draft[]
const given = async (owner: Someone, name: string): Promise<string> => {
  const { body } = ok(await app.call('create-email-file', { name, size: 1 }, owner))
  const { id } = body.file as unknown as { id: string }
  const response = await fetch(`${app.url}/email-files/${id}/content?from=0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}` },
    body: 'x',
  })
  assert.equal(response.status, 200)
  return id
}
const hasFile = async (owner: Someone, fileId: string): Promise<boolean> =>
  (await app.call('show-email-file', { fileId }, owner)).status === 200
const worked = async (name: string): Promise<void> => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into jobs.job (name, data) values ($1, '{}') returning id`,
    [name],
  )
  await until(`${name} ran`, async () => {
    const done = await app.database.pool.query<{ state: string }>('select state::text from jobs.job where id = $1', [
      rows[0]?.id,
    ])
    return ['completed', 'failed'].includes(done.rows[0]?.state ?? '') ? true : undefined
  })
}
/** As if all of a workspace had been left alone for so many days. */
const age = ({ orgId }: Someone, days: number): Promise<void> =>
  app.database.inOrg(orgId, async (db) => {
    const at = new Date(Date.now() - days * 86_400_000)
    await db.updateTable('mail_files').set({ created_at: at }).where('org_id', '=', orgId).execute()
    await db.updateTable('mail_drafts').set({ updated_at: at }).where('org_id', '=', orgId).execute()
  })

test('a draft is kept as it was typed, half an address too; its member alone sees it, in a mailbox of the team as well', async () => {
  const owner = await app.given.organization()
  await connect(owner, 'team')
  const member = await app.given.person(owner.orgId, 'member')
  const first = await saved(member)
  const second = await saved(member, { draftId: first.id, version: first.version, text: 'Half a sentence', cc: 'x' })
  assert.deepEqual([second.id, second.version], [first.id, 2])
  await saved(member, { subject: 'Another' })
  assert.deepEqual(
    (await draftsOf(member)).map(({ subject, preview }) => [subject, preview]),
    [
      ['Another', 'Half a sent'],
      ['Thursday', 'Half a sentence'],
    ],
  )
  const { draft } = ok(await app.call('show-email-draft', { draftId: first.id }, member)).body as unknown as {
    draft: Record<string, unknown>
  }
  assert.deepEqual([draft.to, draft.cc, draft.text, draft.from], [typed.to, 'x', 'Half a sentence', userEmail])
  assert.deepEqual(await draftsOf(owner), [])
  for (const name of ['show-email-draft', 'remove-email-draft'])
    assert.equal((await app.call(name, { draftId: first.id }, owner)).body.code, 'email_draft_not_found', name)
  for (const version of [0, 2])
    assert.equal((await save(owner, { draftId: first.id, version })).body.code, 'email_draft_not_found')
  const wish = { to: 'rosa@client.example', subject: 'Not mine', body: 'x', userEmail, draftId: first.id }
  assert.equal((await app.call('send-email', wish, owner)).body.code, 'email_draft_not_found')
  assert.equal((await draftsOf(member)).length, 2)
})

test('a save from another window is not written over; a first save that is repeated makes one draft', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const windowId = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => saved(owner, { windowId })))
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  const [{ id }] = (await draftsOf(owner)) as [Draft]
  const present = (await draftsOf(owner))[0]?.version ?? 0
  await saved(owner, { draftId: id, version: present, text: 'From the phone' })
  const late = await save(owner, { draftId: id, version: present, text: 'From the desk' })
  assert.deepEqual([late.status, late.body.code], [409, 'email_draft_stale'])
  assert.equal((await draftsOf(owner))[0]?.preview, 'From the phone')
  const atOnce = await Promise.all(
    ['one', 'two', 'three'].map((text) => save(owner, { draftId: id, version: present + 1, text })),
  )
  assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [200, 409, 409])
})

test('of two windows that send one draft at the same moment one sends, and the draft is gone; a refused email keeps it', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const draft = await saved(owner)
  const wish = { to: 'rosa@client.example', subject: 'Once', body: '<p>Once</p>', userEmail, draftId: draft.id }
  assert.equal((await app.call('send-email', { ...wish, to: 'ro' }, owner)).body.code, 'email_not_sendable')
  const glued = await app.call('send-email', { ...wish, to: 'Rosa <rosa@client.example> Yes, Friday' }, owner)
  const said =
    'to: “Rosa <rosa@client.example> Yes” is not an address: there is text after the address (separate addresses by commas)'
  assert.deepEqual([glued.status, glued.body.field, glued.body.error], [400, 'to', said])
  assert.equal((await draftsOf(owner)).length, 1)
  const both = await Promise.all([1, 2, 3].map(() => app.call('send-email', wish, owner)))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 404, 404])
  assert.deepEqual(await draftsOf(owner), [])
  const mails = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('mailbox_mails').select('id').where('org_id', '=', owner.orgId).where('subject', '=', 'Once').execute(),
  )
  assert.equal(mails.length, 1)
  assert.equal((await save(owner, { draftId: draft.id, version: 1 })).body.code, 'email_draft_not_found')
})

test('the files of a draft stay for as long as it does, and go with it; a file is in one draft', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const [kept, dropped, loose] = [await given(owner, 'kept'), await given(owner, 'dropped'), await given(owner, 'loose')]
  const draft = await saved(owner, { files: [dropped, kept] })
  assert.equal((await save(owner, { files: [kept] })).body.code, 'email_file_not_found')
  await saved(owner, { draftId: draft.id, version: draft.version, files: [kept] })
  await age(owner, 90)
  await worked('sweep-mail-files')
  assert.deepEqual(
    [await hasFile(owner, kept), await hasFile(owner, dropped), await hasFile(owner, loose)],
    [true, false, false],
  )
  const shown = ok(await app.call('show-email-draft', { draftId: draft.id }, owner)).body.draft as unknown as Draft
  assert.deepEqual(
    shown.files?.map(({ id }) => id),
    [kept],
  )
  await worked('remove-expired')
  assert.equal((await draftsOf(owner)).length, 1)
  await age(owner, 181)
  await worked('remove-expired')
  await worked('sweep-mail-files')
  assert.deepEqual([await draftsOf(owner), await hasFile(owner, kept)], [[], false])

  const [sent, discarded] = [await given(owner, 'sent'), await given(owner, 'discarded')]
  const other = await saved(owner, { files: [discarded] })
  ok(await app.call('remove-email-draft', { draftId: other.id }, owner))
  assert.equal(await hasFile(owner, discarded), false)
  const last = await saved(owner, { files: [sent] })
  const wish = { to: 'rosa@client.example', subject: 'x', body: 'x', userEmail, draftId: last.id, files: [sent] }
  const { body } = ok(await app.call('send-email', { ...wish, undoSeconds: 60 }, owner))
  // Taken back, an old file waits for a day again, and can be in a draft once more.
  await age(owner, 2)
  ok(await app.call('cancel-email', { id: body.messageId, userEmail }, owner))
  await worked('sweep-mail-files')
  await saved(owner, { files: [sent] })
})

test('a member has 100 drafts at most, each bounded; saves are not in the audit log, refused ones neither, discarding is', async () => {
  const owner = await app.given.organization()
  await connect(owner)
  const long = await save(owner, { text: 'x'.repeat(100_001) })
  assert.deepEqual([long.status, long.body.field], [400, 'text'])
  const unknown = await save(owner, { answers: crypto.randomUUID() })
  assert.deepEqual([unknown.status, unknown.body.field], [404, 'answers'])
  const draft = await saved(owner)
  await app.database.inOrg(owner.orgId, async (db) => {
    const row = await db.selectFrom('mail_drafts').selectAll().where('org_id', '=', owner.orgId).executeTakeFirstOrThrow()
    const more = Array.from({ length: 99 }, () => ({ ...row, id: crypto.randomUUID(), window_id: crypto.randomUUID() }))
    await db.insertInto('mail_drafts').values(more).execute()
  })
  assert.equal((await save(owner)).body.code, 'email_drafts_too_many')
  await saved(owner, { draftId: draft.id, version: draft.version })
  ok(await app.call('remove-email-draft', { draftId: draft.id }, owner))
  await saved(owner)
  const { entries } = ok(await app.call('list-audit', {}, owner)).body as unknown as { entries: { action: string }[] }
  const names = entries.map(({ action }) => action)
  assert.deepEqual([names.includes('save-email-draft'), names.includes('remove-email-draft')], [false, true])
})

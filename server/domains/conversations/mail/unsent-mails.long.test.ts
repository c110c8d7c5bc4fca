import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectGoogle } from '#test/support/consent.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

const userEmail = 'mira@sandbox.example'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', MAIL_POLL_SECONDS: '3600' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const turn = (dial: object) =>
  fetch(`${app.url}/sandbox/faults/google`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const letter = { to: 'Rosa <rosa@stranger.example>', subject: 'The offer', body: '<p>As agreed</p>', userEmail }
/** It waits for a minute. */
const queue = async (who: Someone, more: object = {}): Promise<string> =>
  String(ok(await app.call('send-email', { ...letter, undoSeconds: 60, ...more }, who)).body.messageId)
/** Its only try fails. */
const fail = async (who: Someone): Promise<string> => {
  await turn({ kind: 'rate_limited', only: '/send' })
  const id = await queue(who, { undoSeconds: 2 })
  await sql`update jobs.job_common set retry_limit = 0 where name = 'send-mailbox-mail' and data ->> 'mailId' = ${id}`.execute(
    app.database.db,
  )
  await until('it failed', async () => ((await listOf(who)).some((each) => each.startsWith(`${id} failed`)) ? true : undefined))
  await turn({})
  return id
}
const listOf = async (who: Someone, more: object = {}): Promise<string[]> => {
  const { body } = ok(await app.call('fetch-inbox', { userEmail, labelId: 'FOYER_NOT_SENT', limit: 50, ...more }, who))
  return (body.emails as unknown as { id: string; mail: { state: string } }[]).map(({ id, mail }) => `${id} ${mail.state}`)
}
const countOf = async (who: Someone): Promise<number | undefined> => {
  const { body } = ok(await app.call('list-mail-folders', { userEmail }, who))
  return (body.folders as unknown as { role: string; unread: number }[]).find(({ role }) => role === 'not_sent')?.unread
}
const noticesOf = async (who: Someone): Promise<[string, string][]> => {
  const { notices } = ok(await app.call('list-notices', {}, who)).body as unknown as {
    notices: { kind: string; subject_id: string; facts: { state: string } }[]
  }
  return notices.filter(({ kind }) => kind === 'email_not_sent').map(({ subject_id, facts }) => [subject_id, facts.state])
}
const draftsOf = async (who: Someone) =>
  ok(await app.call('list-email-drafts', {}, who)).body.drafts as unknown as { id: string }[]
const draftOf = async (who: Someone, draftId: string | undefined) =>
  ok(await app.call('show-email-draft', { draftId }, who)).body.draft as unknown as Record<string, unknown>
const setState = (who: Someone, id: string, state: string) =>
  app.database.inOrg(who.orgId, (db) => db.updateTable('mailbox_mails').set({ state }).where('id', '=', id).execute())

test('a mail to a stranger that failed is in the list of what was not sent, raises a notice for its writer alone, and both end once it was sent', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  await connectGoogle(app, member)
  assert.deepEqual([await listOf(member), await countOf(member)], [[], 0])
  const waiting = await queue(member)
  assert.deepEqual([await listOf(member), await countOf(member)], [[`${waiting} queued`], 0])
  const id = await fail(member)
  assert.deepEqual(await listOf(member), [`${id} failed`, `${waiting} queued`])
  assert.deepEqual(await listOf(member, { limit: 1, before: id }), [`${waiting} queued`])
  assert.equal(await countOf(member), 1)
  assert.deepEqual(await noticesOf(member), [[id, 'failed']])
  // The mailbox is the member’s alone, and so is what waits there.
  assert.deepEqual(await noticesOf(owner), [])
  for (const [name, input] of [
    ['fetch-inbox', { userEmail, labelId: 'FOYER_NOT_SENT' }],
    ['list-mail-folders', { userEmail }],
    ['show-email', { id, userEmail }],
    ['cancel-email', { id, userEmail, asDraft: {} }],
  ] as const)
    assert.equal((await app.call(name, input, owner)).body.code, 'foreign_mailbox', name)
  ok(await app.call('resend-email', { id, userEmail }, member))
  assert.deepEqual(await noticesOf(member), [])
  await until('it was sent', async () => ((await listOf(member)).length === 1 ? true : undefined))
  assert.deepEqual([await listOf(member), await countOf(member)], [[`${waiting} queued`], 0])
})

test('the list is there while the mailbox must be connected again, and what is in it is shown and taken back', async () => {
  const owner = await app.given.organization()
  const mailboxId = await connectGoogle(app, owner)
  const id = await queue(owner)
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('connections').set({ status: 'needs_reauth' }).where('id', '=', mailboxId).execute(),
  )
  assert.equal((await app.call('fetch-inbox', { userEmail }, owner)).body.code, 'mailbox_not_connected')
  assert.deepEqual(await listOf(owner), [`${id} queued`])
  ok(await app.call('show-email', { id, userEmail }, owner))
  assert.equal(await countOf(owner), 0)
  const { draft } = ok(await app.call('cancel-email', { id, userEmail, asDraft: {} }, owner)).body as unknown as {
    draft: { id: string }
  }
  assert.deepEqual([await listOf(owner), (await draftsOf(owner)).map((each) => each.id)], [[], [draft.id]])
})

test('of a mailbox of the team its writer is notified, not the team; of what a workflow wrote there the owner of the mailbox is', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const mailboxId = await connectGoogle(app, owner)
  ok(await app.call('update-mailbox', { mailboxId, kind: 'team' }, owner))
  const id = await fail(member)
  assert.deepEqual([await noticesOf(member), await noticesOf(owner)], [[[id, 'failed']], []])
  assert.deepEqual(await listOf(owner), [`${id} failed`])
  await turn({ kind: 'rate_limited', only: '/send' })
  const written = await queue(member, { undoSeconds: 2 })
  // As if a workflow had written it.
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mailbox_mails').set({ person_id: null }).where('id', '=', written).execute(),
  )
  await sql`update jobs.job_common set retry_limit = 0 where name = 'send-mailbox-mail' and data ->> 'mailId' = ${written}`.execute(
    app.database.db,
  )
  await until('its owner is told', async () => ((await noticesOf(owner)).length > 0 ? true : undefined))
  assert.deepEqual(await noticesOf(owner), [[written, 'failed']])
  await turn({})
})

test('a mail that is taken back is its draft in the same transaction: as it was typed, or of what the mail says; or nothing changes', async () => {
  const owner = await app.given.organization()
  await connectGoogle(app, owner)
  const made = ok(await app.call('create-email-file', { name: 'offer.txt', size: 1 }, owner)).body
  const file = (made.file as unknown as { id: string }).id
  const put = await fetch(`${app.url}/email-files/${file}/content?from=0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}` },
    body: 'x',
  })
  assert.equal(put.status, 200)
  const typed = await queue(owner, { files: [file] })
  const asDraft = { kind: 'new', to: 'Rosa <rosa@stranger.example>, ', text: 'As agreed', signed: true, tracked: true }
  const first = ok(await app.call('cancel-email', { id: typed, userEmail, asDraft }, owner)).body as unknown as {
    draft: { id: string }
  }
  const shown = await draftOf(owner, first.draft.id)
  assert.deepEqual(
    [shown.to, shown.subject, shown.text, shown.signed, shown.tracked, (shown.files as { id: string }[]).map(({ id }) => id)],
    [asDraft.to, 'The offer', 'As agreed', true, true, [file]],
  )
  const failed = await fail(owner)
  const { draft } = ok(await app.call('cancel-email', { id: failed, userEmail, asDraft: {} }, owner)).body as unknown as {
    draft: { id: string }
  }
  const remade = await draftOf(owner, draft.id)
  assert.deepEqual(
    [remade.kind, remade.to, remade.subject, remade.text, remade.signed],
    ['new', '"Rosa" <rosa@stranger.example>', 'The offer', 'As agreed', false],
  )
  assert.deepEqual([await listOf(owner), await noticesOf(owner)], [[], []])

  const kept = await queue(owner)
  await app.database.inOrg(owner.orgId, async (db) => {
    const row = await db.selectFrom('mail_drafts').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow()
    const more = Array.from({ length: 98 }, () => ({ ...row, id: crypto.randomUUID(), window_id: crypto.randomUUID() }))
    await db.insertInto('mail_drafts').values(more).execute()
  })
  const full = await app.call('cancel-email', { id: kept, userEmail, asDraft: {} }, owner)
  assert.equal(full.body.code, 'email_drafts_too_many')
  assert.deepEqual(await listOf(owner), [`${kept} queued`])
  assert.deepEqual(ok(await app.call('cancel-email', { id: kept, userEmail }, owner)).body.draft, null)
  assert.deepEqual(await listOf(owner), [])
})

test('a mail that is leaving or has left is not taken back, one of which that is not known is', async () => {
  const owner = await app.given.organization()
  await connectGoogle(app, owner)
  const id = await queue(owner)
  for (const state of ['sending', 'sent']) {
    await setState(owner, id, state)
    assert.equal((await app.call('cancel-email', { id, userEmail, asDraft: {} }, owner)).body.code, 'email_on_its_way', state)
  }
  assert.deepEqual(await draftsOf(owner), [])
  await setState(owner, id, 'uncertain')
  ok(await app.call('cancel-email', { id, userEmail, asDraft: {} }, owner))
  assert.equal((await draftsOf(owner)).length, 1)
})

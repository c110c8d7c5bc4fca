import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { mailNotices } from '../mail-out/notices.ts'
import { memberNotices } from '../members/notices.ts'
import { clearNotice, raiseNotice } from './notices.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const raise = (subjectId: string, kind: 'mail_failed' | 'member_joined' = 'member_joined', facts = { name: 'Ada' }) =>
  app.database.inOrg(app.owner.orgId, (db) =>
    raiseNotice(db, app.owner.orgId, { notice: { ...mailNotices, ...memberNotices }[kind], subjectId, facts }),
  )

interface Listed {
  readonly notices: { id: string; kind: string; subject_id: string; read: boolean; facts: object }[]
  readonly unread: number
}
const listed = async (as = app.owner): Promise<Listed> => (await app.call('list-notices', {}, as)).body as unknown as Listed

test('the same problem of the same object is one notice, and unread again when it recurs', async () => {
  const subject = newId()
  await raise(subject)
  const first = (await listed()).notices[0]
  assert.equal(first?.subject_id, subject)
  const marked = await app.call('mark-notices-read', { noticeId: first?.id })
  assert.deepEqual(marked.body, { success: true, unread: 0 })

  await raise(subject, 'member_joined', { name: 'Grace' })
  const { notices, unread } = await listed()
  assert.equal(unread, 1)
  assert.equal(notices.filter(({ subject_id }) => subject_id === subject).length, 1)
  assert.deepEqual(notices[0]?.facts, { name: 'Grace' })
  assert.equal(notices[0]?.read, false)
})

test('each person has a mark of their own, and it never moves back', async () => {
  const colleague = await app.given.person(app.owner.orgId, 'admin')
  await raise(newId())
  await raise(newId())
  const [newest, older] = (await listed()).notices
  await app.call('mark-notices-read', { noticeId: newest?.id })
  await app.call('mark-notices-read', { noticeId: older?.id })
  assert.equal((await listed()).unread, 0)
  assert.ok((await listed(colleague)).unread >= 2)
})

test('a member sees what a member can act on, and no more', async () => {
  const member = await app.given.person(app.owner.orgId, 'member')
  const subject = newId()
  await raise(subject, 'mail_failed')
  assert.ok((await listed()).notices.some(({ subject_id }) => subject_id === subject))
  assert.ok(!(await listed(member)).notices.some(({ subject_id }) => subject_id === subject))
})

test('resolved problems are no longer shown', async () => {
  const subject = newId()
  await raise(subject, 'mail_failed')
  await app.database.inOrg(app.owner.orgId, (db) => clearNotice(db, app.owner.orgId, mailNotices.mail_failed, subject))
  assert.ok(!(await listed()).notices.some(({ subject_id }) => subject_id === subject))
})

test('a notice of another workspace cannot be marked: 404, as one that does not exist', async () => {
  await raise(newId())
  const [notice] = (await listed()).notices
  const stranger = await app.given.organization()
  const foreign = await app.call('mark-notices-read', { noticeId: notice?.id }, stranger)
  const unknown = await app.call('mark-notices-read', { noticeId: newId() }, stranger)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'notice_not_found'])
  assert.equal(foreign.body.error, unknown.body.error)
})

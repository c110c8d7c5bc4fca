import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { followEvents, react } from '#test/support/reactions.ts'

let app: TestApp
let owner: Someone
let maya: Someone
before(async () => {
  app = await startApp()
  await react(app, 'raise-alerts')
  owner = app.owner
  maya = await app.given.person(owner.orgId, 'member')
})
after(() => app?.stop())

interface Task {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly due_at: string | null
  readonly assigned_to: string | null
}
type Failed = { readonly code: string; readonly field?: string; readonly changed?: readonly { readonly value: unknown }[] }

const done = async <T = { task: Task }>(action: string, body: object, as: Someone = owner): Promise<T> => {
  const answer = await app.call(action, body, as)
  assert.equal(answer.status, 200, `${action}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const refused = async (body: object, as: Someone = owner): Promise<[number, Failed]> => {
  const answer = await app.call('update-task', body, as)
  return [answer.status, answer.body as unknown as Failed]
}
const given = async (more: object = {}): Promise<Task> => {
  const { contact } = await done<{ contact: { id: string } }>('create-contact', { fullName: 'Nadia' })
  return (await done('add-task', { contactId: contact.id, title: 'Call', dueAt: '2027-01-14T09:00:00Z', ...more })).task
}
const changesOf = (taskId: string) =>
  app.database.inOrg(owner.orgId, async (db) =>
    (
      await db
        .selectFrom('events')
        .select('payload')
        .where('org_id', '=', owner.orgId)
        .where('subject_id', '=', taskId)
        .orderBy('id')
        .execute()
    ).map(({ payload }) => payload as { change: string; kind: string; before: object | null; after: object | null }),
  )
const assignedTasksOf = async (person: Someone): Promise<string[]> => {
  await followEvents(app, owner.orgId, 'raise-alerts')
  const { notices } = await done<{ notices: { kind: string; subject_id: string }[] }>('list-notices', { limit: 100 }, person)
  return notices.filter(({ kind }) => kind === 'task_assigned').map(({ subject_id }) => subject_id)
}

test('a task is moved to another day, renamed and given to a colleague, and what was left out stays', async () => {
  const task = await given()
  const moved = (await done('update-task', { taskId: task.id, dueAt: '2027-01-15T11:30:00+02:00' })).task
  assert.deepEqual(moved, { ...task, due_at: '2027-01-15T09:30:00.000Z' })
  const renamed = (await done('update-task', { taskId: task.id, title: ' Call about oak ', kind: 'call_back' })).task
  assert.deepEqual(renamed, { ...moved, title: 'Call about oak', kind: 'call_back' })
  const assigned = (await done('update-task', { taskId: task.id, assignedTo: maya.personId, dueAt: null }, maya)).task
  assert.deepEqual([assigned.assigned_to, assigned.due_at, assigned.title], [maya.personId, null, 'Call about oak'])

  const [, ...edits] = await changesOf(task.id)
  assert.deepEqual(
    edits.map(({ change, kind, before, after }) => [change, kind, before, after]),
    [
      ['edited', 'next_action', { due_at: '2027-01-14T09:00:00.000Z' }, { due_at: '2027-01-15T09:30:00.000Z' }],
      ['edited', 'call_back', {}, {}],
      [
        ...['edited', 'call_back'],
        { due_at: '2027-01-15T09:30:00.000Z', assigned_to: owner.personId },
        { due_at: null, assigned_to: maya.personId },
      ],
    ],
    'each with what it was before, and without what members wrote',
  )
  await done('update-task', { taskId: task.id, title: 'Call about oak', assignedTo: maya.personId, dueAt: null })
  assert.equal((await changesOf(task.id)).length, 4, 'what stands there already is no change')
})

test('a new assignee is notified, unless they took the task themselves; the one before is not any more', async () => {
  const task = await given({ assignedTo: maya.personId })
  assert.deepEqual(await assignedTasksOf(maya), [task.id])
  await done('update-task', { taskId: task.id, title: 'Call twice' })
  assert.deepEqual(await assignedTasksOf(maya), [task.id])
  await done('update-task', { taskId: task.id, assignedTo: owner.personId })
  assert.deepEqual(await assignedTasksOf(maya), [])
  assert.deepEqual(await assignedTasksOf(owner), [], 'they gave it to themselves')
  await done('update-task', { taskId: task.id, assignedTo: maya.personId })
  await done('update-task', { taskId: task.id, assignedTo: owner.personId }, maya)
  assert.deepEqual([await assignedTasksOf(maya), await assignedTasksOf(owner)], [[], [task.id]])
})

test('a task that is done, deleted or not there is not changed, and neither is one given to a stranger', async () => {
  const task = await given()
  const change = { taskId: task.id, title: 'Other' }
  const stranger = await app.given.organization()
  assert.deepEqual((await refused({ ...change, assignedTo: stranger.personId }))[1].field, 'assignedTo')
  assert.equal((await refused(change, stranger))[0], 404)
  assert.equal((await refused({ ...change, taskId: newId() }))[1].code, 'task_not_found')
  assert.equal((await refused({ ...change, title: ' ' }))[0], 400)
  await done('complete-task', { taskId: task.id })
  assert.deepEqual([(await refused(change))[0], (await refused(change))[1].code], [409, 'task_done'])
  await done('reopen-task', { taskId: task.id })
  await done('delete-records', { kind: 'task', ids: [task.id] })
  assert.deepEqual([(await refused(change))[0], (await refused(change))[1].code], [409, 'record_in_bin'])
  await done('restore-records', { kind: 'task', ids: [task.id] })
  assert.equal((await done('update-task', change)).task.title, 'Other')
})

test('of two editors at once the second is refused with the value of the first, and changes it knowing that', async () => {
  const task = await given()
  const was = { title: 'Call', dueAt: task.due_at }
  const change = (title: string, as: Someone) => app.call('update-task', { taskId: task.id, title, was }, as)
  const answers = await Promise.all([change('Call in May', owner), change('Call in June', maya)])
  const late = answers.find(({ status }) => status === 409)
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const kept = late === answers[0] ? 'Call in June' : 'Call in May'
  const error = late?.body as unknown as Failed
  assert.deepEqual(
    [error.code, error.field, error.changed],
    ['record_changed', 'title', [{ field: 'title', value: kept, by: null, at: null }]],
  )
  // Another field is no other editor's concern, and a moment is the same in every zone.
  await done('update-task', { taskId: task.id, dueAt: '2027-02-01T09:00:00Z', was: { dueAt: '2027-01-14T10:00:00+01:00' } })
  const [, overtaken] = await refused({ taskId: task.id, dueAt: null, was })
  assert.deepEqual(overtaken.changed, [{ field: 'dueAt', value: '2027-02-01T09:00:00.000Z', by: null, at: null }])
  const last = await done('update-task', { taskId: task.id, title: 'Call in July', was: { title: kept } })
  assert.equal(last.task.title, 'Call in July')
  await done('update-task', { taskId: task.id, assignedTo: maya.personId, was: { assignedTo: owner.personId } })
  const [, taken] = await refused({ taskId: task.id, assignedTo: null, was: { assignedTo: owner.personId } })
  assert.deepEqual(
    taken.changed?.map(({ value }) => (value as { id: string }).id),
    [maya.personId],
  )
})

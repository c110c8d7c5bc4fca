import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { foyer } from '#domains/catalogue.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { loggedCallRetention } from './retention.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface ShownCall {
  readonly id: string
  readonly direction: string
  readonly state: string
  readonly outcome: string | null
  readonly is_missed: boolean
  readonly is_withheld: boolean
  readonly to_number: string
  readonly from_number: string
  readonly started_at: string
  readonly ended_at: string
  readonly duration_s: number | null
  readonly note: string | null
  readonly person: { readonly id: string } | null
  readonly deal_id: string | null
  readonly edited_at: string | null
}

const minutesAgo = (n: number): string => new Date(Date.now() - n * 60_000).toISOString()

const workspace = async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  const done = async (type: string, body: object, as: Someone = owner) => {
    const answer = await app.call(type, body, as)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as never
  }
  return {
    ...{ owner, done },
    refused: async (type: string, body: object, as: Someone = owner): Promise<unknown[]> => {
      const { status, body: answer } = await app.call(type, body, as)
      return [status, answer.code, answer.field]
    },
    async lead(name: string, more: object = {}): Promise<{ leadId: string; contactId: string }> {
      const { body } = await app.post({ name, email: `${name}@example.com`, ...more }, key)
      return { leadId: String(body.lead_id), contactId: String(body.contact_id) }
    },
    show: async (leadId: string): Promise<{ state: string; waits_for_answer: boolean }> =>
      ((await done('show-lead', { leadId })) as { lead: never }).lead,
    log: async (input: object, as: Someone = owner): Promise<ShownCall> =>
      ((await done('log-call', input, as)) as { call: ShownCall }).call,
    calls: async (filter: object = {}): Promise<ShownCall[]> =>
      ((await done('list-calls', filter)) as { calls: ShownCall[] }).calls,
    timeline: async (contactId: string) =>
      ((await done('list-timeline', { contactId, kinds: ['call'] })) as { entries: { text: string | null; at: string }[] })
        .entries,
    waiting: async () => (await done('show-response-times', {})) as { waiting: number; answered: number },
  }
}

test('a logged call stands in the list of calls and in the timeline, when it was made, and nothing was dialled', async () => {
  const { owner, lead, log, calls, timeline } = await workspace()
  const { contactId } = await lead('listed', { phone: '+4915112345678' })
  const startedAt = minutesAgo(90)
  const call = await log({ contactId, outcome: 'reached', startedAt, durationSeconds: 125, note: ' Wants both options. ' })
  assert.deepEqual(
    [call.direction, call.state, call.outcome, call.is_missed, call.to_number, call.from_number, call.person?.id],
    ['out', 'completed', 'reached', false, '+4915112345678', '', owner.personId],
  )
  assert.deepEqual([call.started_at, call.duration_s, call.note], [startedAt, 125, 'Wants both options.'])
  const later = await log({ contactId, outcome: 'no_answer' })
  const earlier = await log({ contactId, outcome: 'left_message', startedAt: minutesAgo(600) })
  // In the order in which they were made, and not in which they were written down.
  assert.deepEqual(
    (await calls({ contactId })).map(({ id }) => id),
    [later.id, call.id, earlier.id],
  )
  assert.deepEqual(
    (await timeline(contactId)).map(({ text, at }) => [text, at === startedAt]),
    [
      [null, false],
      ['Wants both options.', true],
      [null, false],
    ],
  )
})

test('a logged call that reached them answers what waited when it was made, once, and what came later waits on', async () => {
  const { owner, lead, log, show, waiting, done } = await workspace()
  const { leadId, contactId } = await lead('waits')
  // The application itself never moves when a lead came in.
  await asOwner(app.target, (client) =>
    client.query(`update foyer.leads set received_at = now() - interval '60 min' where id = $1`, [leadId]),
  )
  const again = await lead('waits')
  assert.equal(again.contactId, contactId)
  for (const outcome of ['no_answer', 'left_message', 'busy', 'wrong_number'])
    await log({ contactId, outcome, startedAt: minutesAgo(40) })
  assert.deepEqual([(await show(leadId)).waits_for_answer, (await waiting()).waiting], [true, 2])

  await log({ leadId, outcome: 'reached', startedAt: minutesAgo(30), durationSeconds: 600 })
  assert.deepEqual(await show(leadId).then(({ state, waits_for_answer }) => [state, waits_for_answer]), ['contacted', false])
  assert.deepEqual(await show(again.leadId).then(({ state, waits_for_answer }) => [state, waits_for_answer]), ['new', true])
  const response = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('lead_responses').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow(),
  )
  const minutes = (Date.now() - response.responded_at.getTime()) / 60_000
  assert.ok(minutes > 19.5 && minutes < 21, String(minutes))
  assert.deepEqual([response.person_id, response.by_kind], [owner.personId, 'call'])

  // One that ends now answers the other one, too.
  await log({ contactId, outcome: 'reached' })
  assert.equal((await show(again.leadId)).waits_for_answer, false)
  const report = (await done('show-report', { report: 'activity', period: 'month' })) as {
    figures: { figure: string; value: number }[]
  }
  assert.equal(report.figures.find(({ figure }) => figure === 'calls')?.value, 2)
})

test('a call that reached them ends the call-backs of calls that were missed before it, and no later one', async () => {
  const { owner, lead, log, done } = await workspace()
  const { contactId } = await lead('missed')
  const missed = (key: string, minutes: number) =>
    app.database.inOrg(owner.orgId, async (db) => {
      const { taskId } = await addTask(db, owner.orgId, {
        ...{ contactId, title: key, causeKey: `call:${key}`, cause: { rule: 'test' } },
        kind: 'call_back',
      })
      await db
        .updateTable('tasks')
        .set({ created_at: new Date(minutesAgo(minutes)) })
        .where('id', '=', taskId)
        .execute()
    })
  await missed('before', 30)
  await missed('after', 10)
  await log({ contactId, outcome: 'reached', startedAt: minutesAgo(20), durationSeconds: 60 })
  const { tasks } = (await done('list-tasks', { contactId })) as { tasks: { title: string }[] }
  assert.deepEqual(
    tasks.map(({ title }) => title),
    ['after'],
  )
})

test('a call that they made and that was missed counts as missed, and one without a number is not withheld', async () => {
  const { lead, log, calls } = await workspace()
  const { contactId } = await lead('inbound')
  const call = await log({ contactId, direction: 'in', outcome: 'no_answer' })
  assert.deepEqual([call.is_missed, call.is_withheld, call.state, call.from_number], [true, false, 'no_answer', ''])
  assert.deepEqual(
    (await calls({ missed: true })).map(({ id }) => id),
    [call.id],
  )
})

test('a call of a deal stands on its page, with the contact of the deal', async () => {
  const { lead, log, calls, done } = await workspace()
  const { contactId } = await lead('deal')
  const made = (await done('create-deal', { contactId, name: 'Kitchen' })) as { deal: { id: string } }
  const call = await log({ dealId: made.deal.id, outcome: 'reached' })
  assert.equal(call.deal_id, made.deal.id)
  assert.deepEqual(
    (await calls({ dealId: made.deal.id })).map(({ id }) => id),
    (await calls({ contactId })).map(({ id }) => id),
  )
})

test('a repeat with the same key logs one call', async () => {
  const { owner, lead, calls } = await workspace()
  const { contactId } = await lead('twice')
  const headers = {
    ...{ 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
    'idempotency-key': crypto.randomUUID(),
  }
  const body = JSON.stringify({ type: 'log-call', contactId, outcome: 'reached' })
  const send = () => fetch(`${app.url}/gateway`, { method: 'POST', headers, body })
  for (let n = 0; n < 3; n++) assert.equal((await send()).status, 200)
  assert.equal((await calls({ contactId })).length, 1)
})

test('its author edits, deletes and restores a call; a colleague does not, an admin does; and what was answered stays so', async () => {
  const { owner, lead, log, calls, done, refused, show, timeline } = await workspace()
  const author = await app.given.person(owner.orgId, 'member')
  const colleague = await app.given.person(owner.orgId, 'member')
  const { leadId, contactId } = await lead('mended')
  const { id: callId } = await log({ contactId, outcome: 'no_answer' }, author)
  for (const [type, more] of [
    ['update-call', { note: 'x' }],
    ['delete-call', {}],
    ['restore-call', {}],
  ] as const)
    assert.deepEqual((await refused(type, { callId, ...more }, colleague)).slice(0, 2), [403, 'call_of_other'])

  const { call } = (await done(
    'update-call',
    { callId, outcome: 'reached', durationSeconds: 90, note: 'Rang back' },
    author,
  )) as {
    call: ShownCall
  }
  assert.deepEqual(
    [call.outcome, call.state, call.duration_s, call.note, call.edited_at !== null],
    ['reached', 'completed', 90, 'Rang back', true],
  )
  assert.equal((await show(leadId)).waits_for_answer, false)
  const mended = (await done('update-call', { callId, outcome: 'busy' }, owner)) as { call: ShownCall }
  assert.deepEqual([mended.call.state, mended.call.duration_s, mended.call.note], ['busy', null, 'Rang back'])
  assert.equal((await show(leadId)).waits_for_answer, false)

  await done('delete-call', { callId }, author)
  await done('delete-call', { callId }, author)
  assert.deepEqual([await calls({ contactId }), await timeline(contactId)], [[], []])
  assert.deepEqual((await refused('update-call', { callId, note: 'x' }, author)).slice(0, 2), [404, 'call_not_found'])
  await done('restore-call', { callId }, author)
  assert.equal((await calls({ contactId })).length, 1)
  assert.equal((await timeline(contactId)).length, 1)
})

test('a call is refused for what is not there or in the bin, in the future, too long ago, and with a length that it cannot have', async () => {
  const { lead, refused, done } = await workspace()
  const { leadId, contactId } = await lead('refused')
  const id = crypto.randomUUID()
  const of = { contactId, outcome: 'reached' }
  assert.deepEqual(await refused('log-call', { outcome: 'reached' }), [400, 'missing_field', 'contactId'])
  assert.deepEqual(await refused('log-call', { contactId: id, outcome: 'reached' }), [404, 'contact_not_found', 'contactId'])
  assert.deepEqual(await refused('log-call', { dealId: id, outcome: 'reached' }), [404, 'deal_not_found', 'dealId'])
  assert.deepEqual(await refused('log-call', { leadId: id, outcome: 'reached' }), [404, 'lead_not_found', 'leadId'])
  assert.deepEqual(await refused('log-call', { ...of, startedAt: minutesAgo(-6) }), [400, 'bad_request', 'startedAt'])
  assert.deepEqual(await refused('log-call', { ...of, startedAt: '1999-01-01T00:00:00Z' }), [400, 'bad_request', 'startedAt'])
  assert.deepEqual((await refused('log-call', { ...of, startedAt: 'yesterday' }))[0], 400)
  assert.deepEqual((await refused('log-call', { ...of, durationSeconds: 86_401 }))[0], 400)
  assert.deepEqual(await refused('log-call', { contactId, outcome: 'busy', durationSeconds: 5 }), [
    400,
    'bad_request',
    'durationSeconds',
  ])
  await done('log-call', { ...of, startedAt: minutesAgo(-4) })
  await done('delete-records', { kind: 'lead', ids: [leadId] })
  assert.deepEqual(await refused('log-call', { leadId, outcome: 'reached' }), [409, 'record_in_bin', 'leadId'])
})

test('a deleted call is gone for good after 30 days', async () => {
  const { owner, lead, log, done } = await workspace()
  const { contactId } = await lead('expired')
  const [kept, gone] = [await log({ contactId, outcome: 'busy' }), await log({ contactId, outcome: 'busy' })]
  for (const { id: callId } of [kept, gone]) await done('delete-call', { callId })
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('calls')
      .set({ deleted_at: new Date(minutesAgo(31 * 24 * 60)) })
      .where('id', '=', gone.id)
      .execute(),
  )
  const old = {
    orgId: owner.orgId,
    before: new Date(minutesAgo(30 * 24 * 60)),
    now: new Date(),
    reactions: [],
    within: foyer.within,
  }
  await app.database.inOrg(owner.orgId, async (db) => loggedCallRetention.ofOrg?.(db, old))
  await done('restore-call', { callId: kept.id })
  assert.equal((await app.call('restore-call', { callId: gone.id }, owner)).body.code, 'call_not_found')
})

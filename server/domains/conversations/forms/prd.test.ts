import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import type { Answer } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  await react(app, 'raise-alerts') // it begins with what happens from now on
})
after(() => app.stop())

let addresses = 0
const elsewhere = (): string => `203.0.${(++addresses >> 8) & 255}.${addresses & 255}`

/** As the form on a website sends it. */
const ask = async (body: object, { from = elsewhere(), as }: { from?: string; as?: Someone } = {}): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
    body: JSON.stringify({ type: 'prd', ...prospect, ...body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}
const prospect = { clientName: 'Maya Rao', clientEmail: 'maya@example.com', businessName: 'Rao Bakery' }

interface Project {
  id: string
  name: string
  status: string
  assigned_to: string | null
}
const projectOf = (answer: Answer): Project => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.project as unknown as Project
}
/** Of what the owner of the deal is notified. */
const alertsOf = async ({ orgId, personId }: Someone): Promise<string[]> => {
  await followEvents(app, orgId, 'raise-alerts')
  const raised = await app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('notices')
      .select('kind')
      .where('org_id', '=', orgId)
      .where('person_id', '=', personId)
      .orderBy('kind')
      .execute(),
  )
  return raised.map(({ kind }) => kind)
}
const dealsOf = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('deals').selectAll().where('org_id', '=', orgId).orderBy('id').execute())

test('of twenty requests at once with one phone number one makes the deal, and an anonymous caller cannot tell which', async () => {
  const owner = await app.given.organization()
  const orgId = owner.orgId
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask({ orgId, clientEmail: `maya${n}@example.com`, phone: '+49 151 12345678' })),
  )
  const [deal, ...others] = await dealsOf(owner)
  assert.deepEqual(others, [])
  for (const answer of answers)
    assert.deepEqual(answer.body, {
      success: true,
      project: { id: deal?.public_id, name: 'Rao Bakery', status: 'new_lead', assigned_to: null },
    } as never)
  assert.equal(deal?.assigned_to, owner.personId)
  assert.ok((await alertsOf(owner)).includes('deal_assigned'), 'the owner of the deal is notified')
})

test('an anonymous caller gets back only what they sent of a known contact; a member gets the current state', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const phone = '+49 151 22222222'
  const first = projectOf(await ask({ orgId, phone }))
  const { stages } = (await app.call('show-board', {}, owner)).body as unknown as { stages: { id: string; slug: string }[] }
  const moved = await app.call('move-deal', { dealId: first.id, stageId: stages[1]?.id }, owner)
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const stranger = projectOf(
    await ask({
      orgId,
      phone: '+49 (151) 2222-2222',
      clientName: 'Eve',
      clientEmail: 'eve@example.com',
      businessName: 'Eve Inc',
      rawData: { problem: 'Whose number is this?' },
    }),
  )
  assert.deepEqual(stranger, { id: first.id, name: 'Eve Inc', status: 'new_lead', assigned_to: null })
  const [deal] = await dealsOf(owner)
  assert.deepEqual(projectOf(await ask({ phone }, { as: owner })), {
    id: deal?.id,
    name: 'Rao Bakery',
    status: 'qualified',
    assigned_to: owner.personId,
  })
  const begun = performance.now()
  await ask({ orgId, phone })
  assert.ok(performance.now() - begun >= 299, 'the time tells nothing either')
  const { history } = (await app.call('fetch-chat-history', { projectId: first.id }, owner)).body as unknown as {
    history: { comment_text: string }[]
  }
  assert.match(
    history.map(({ comment_text }) => comment_text).join('\n'),
    /Eve \(Eve Inc\)\nWhose number is this\?/,
    'nothing they wrote is lost',
  )
})

test('a sixth request within a minute from one address is refused, from another it is not', async () => {
  const { orgId } = await app.given.organization()
  const from = elsewhere()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ orgId }, { from })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 429])
  assert.match(String(answers.find(({ status }) => status === 429)?.body.error), /^Rate limited\. Try again in \d+ seconds$/)
  assert.equal((await ask({ orgId })).status, 200)
})

test('the workspace comes from the token, the id or the slug; with several of them and none named it is required', async () => {
  const owner = await app.given.organization('Whose Is It')
  assert.deepEqual([(await ask({})).status, (await ask({})).body.field], [400, 'orgId'])
  assert.equal((await ask({ orgId: '01900000-0000-7000-8000-000000000000' })).body.code, 'organization_not_found')
  assert.equal((await ask({ orgId: app.owner.orgId }, { as: owner })).status, 403)
  assert.equal((await ask({ userId: app.owner.personId }, { as: owner })).body.code, 'foreign_person')
  const one = projectOf(await ask({ orgId: 'whose-is-it' }))
  const two = projectOf(await ask({ userId: owner.personId }, { as: owner }))
  const three = projectOf(await ask({ orgId: 'whose-is-it' }, { as: owner }))
  assert.deepEqual([two.id, three.id], [(await dealsOf(owner))[0]?.id, two.id], 'a member may name the workspace by its slug')
  assert.equal((await ask({ orgId: 'whose-is-it' })).body.code, undefined)
  assert.equal(one.id, projectOf(await ask({ orgId: 'whose-is-it' })).id)
  assert.deepEqual(
    (await ask({ clientEmail: undefined, orgId: owner.orgId })).body.error,
    'Missing required field: clientEmail',
  )
})

test('a document that came along is kept; without one it is ordered from what they want', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const want = { problem: 'Orders come by phone', features: ['Page'] }
  await ask({ orgId, clientEmail: 'a@example.com', generatedPrd: '# Ours', rawData: want })
  await ask({ orgId, clientEmail: 'b@example.com', rawData: want, phone: 'my number' })
  await ask({ orgId, clientEmail: 'c@example.com' })
  const deals = await dealsOf(owner)
  assert.deepEqual(
    deals.map(({ prd, prd_state }) => [prd, prd_state]),
    [
      ['# Ours', 'given'],
      [null, 'queued'],
      [null, 'none'],
    ],
  )
  assert.deepEqual(deals[1]?.asked, {
    ...want,
    from: { name: 'Maya Rao', email: 'b@example.com', phone: 'my number' },
  } as never)
})

test('the id in a public answer reveals nothing of a deal’s age, is the same each time, and members may use it as the deal’s own', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const known = projectOf(await ask({ orgId, phone: '+49 151 33333333' }))
  assert.equal(known.id[14], '4', 'random, not made of the time')
  assert.equal(projectOf(await ask({ orgId, phone: '+49 151 33333333', businessName: 'Else' })).id, known.id)
  const other = projectOf(await ask({ orgId, clientEmail: 'other@example.com' }))
  const userId = owner.personId
  const calls: [string, Record<string, unknown>][] = [
    ['show-deal', { dealId: known.id }],
    ['list-timeline', { dealId: known.id }],
    ['list-calls', { dealId: known.id }],
    ['list-tasks', { dealId: known.id }],
    ['update-deal', { dealId: known.id, name: 'Renamed' }],
    ['assign-deal', { dealId: known.id, userId, reason: 'x' }],
    ['add-task', { dealId: known.id, kind: 'next_action', title: 'Ask' }],
    ['fetch-chat-history', { projectId: known.id }],
    ['reply-chat', { projectId: known.id, clientMessageId: crypto.randomUUID(), message: 'For us', note: true }],
    ['update-chat-session', { projectId: known.id, action: 'claim', userId }],
    ['link-whatsapp-contact', { projectId: known.id, targetProjectId: other.id }],
    ['undo-merge', { dealId: known.id }],
  ]
  for (const [name, body] of calls) {
    const { status, body: answer } = await app.call(name, body, owner)
    assert.equal(status, 200, `${name}: ${JSON.stringify(answer)}`)
  }
  const { tasks } = (await app.call('list-tasks', { dealId: known.id }, owner)).body as unknown as {
    tasks: { title: string }[]
  }
  assert.ok(tasks.some(({ title }) => title === 'Ask'))
})

test('a repeated request is recorded without a text too, as the form’s content, and the owner is notified of both', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const { id } = projectOf(await ask({ orgId, phone: '+49 151 44444444' }))
  projectOf(await ask({ orgId, phone: '+49 151 44444444', clientName: 'Maya Again' }))
  const { history } = (await app.call('fetch-chat-history', { projectId: id }, owner)).body as unknown as {
    history: { comment_text: string; is_unverified: boolean }[]
  }
  assert.deepEqual(
    history.map(({ comment_text, is_unverified }) => [comment_text, is_unverified]),
    [['Maya Again (Rao Bakery)\nSubmitted the form again, without a text.', true]],
  )
  assert.deepEqual(await alertsOf(owner), ['deal_assigned', 'task_assigned'], 'of the request, and of the repeat')
})

test('an Idempotency-Key of an anonymous caller counts with its payload: the same gets the first answer, another payload is a request of its own', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const send = async (body: object, key: string) => {
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': elsewhere(), 'idempotency-key': key },
      body: JSON.stringify({ type: 'prd', ...prospect, orgId, ...body }),
    })
    return [response.status, response.headers.get('idempotent-replayed'), await response.json()] as const
  }
  const first = await send({}, 'k1')
  assert.deepEqual([first[0], first[1]], [200, null])
  assert.deepEqual(await send({}, 'k1'), [200, 'true', first[2]])
  const other = await send({ clientEmail: 'other@example.com' }, 'k1')
  assert.deepEqual([other[0], other[1]], [200, null])
  assert.notDeepEqual(other[2], first[2])
  assert.equal((await send({ clientEmail: 'no address' }, 'k2'))[0], 400)
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => send({ clientEmail: 'six@example.com' }, 'k3')))
  assert.ok(atOnce.every(([status]) => status === 200 || status === 409))
  assert.equal(atOnce.filter(([status, replayed]) => status === 200 && replayed === null).length, 1, 'one of them ran')
  const tasks = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('messages').select('id').where('org_id', '=', orgId).execute(),
  )
  assert.deepEqual(tasks, [], 'no repeat wrote anything')
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { changedFields } from '#core/events/changes.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { react } from '../support/reactions.ts'
import { until } from '../support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

type Facts = Readonly<Record<string, unknown>>
type Kept = Facts & { readonly before?: Facts | null; readonly after?: Facts | null }

const done = async (type: string, body: object, as: Someone): Promise<Record<string, never>> => {
  const { status, body: answer } = await app.call(type, body, as)
  assert.equal(status, 200, `${type}: ${JSON.stringify(answer)}`)
  return answer as Record<string, never>
}

/** What the log keeps of the events of a type, in the order of the log, about one thing. */
const kept = async ({ orgId }: Someone, type: string, subjectId: string): Promise<Kept[]> =>
  (
    await app.database.inOrg(orgId, (db) =>
      sql<{ payload: Kept }>`
        select payload from events where org_id = ${orgId} and type = ${type} and subject_id = ${subjectId} order by tx, id`.execute(
        db,
      ),
    )
  ).rows.map(({ payload }) => payload)

const idIn = (thing: unknown): string => z.object({ id: z.uuid() }).parse(thing).id

/** Types that refer to what never changes, or of which nothing but that it happened is a fact. */
const withoutChanges = ['deal.created', 'lead.received', 'message.received', 'message.written']

test('each event of a change keeps the fields before and after it, but for those that only wake live pages', () => {
  const changes = foyer.events.filter(({ type }) => type.endsWith('.changed') && type !== 'member.changed')
  const signals = changes.filter(({ facts }) => facts instanceof z.ZodNever).map(({ type }) => type)
  assert.deepEqual(signals, ['duplicates.changed', 'connection.changed'])
  for (const { type, facts } of changes) {
    if (facts instanceof z.ZodNever) continue
    const shapes = facts instanceof z.ZodDiscriminatedUnion ? facts.options : [facts]
    for (const shape of shapes) {
      const names = Object.keys((shape as z.ZodObject).shape)
      assert.ok(names.includes('before') && names.includes('after'), `${type} keeps ${names.join(', ')}`)
    }
  }
  for (const { type, facts } of foyer.events) {
    if (facts instanceof z.ZodNever || withoutChanges.includes(type)) continue
    assert.notDeepEqual(facts instanceof z.ZodObject ? Object.keys(facts.shape) : [''], [], `${type} keeps nothing`)
  }
})

test('an event of a received lead tells the same for ever: no role of the app may change those columns of its row', async () => {
  const webhook = foyer.events.find(({ type }) => type === 'lead.received')?.webhook
  assert.ok(webhook?.readsConstants)
  // The contact is in the facts of the event; a company in those of the row.
  const columnOf: Readonly<Record<string, string>> = { name: 'full_name', title: 'job_title', company: 'metadata' }
  const told = Object.keys((webhook.body as z.ZodObject).shape).filter((name) => name !== 'contact_id')
  const { orgId } = await app.given.organization()
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{ column: string }>`
      select c as column from unnest(${told.map((name) => columnOf[name] ?? name)}::text[]) c, unnest(array['foyer_app', 'foyer_system']) r
      where has_column_privilege(r, 'foyer.leads', c, 'UPDATE')`.execute(db),
  )
  assert.deepEqual(rows, [])
})

test('of a change, only the fields that differ are kept: by value, in lists and with null', () => {
  assert.deepEqual(
    changedFields(
      { name: 'A', list: ['x'], until: null as string | null, same: [1] },
      { name: 'B', list: ['x', 'y'], until: 'now', same: [1] },
    ),
    { before: { name: 'A', list: ['x'], until: null }, after: { name: 'B', list: ['x', 'y'], until: 'now' } },
  )
})

test('companies and their fields: created, changed, proposed and set, each with the values before', async () => {
  const owner = await app.given.organization()
  const { company } = await done('create-company', { name: 'Blue Bakery', domain: 'blue.example' }, owner)
  const companyId = idIn(company)
  await done('update-company', { companyId, name: 'Blue Bakery Ltd' }, owner)
  await done('update-company', { companyId, name: 'Red Bakery', domain: null }, owner)
  assert.deepEqual(await kept(owner, 'company.changed', companyId), [
    { before: null, after: { name: 'Blue Bakery', domain: 'blue.example', owner_id: owner.personId } },
    { before: { name: 'Blue Bakery' }, after: { name: 'Blue Bakery Ltd' } },
    { before: { name: 'Blue Bakery Ltd', domain: 'blue.example' }, after: { name: 'Red Bakery', domain: null } },
  ])
  for (const value of ['Baking', 'Bread', null])
    await done('set-fact', { subjectKind: 'company', subjectId: companyId, field: 'industry', value }, owner)
  const nothing = { kind: 'company', proposed: {}, dismissed: [] }
  assert.deepEqual(await kept(owner, 'fact.changed', companyId), [
    { ...nothing, before: { industry: null }, after: { industry: 'Baking' } },
    { ...nothing, before: { industry: 'Baking' }, after: { industry: 'Bread' } },
    { ...nothing, before: { industry: 'Bread' }, after: { industry: null } },
  ])
})

test('keys, the workspace, invitations and members: what changed, and nothing secret', async () => {
  const owner = await app.given.organization('Settings')
  const { key, secret } = await done('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  const keyId = idIn(key)
  await done('update-key', { keyId, name: 'Make', ratePerMinute: 60 }, owner)
  await done('revoke-key', { keyId }, owner)
  const [made, changed, revoked] = await kept(owner, 'key.changed', keyId)
  assert.deepEqual(made?.after, {
    name: 'Zapier',
    scopes: ['leads:write'],
    rate_per_minute: null,
    expires_at: null,
    revoked_at: null,
  })
  assert.deepEqual(
    [changed?.before, changed?.after],
    [
      { name: 'Zapier', rate_per_minute: null },
      { name: 'Make', rate_per_minute: 60 },
    ],
  )
  assert.deepEqual([revoked?.change, revoked?.before], ['revoked', { revoked_at: null }])
  assert.ok(!JSON.stringify([made, changed, revoked]).includes(String(secret)))

  await done('update-workspace', { name: 'Settings Ltd', defaultCountry: 'DE' }, owner)
  assert.deepEqual(await kept(owner, 'workspace.changed', owner.orgId), [
    { before: { name: 'Settings', default_country: null }, after: { name: 'Settings Ltd', default_country: 'DE' } },
  ])

  const { invitation } = await done('invite-staff', { email: 'jonas@example.com', role: 'admin' }, owner)
  await done('withdraw-invitation', { invitationId: idIn(invitation) }, owner)
  const invited = await kept(owner, 'invitation.changed', idIn(invitation))
  assert.deepEqual(
    invited.map(({ change, before, after }) => [change, before, after?.state]),
    [
      ['sent', null, 'open'],
      ['withdrawn', { state: 'open' }, 'withdrawn'],
    ],
  )
  assert.ok(!JSON.stringify(invited).includes('jonas'), 'the address is in the invitation only')
  const mails = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('events').select('payload').where('org_id', '=', owner.orgId).where('type', '=', 'mail.changed').execute(),
  )
  assert.deepEqual(
    mails.map(({ payload }) => payload),
    [{ template: 'invitation', before: null, after: { state: 'queued' } }],
  )
})

test('tasks, pipelines and absences: due work by time and member, all stages, and absent members', async () => {
  const owner = await app.given.organization()
  const contact = await done('create-deal', { name: 'Oven', client: { name: 'Maya', email: 'maya@example.com' } }, owner)
  const dealId = idIn(contact.deal)
  const { task } = await done(
    'add-task',
    { dealId, kind: 'next_action', title: 'Ask Maya Rao', dueAt: '2030-01-01T00:00:00.000Z' },
    owner,
  )
  await done('complete-task', { taskId: idIn(task), outcome: 'Maya said yes' }, owner)
  const [added, finished] = await kept(owner, 'task.changed', idIn(task))
  assert.deepEqual([added?.kind, added?.deal_id, added?.before], ['next_action', dealId, null])
  assert.equal(added?.after?.due_at, '2030-01-01T00:00:00.000Z')
  assert.deepEqual(finished?.before, { done_at: null, done_by: null })
  assert.equal(finished?.after?.done_by, owner.personId)
  assert.ok(!JSON.stringify([added, finished]).includes('Maya'), 'what members write about people is in the task only')

  const { pipelines } = (await done('list-pipelines', {}, owner)) as unknown as { pipelines: { id: string; name: string }[] }
  const stages = ['Due', 'Renewed', 'Ended'].map((name, at) => ({ name, kind: ['open', 'won', 'lost'][at] }))
  const { pipeline } = await done('save-pipeline', { name: 'Renewals', stages, isDefault: true }, owner)
  const [created] = await kept(owner, 'pipeline.changed', idIn(pipeline))
  assert.equal(created?.before, null)
  assert.deepEqual(
    z
      .array(z.looseObject({ name: z.string() }))
      .parse(created?.after?.stages)
      .map(({ name }) => name),
    ['Due', 'Renewed', 'Ended'],
  )
  assert.deepEqual(await kept(owner, 'pipeline.changed', pipelines[0]?.id ?? ''), [
    { change: 'changed', before: { is_default: true }, after: { is_default: false } },
  ])
  await done('set-absence', { userId: owner.personId, from: '2030-01-01T00:00:00.000Z' }, owner)
  await done('set-absence', { userId: owner.personId, here: true }, owner)
  const from = '2030-01-01T00:00:00.000Z'
  assert.deepEqual(await kept(owner, 'pipeline.changed', owner.personId), [
    { change: 'absence', before: { away_from: null }, after: { away_from: from } },
    { change: 'absence', before: { away_from: from }, after: { away_from: null } },
  ])
})

test('files, chats on websites, canned replies and webhooks: made, changed and removed; of an address only its host', async () => {
  const owner = await app.given.organization()
  const { upload } = await done('create-upload', { name: 'fair.csv', size: 3 }, owner)
  await done('remove-upload', { uploadId: idIn(upload) }, owner)
  assert.deepEqual(
    (await kept(owner, 'upload.changed', idIn(upload))).map(({ change, name, before, after }) => [change, name, before, after]),
    [
      ['created', 'fair.csv', null, { state: 'uploading', code: null }],
      ['removed', 'fair.csv', { state: 'uploading', code: null }, null],
    ],
  )
  const { widget } = await done('create-chat-widget', { name: 'Shop', allowedOrigins: ['https://shop.example'] }, owner)
  const widgetId = idIn(widget)
  await done('update-chat-widget', { widgetId, isEnabled: false, greeting: 'Hello' }, owner)
  await done('remove-chat-widget', { widgetId }, owner)
  const [, turnedOff, removed] = await kept(owner, 'chat_widget.changed', widgetId)
  assert.deepEqual(turnedOff, { before: { greeting: '', is_enabled: true }, after: { greeting: 'Hello', is_enabled: false } })
  assert.deepEqual([removed?.before?.name, removed?.after], ['Shop', null])

  const reply = { shortcut: 'hours', title: 'Opening hours', body: 'From 9 to 17' }
  const { canned_reply } = await done('save-canned-reply', reply, owner)
  const cannedReplyId = idIn(canned_reply)
  await done('save-canned-reply', { ...reply, cannedReplyId, body: 'From 10 to 18' }, owner)
  await done('remove-canned-reply', { cannedReplyId }, owner)
  const named = { shortcut: 'hours', title: 'Opening hours' }
  assert.deepEqual(await kept(owner, 'canned_reply.changed', cannedReplyId), [
    { before: null, after: named, is_other_text: true },
    { before: {}, after: {}, is_other_text: true },
    { before: named, after: null, is_other_text: false },
  ])

  const { webhook } = await done(
    'create-webhook',
    { url: 'https://example.com/hooks/hushhush', eventTypes: ['lead.received'] },
    owner,
  )
  const webhookId = idIn(webhook)
  await done('update-webhook', { webhookId, url: 'https://example.com/hooks/another' }, owner)
  await done('update-webhook', { webhookId, state: 'disabled' }, owner)
  await done('remove-webhook', { webhookId }, owner)
  const told = await kept(owner, 'webhook.changed', webhookId)
  assert.deepEqual(
    told.map(({ change }) => change),
    ['made', 'changed', 'disabled', 'removed'],
  )
  assert.deepEqual(told[1], { change: 'changed', before: {}, after: {}, is_other_address: true })
  assert.deepEqual(told[2]?.after, { state: 'disabled', disabled_reason: 'person' })
  assert.ok(!JSON.stringify(told).includes('hushhush'))
})

/** What was kept before events carried the facts of their moment. */
const formerly: readonly (readonly [type: string, facts: Facts])[] = [
  ['company.changed', {}],
  ['fact.changed', { kind: 'deal' }],
  ['task.changed', { change: 'added' }],
  ['pipeline.changed', {}],
  ['pipeline.changed', { change: 'absence' }],
  ['upload.changed', { state: 'done', imported: 3 }],
  ['mail.changed', { state: 'queued' }],
  ['background.changed', { state: 'dead' }],
  ['key.changed', { name: 'Zapier', hint: '1234', change: 'changed', fields: ['name'] }],
  ['key.changed', { change: 'changed' }],
  ['invitation.changed', { change: 'sent' }],
  ['workspace.changed', { fields: ['name'] }],
  ['invoice.changed', { kind: 'sent' }],
  ['payment.changed', { invoice_id: newId() }],
  ['chat_widget.changed', {}],
  ['call.changed', { change: 'begun' }],
  ['message.changed', { contact_id: newId() }],
  ['conversation.changed', {}],
  ['canned_reply.changed', {}],
  ['connection.changed', {}],
  ['webhook.changed', { change: 'changed', fields: ['url'] }],
  ['contact.changed', {}],
  ['deal.changed', {}],
]

test('a log of the version before, whose events kept few fields or none, is followed, delivered and shown', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const { webhook } = await done('create-webhook', { url: 'https://example.com/hooks' }, owner)
  const { deal } = await done('create-deal', { name: 'Oven', client: { name: 'Maya', email: 'maya@example.com' } }, owner)
  const dealId = idIn(deal)
  const { contact } = z.object({ contact: z.object({ id: z.uuid() }) }).parse((await done('show-deal', { dealId }, owner)).deal)
  const { key } = await done('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  const subjects: Readonly<Record<string, string>> = {
    'deal.changed': dealId,
    'contact.changed': contact.id,
    'key.changed': idIn(key),
  }
  const rows = formerly.map(([type, payload]) => ({
    ...{ org_id: orgId, id: newId(), type, subject_id: subjects[type] ?? newId(), payload: JSON.stringify(payload) },
  }))
  await app.database.inOrg(orgId, (db) => db.insertInto('events').values(rows).execute())

  const deliveriesOf = async (): Promise<{ event_id: string; body: string }[]> =>
    app.database.inOrg(orgId, (db) =>
      db.selectFrom('webhook_deliveries').select(['event_id', 'body']).where('org_id', '=', orgId).execute(),
    )
  const isPublic = new Set(foyer.events.flatMap(({ type, webhook: told }) => (told ? [type] : [])))
  const wanted = rows.filter(({ type }) => isPublic.has(type)).map(({ id }) => id)
  assert.equal(wanted.length, 5)
  const isTold = async (): Promise<boolean> => {
    const ids = new Set((await deliveriesOf()).map(({ event_id }) => event_id))
    return wanted.every((id) => ids.has(id))
  }
  await until('all of it is followed', async () => {
    for (const name of ['search', 'identities', 'webhooks'] as const) await react(app, name)
    return isTold()
  })
  const failures = () =>
    app.database.inOrg(orgId, (db) => db.selectFrom('reaction_failures').selectAll().where('org_id', '=', orgId).execute())
  assert.deepEqual(await failures(), [])

  // What was missed is told again from the log.
  await app.database.inOrg(orgId, (db) => db.deleteFrom('webhook_deliveries').where('org_id', '=', orgId).execute())
  await done('recover-webhook', { webhookId: idIn(webhook), since: new Date(Date.now() - 60_000).toISOString() }, owner)
  assert.ok(await isTold())
  for (const { event_id, body } of await deliveriesOf()) {
    const { type, data } = JSON.parse(body)
    const { webhook: told } = foyer.events.find((each) => each.type === type) ?? {}
    assert.doesNotThrow(() => (told?.body as z.ZodObject | undefined)?.strict().parse(data), `${type} ${event_id}`)
  }
  for (const [type, body] of [
    ['list-audit', {}],
    ['list-background-work', {}],
    ['list-webhook-deliveries', { webhookId: idIn(webhook) }],
    ['list-timeline', { contactId: contact.id }],
    ['show-deal', { dealId }],
    ['show-contact', { contactId: contact.id }],
  ] as const)
    await done(type, body, owner)
})

test('concurrent changes of a deal are in the log in the order in which they were made', async () => {
  const owner = await app.given.organization()
  const { deal } = await done('create-deal', { name: 'Oven', client: { name: 'Maya', email: 'maya@example.com' } }, owner)
  const dealId = idIn(deal)
  const { pipelines } = z
    .object({ pipelines: z.array(z.object({ stages: z.array(z.object({ id: z.uuid(), kind: z.string() })) })) })
    .parse(await done('list-pipelines', {}, owner))
  const open = pipelines[0]?.stages.filter(({ kind }) => kind === 'open') ?? []
  assert.ok(open.length > 1)
  for (let round = 0; round < 8; round++)
    await Promise.all(
      Array.from({ length: 12 }, (_each, n) =>
        n % 3 === 0
          ? app.call('update-deal', { dealId, name: `Oven ${round}.${n}` }, owner)
          : app.call('move-deal', { dealId, stageId: open[n % open.length]?.id }, owner),
      ),
    )
  const changes = await kept(owner, 'deal.changed', dealId)
  assert.ok(changes.length > 20)
  for (const [at, { before }] of changes.entries()) if (at > 0) assert.deepEqual(before, changes[at - 1]?.after, `change ${at}`)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { dueInvoice } from '#test/support/todays-work.ts'

let app: TestApp
let key: string
before(async () => {
  app = await startApp()
  key = (await app.given.key(app.owner.orgId)).text
})
after(() => app.stop())

const take = async (body: object): Promise<string> => {
  const reply = await app.post(body, key)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return String(reply.body.lead_id)
}

interface Listed {
  readonly records: { id: string; name: string | null; values: Record<string, unknown> }[]
  readonly next_cursor: string | null
}

const list = async (input: object, as: Someone = app.owner): Promise<Listed> => {
  const reply = await app.call('list-records', input, as)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body as unknown as Listed
}
const names = async (input: object): Promise<(string | null)[]> => (await list(input)).records.map(({ name }) => name)

test('leads are filtered by state, owner, source and time, in groups of all and any', async () => {
  await take({ name: 'Ada', email: 'ada@lists.example', source: 'Apollo' })
  const bert = await take({ name: 'Bert', email: 'bert@lists.example', source: 'Clay' })
  await take({ name: 'Cleo', email: 'cleo@lists.example', source: 'Clay' })
  await app.database.inOrg(app.owner.orgId, (db) =>
    db.updateTable('leads').set({ state: 'qualified', owner_id: app.owner.personId }).where('id', '=', bert).execute(),
  )
  const clay = { field: 'source', op: 'is', value: 'clay' }
  assert.deepEqual(await names({ kind: 'lead', filter: { conditions: [clay] } }), ['Cleo', 'Bert'])
  assert.deepEqual(await names({ kind: 'lead', filter: { conditions: [clay, { field: 'state', op: 'is', value: 'new' }] } }), [
    'Cleo',
  ])
  assert.deepEqual(await names({ kind: 'lead', filter: { conditions: [{ field: 'owner', op: 'is', value: 'me' }] } }), ['Bert'])
  assert.deepEqual(
    await names({ kind: 'lead', filter: { conditions: [{ field: 'received_at', op: 'in_period', value: 'yesterday' }] } }),
    [],
  )
  const either = {
    match: 'any',
    conditions: [{ field: 'source', op: 'is', value: 'apollo' }],
    groups: [{ conditions: [clay, { field: 'owner', op: 'is_not', value: 'nobody' }] }],
  }
  assert.deepEqual(await names({ kind: 'lead', filter: either, sort: 'received_at' }), ['Ada', 'Bert'])
  const count = await app.call('count-records', { kind: 'lead', filter: either })
  assert.deepEqual(count.body, { count: 2, is_exact: true })
})

test('a list says which fields it has, and refuses others, operators that do not fit, and orders that no index serves', async () => {
  const described = await app.call('describe-list', { kind: 'lead' })
  interface Told {
    readonly key: string
    readonly operators: string[]
    readonly can_sort: boolean
    readonly no_filter_because: string | null
    readonly no_sort_because: string | null
  }
  const fields = described.body.fields as unknown as Told[]
  assert.deepEqual(fields.find((field) => field.key === 'email')?.operators, [])
  assert.equal(fields.find((field) => field.key === 'received_at')?.can_sort, true)
  const why = (key: string) => {
    const field = fields.find((each) => each.key === key)
    return [field?.no_filter_because, field?.no_sort_because]
  }
  assert.deepEqual(
    [why('email'), why('job_title'), why('tags'), why('received_at')],
    [
      ['searched', 'no_index'],
      ['no_index', 'no_index'],
      [null, 'several_values'],
      [null, null],
    ],
  )
  for (const kind of [
    'lead',
    'contact',
    'company',
    'deal',
    'task',
    'invoice',
    'upload',
    'delivery',
    'webhook_delivery',
    'activity',
  ]) {
    const { body } = await app.call('describe-list', { kind })
    for (const { key, operators, can_sort, no_filter_because, no_sort_because } of body.fields as unknown as Told[]) {
      assert.equal(
        operators.length > 0,
        no_filter_because === null,
        `${kind} ${key}: either it is filtered by, or it says why not`,
      )
      assert.equal(can_sort, no_sort_because === null, `${kind} ${key}: either it is sorted by, or it says why not`)
    }
  }
  const refused = async (input: object, code: string) => {
    const reply = await app.call('list-records', input)
    assert.equal((reply.body as { code?: string }).code, code, JSON.stringify(reply.body))
  }
  for (const condition of [
    { field: 'shoe_size', op: 'is', value: '4' },
    { field: 'email', op: 'is', value: 'ada@lists.example' },
    { field: 'source', op: 'has_any', value: ['x'] },
    { field: 'state', op: 'is', value: 'asleep' },
    { field: 'received_at', op: 'on', value: '2026-02-30' },
    { field: 'owner', op: 'is', value: 'everyone' },
  ])
    await refused({ kind: 'lead', filter: { conditions: [condition] } }, 'list_filter_invalid')
  await refused({ kind: 'lead', sort: 'email' }, 'list_sort_invalid')
  await refused({ kind: 'lead', columns: ['shoe_size'] }, 'list_column_unknown')
  for (const cursor of [
    'x',
    Buffer.from('[null,"y"]').toString('base64url'),
    Buffer.from(`[["a","b"],"${newId()}"]`).toString('base64url'),
  ])
    await refused({ kind: 'lead', cursor }, 'list_cursor_invalid')
  const deep = { groups: [{ groups: [{ groups: [{ conditions: [] }] }] }] }
  assert.equal((await app.call('list-records', { kind: 'lead', filter: deep })).status, 400, 'groups beyond the third level')
})

test('tags of a contact are those of every record that was merged into it', async () => {
  const ids = await app.database.inOrg(app.owner.orgId, async (db) => {
    const [root, merged, tag] = [newId(), newId(), newId()]
    const org_id = app.owner.orgId
    await db
      .insertInto('contacts')
      .values([{ org_id, id: root, full_name: 'Root' }])
      .execute()
    await db
      .insertInto('contacts')
      .values([{ org_id, id: merged, full_name: 'Merged', merged_into: root, root_id: root }])
      .execute()
    await db.insertInto('tags').values({ org_id, id: tag, name: 'VIP', name_key: 'vip', hue: 3 }).execute()
    await db.insertInto('record_tags').values({ org_id, kind: 'contact', record_id: merged, tag_id: tag }).execute()
    return { root, tag }
  })
  const found = await list({ kind: 'contact', filter: { conditions: [{ field: 'tags', op: 'has_any', value: [ids.tag] }] } })
  assert.deepEqual(
    found.records.map(({ id, values }) => [id, values.tags]),
    [[ids.root, [{ id: ids.tag, name: 'VIP', hue: 3 }]]],
  )
})

test('an invoice is found by a part of its number as the workspace writes it', async () => {
  const owner = await app.given.organization()
  const [invoiceId] = [await dueInvoice(app, owner.orgId, 3, 50_000), await dueInvoice(app, owner.orgId, 3, 50_000)]
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('invoices')
      .set({ number: 7, label: 'RE-2026-0007' })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', invoiceId)
      .execute(),
  )
  const found = async (search: string): Promise<string[]> =>
    (await list({ kind: 'invoice', search }, owner)).records.map(({ id }) => id)
  assert.deepEqual(await found('re-2026'), [invoiceId])
  assert.deepEqual(await found('2026-0007'), [invoiceId])
  assert.deepEqual(await found('INV-0007'), [])
})

test('a view belongs to who saved it: a colleague uses and pins a shared one, and changes none', async () => {
  const colleague = await app.given.person(app.owner.orgId, 'member')
  const filter = { conditions: [{ field: 'owner', op: 'is', value: 'nobody' }] }
  const saved = await app.call('save-view', { kind: 'lead', name: 'Unassigned', filter, columns: [{ key: 'source' }] })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const view = saved.body.view as unknown as { id: string; filter: { match: string } }
  const viewsOf = async (as: Someone) =>
    (await app.call('list-saved-views', { kind: 'lead' }, as)).body.views as unknown as {
      id: string
      can_change: boolean
      pinned_at: number | null
      missing_fields: string[]
      name: string
    }[]
  assert.deepEqual(await viewsOf(colleague), [])
  assert.equal((await app.call('pin-view', { viewId: view.id, pinned: true }, colleague)).status, 404)
  await app.call('save-view', { viewId: view.id, kind: 'lead', shared: true })
  assert.equal((await app.call('pin-view', { viewId: view.id, pinned: true }, colleague)).status, 200)
  const [shown] = await viewsOf(colleague)
  assert.deepEqual([shown?.can_change, shown?.pinned_at], [false, 1])
  const changed = await app.call('save-view', { viewId: view.id, kind: 'lead', name: 'Mine now' }, colleague)
  assert.equal((changed.body as { code?: string }).code, 'view_of_colleague')
  assert.equal((await app.call('remove-view', { viewId: view.id }, colleague)).status, 403)
  const admin = await app.given.person(app.owner.orgId, 'admin')
  assert.equal((await app.call('save-view', { viewId: view.id, kind: 'lead', name: 'No owner' }, admin)).status, 200)
  assert.equal((await app.call('remove-view', { viewId: view.id })).status, 200)
  assert.deepEqual(await viewsOf(colleague), [])
})

test('a view that names a field which was archived says so and leaves it out', async () => {
  const { orgId: org_id } = app.owner
  const id = newId()
  await app.database.inOrg(org_id, (db) =>
    db
      .insertInto('fields')
      .values({ org_id, id, kind: 'company', key: 'floor', name: 'Floor', type: 'number', place: 1 })
      .execute(),
  )
  const filter = {
    match: 'any',
    conditions: [
      { field: 'field.floor', op: 'at_least', value: 3 },
      { field: 'name', op: 'begins_with', value: 'a' },
    ],
  }
  const saved = await app.call('save-view', {
    kind: 'company',
    name: 'High',
    filter,
    sort: '-field.floor',
    columns: [{ key: 'field.floor', width: 90 }, { key: 'domain' }],
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  await app.database.inOrg(org_id, (db) =>
    db.updateTable('fields').set({ archived_at: new Date() }).where('id', '=', id).execute(),
  )
  const { body } = await app.call('list-saved-views', { kind: 'company' })
  const [view] = body.views as unknown as {
    missing_fields: string[]
    sort: null
    columns: object[]
    filter: { conditions: object[] }
  }[]
  assert.deepEqual(view?.missing_fields, ['field.floor'])
  assert.deepEqual(view?.sort, null)
  assert.deepEqual(view?.columns, [{ key: 'domain', width: null }])
  assert.deepEqual(view?.filter.conditions, [{ field: 'name', op: 'begins_with', value: 'a' }])
})

interface SentView {
  readonly id: string
  readonly filter: { readonly conditions: object[]; readonly groups: { readonly conditions: object[] }[] }
  readonly missing_tags: string[]
}

test('a view follows a tag that is merged into another one, and leaves out one that was deleted and says so', async () => {
  const owner = await app.given.organization()
  const call = async <T>(type: string, body: object): Promise<T> => {
    const answer = await app.call(type, body, owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as T
  }
  const tag = async (name: string): Promise<string> => (await call<{ tag: { id: string } }>('save-tag', { name })).tag.id
  const [vip, gold, cold] = [await tag('VIP'), await tag('Gold'), await tag('Cold')]
  const of = (op: string, value: unknown) => ({ field: 'tags', op, value })
  const named = { field: 'name', op: 'begins_with', value: 'a' }
  const filter = {
    conditions: [of('has_any', [vip, gold]), of('has_none', [cold])],
    groups: [{ match: 'any', conditions: [of('has_all', [vip, cold]), named] }],
  }
  const { view } = await call<{ view: SentView }>('save-view', { kind: 'contact', name: 'Best', filter })
  assert.deepEqual(view.missing_tags, [])
  await call('merge-tags', { tagId: vip, intoTagId: gold })
  const shown = async (): Promise<SentView | undefined> =>
    (await call<{ views: SentView[] }>('list-saved-views', { kind: 'contact' })).views[0]
  const merged = await shown()
  assert.deepEqual(merged?.filter.conditions, [of('has_any', [gold]), of('has_none', [cold])])
  assert.deepEqual(merged?.filter.groups[0]?.conditions, [of('has_all', [gold, cold]), named])
  assert.deepEqual(merged?.missing_tags, [])
  await call('delete-tag', { tagId: cold })
  const left = await shown()
  assert.deepEqual(left?.filter.conditions, [of('has_any', [gold])])
  assert.deepEqual(left?.filter.groups[0]?.conditions, [of('has_all', [gold]), named])
  assert.deepEqual(left?.missing_tags, [cold])
})

test('a member saves 200 views and a workspace shares 200, and the next one is refused by name', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const fill = (ownerId: string, count: number, is_shared: boolean) =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .insertInto('saved_views')
        .values(
          Array.from({ length: count }, (_, n) => ({
            ...{ org_id: owner.orgId, id: newId(), kind: 'lead', name: `View ${n}`, owner_id: ownerId, is_shared },
            filter: JSON.stringify({ match: 'all', conditions: [], groups: [] }),
          })),
        )
        .execute(),
    )
  await fill(owner.personId, 199, true)
  const save = async (body: object, as: Someone): Promise<unknown> => {
    const answer = await app.call('save-view', { kind: 'lead', name: 'One more', ...body }, as)
    return answer.status === 200 ? (answer.body.view as unknown as { id: string }).id : answer.body.code
  }
  const last = await save({}, owner)
  assert.equal(await save({}, owner), 'too_many_views')
  assert.equal(await save({ viewId: last, name: 'Renamed' }, owner), last)
  const own = await save({}, colleague)
  assert.equal(await save({ viewId: own, shared: true }, colleague), own)
  assert.equal(await save({ shared: true }, colleague), 'too_many_shared_views')
  assert.equal(await save({ viewId: last, shared: true }, owner), 'too_many_shared_views')
  assert.equal(await save({ viewId: own, shared: true, name: 'Still shared' }, colleague), own)
  const { views } = (await app.call('list-saved-views', {}, owner)).body as unknown as { views: object[] }
  assert.equal(views.length, 201)
})

test('stages of two pipelines are distinguished by the name of their pipeline, and an archived one has its name', async () => {
  const owner = await app.given.organization()
  interface Described {
    readonly fields: {
      readonly key: string
      readonly choices: { value: string; name: string; is_archived: boolean }[] | null
    }[]
  }
  const stages = async () => {
    const { fields } = (await app.call('describe-list', { kind: 'deal' }, owner)).body as unknown as Described
    return fields.find(({ key }) => key === 'stage')?.choices ?? []
  }
  await app.call('list-pipelines', {}, owner)
  await app.call('create-deal', { client: { name: 'Ada' }, name: 'First' }, owner)
  assert.deepEqual(
    (await stages()).map(({ name }) => name),
    ['New lead', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'],
  )
  const second = [
    ...[{ name: 'Asked', kind: 'open', chance: 10 }],
    ...[{ name: 'Won', kind: 'won' }],
    ...[{ name: 'Lost', kind: 'lost' }],
  ]
  const saved = await app.call('save-pipeline', { name: 'Service', stages: second }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { pipeline } = saved.body as unknown as { pipeline: { id: string } }
  const won = (await stages()).filter(({ name }) => name.endsWith('Won'))
  assert.deepEqual(
    won.map(({ name, is_archived }) => [name, is_archived]),
    [
      ['Sales · Won', false],
      ['Service · Won', false],
    ],
  )
  await app.call('archive-pipeline', { pipelineId: pipeline.id }, owner)
  const archived = (await stages()).filter(({ is_archived }) => is_archived)
  assert.deepEqual(
    archived.map(({ name }) => name),
    ['Service · Asked', 'Service · Won', 'Service · Lost'],
  )
  assert.ok(won.some(({ value }) => archived.some((each) => each.value === value)))
})

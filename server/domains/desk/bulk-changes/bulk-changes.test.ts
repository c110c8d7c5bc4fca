import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { runBulkChanges } from './run-bulk-changes.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp()
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await app?.stop()
})

interface Shown {
  readonly id: string
  readonly state: string
  readonly selected: number
  readonly done: number
  readonly skipped: number
  readonly failed: number
  readonly undone: number
  readonly kept: number
  readonly problem: { readonly code: string; readonly message: string } | null
}

const done = async <T>(action: string, body: object, as: Someone): Promise<T> => {
  const answer = await app.call(action, body, as)
  assert.equal(answer.status, 200, `${action}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const one = async (action: string, body: object, as: Someone): Promise<Shown> =>
  (await done<{ bulk_change: Shown }>(action, body, as)).bulk_change
const change = (as: Someone, body: object): Promise<Shown> => one('change-records', body, as)
const show = (as: Someone, { id }: Pick<Shown, 'id'>): Promise<Shown> => one('show-bulk-change', { bulkChangeId: id }, as)
const undo = (as: Someone, { id }: Pick<Shown, 'id'>): Promise<Shown> => one('undo-bulk-change', { bulkChangeId: id }, as)
const codeOf = async (action: string, body: object, as: Someone): Promise<unknown> =>
  (await app.call(action, body, as)).body.code
const reasons = async (as: Someone, { id }: { readonly id: string }): Promise<(readonly [string, string])[]> => {
  const { records } = await done<{ records: { name: string; reason: string }[] }>(
    'list-bulk-change-records',
    { bulkChangeId: id },
    as,
  )
  return records.map(({ name, reason }) => [name, reason] as const)
}
/** To its end, as a worker would. */
const run = async ({ orgId }: Someone): Promise<void> => {
  await runBulkChanges.run({ orgId }, jobs.context)
}

const countOf = async (as: Someone, of: object): Promise<number> =>
  (await done<{ count: number }>('count-records', of, as)).count

const counts = ({ state, selected, done, skipped, failed, undone, kept }: Shown) => ({
  ...{ state, selected, done, skipped, failed, undone, kept },
})

/** Contacts, and a lead of each. */
const addLeads = ({ orgId }: Someone, many: number, source = 'fair'): Promise<string[]> =>
  app.database.inOrg(orgId, async (db) => {
    const rows = Array.from({ length: many }, (_, n) => ({ contact: newId(), lead: newId(), name: `Lead ${n}` }))
    await sql`
      insert into contacts (org_id, id, full_name)
      select ${orgId}, r.contact, r.name from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (contact uuid, name text)`.execute(
      db,
    )
    await sql`
      insert into leads (org_id, id, contact_id, source, via, full_name, email, metadata, received_at)
      select ${orgId}, r.lead, r.contact, ${source}, 'api', r.name, 'a@b.example', '{}', now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (contact uuid, lead uuid, name text)`.execute(db)
    return rows.map(({ lead }) => lead)
  })

const ownersOf = async ({ orgId }: Someone, table: string): Promise<Record<string, string | null>> => {
  const column = sql.ref(table === 'deals' || table === 'tasks' ? 'assigned_to' : 'owner_id')
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{
      id: string
      owner: string | null
    }>`select id, ${column} as owner from ${sql.table(table)} where org_id = ${orgId}`.execute(db),
  )
  return Object.fromEntries(rows.map(({ id, owner }) => [id, owner]))
}

const eventsOf = async ({ orgId }: Someone, type: string): Promise<number> => {
  const { rows } = await app.database.inOrg(orgId, (db) =>
    sql<{ count: number }>`select count(*)::int as count from events where org_id = ${orgId} and type = ${type}`.execute(db),
  )
  return rows[0]?.count ?? 0
}

test('a member gives five leads to a colleague before the answer, and takes them back', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const ids = await addLeads(owner, 6)
  await change(owner, {
    kind: 'lead',
    of: { recordIds: ids.slice(0, 1) },
    change: { type: 'assign', ownerId: colleague.personId },
  })
  const five = await change(owner, {
    kind: 'lead',
    of: { recordIds: ids.slice(0, 5) },
    change: { type: 'assign', ownerId: colleague.personId },
  })
  assert.deepEqual(counts(five), { state: 'done', selected: 5, done: 4, skipped: 1, failed: 0, undone: 0, kept: 0 })
  assert.deepEqual(await reasons(owner, five), [['Lead 0', 'unchanged']])
  const owners = await ownersOf(owner, 'leads')
  assert.deepEqual(
    ids.map((id) => owners[id]),
    [...Array.from({ length: 5 }, () => colleague.personId), null],
  )
  assert.equal(await eventsOf(owner, 'lead.changed'), 5)
  // A colleague's newer decision stays.
  await app.call('update-lead', { leadId: ids[1], ownerId: owner.personId }, colleague)
  const undone = await undo(colleague, five)
  assert.deepEqual(counts(undone), { state: 'undone', selected: 5, done: 4, skipped: 1, failed: 0, undone: 3, kept: 1 })
  const now = await ownersOf(owner, 'leads')
  assert.deepEqual(
    ids.map((id) => now[id]),
    [colleague.personId, owner.personId, null, null, null, null],
  )
  assert.deepEqual(
    (await reasons(owner, five)).find(([name]) => name === 'Lead 1'),
    ['Lead 1', 'changed_since'],
  )
  assert.equal(await codeOf('undo-bulk-change', { bulkChangeId: five.id }, owner), 'bulk_change_wrong_state')
})

test('all that match a filter are changed in the background, but those that are left out', async () => {
  const owner = await app.given.organization()
  const fair = await addLeads(owner, 730)
  await addLeads(owner, 20, 'web')
  const begun = await change(owner, {
    kind: 'lead',
    of: { filter: { conditions: [{ field: 'source', op: 'is', value: 'fair' }] }, exceptIds: fair.slice(0, 2) },
    change: { type: 'set_state', state: 'not_fit', reason: 'Too far away' },
  })
  assert.equal(begun.state, 'selecting')
  const listed = await done<{ bulk_changes: Shown[] }>('list-bulk-changes', { underWay: true }, owner)
  assert.deepEqual(
    listed.bulk_changes.map(({ id }) => id),
    [begun.id],
  )
  await run(owner)
  const changed = await show(owner, begun)
  assert.deepEqual(counts(changed), { state: 'done', selected: 728, done: 728, skipped: 0, failed: 0, undone: 0, kept: 0 })
  const left = { kind: 'lead', filter: { conditions: [{ field: 'state', op: 'is', value: 'new' }] } }
  assert.equal(await countOf(owner, left), 22)
  assert.equal(await eventsOf(owner, 'lead.changed'), 728)
  await undo(owner, begun)
  await run(owner)
  assert.equal((await show(owner, begun)).undone, 728)
  assert.equal(await countOf(owner, left), 750)
})

test('a change that is cancelled keeps what it has changed, and touches no other record', async () => {
  const owner = await app.given.organization()
  await addLeads(owner, 450)
  const begun = await change(owner, { kind: 'lead', of: { all: true }, change: { type: 'assign', ownerId: owner.personId } })
  // One step a run: the signal is looked at before each.
  for (let steps = 0; steps < 2; steps++) await oneStep(owner)
  const before = await show(owner, begun)
  assert.deepEqual([before.state, before.done], ['changing', 200])
  const cancelled = await one('cancel-bulk-change', { bulkChangeId: begun.id }, owner)
  assert.deepEqual([cancelled.state, cancelled.done], ['cancelled', 200])
  await run(owner)
  assert.equal(Object.values(await ownersOf(owner, 'leads')).filter((to) => to !== null).length, 200)
  await undo(owner, begun)
  await run(owner)
  assert.equal((await show(owner, begun)).undone, 200)
  assert.equal(Object.values(await ownersOf(owner, 'leads')).filter((to) => to !== null).length, 0)
})

/** A worker that is killed before its second step. */
const oneStep = async ({ orgId }: Someone): Promise<void> => {
  let looks = 0
  const signal = {
    get aborted() {
      return ++looks > 1
    },
  } as AbortSignal
  await assert.rejects(() => runBulkChanges.run({ orgId }, { ...jobs.context, signal }) as Promise<void>)
}

test('a change stops with the reason when the member who started it lost access before it was made', async () => {
  const owner = await app.given.organization()
  const leaver = await app.given.person(owner.orgId, 'member')
  await addLeads(owner, 60)
  const begun = await change(leaver, { kind: 'lead', of: { all: true }, change: { type: 'assign', ownerId: owner.personId } })
  await app.database.inOrg(owner.orgId, (db) =>
    db.deleteFrom('members').where('org_id', '=', owner.orgId).where('id', '=', leaver.personId).execute(),
  )
  await run(owner)
  const stopped = await show(owner, begun)
  assert.deepEqual([stopped.state, stopped.done, stopped.problem?.code], ['failed', 0, 'bulk_change_author_gone'])
})

test('a change that does not fit its records is refused before any of them is changed', async () => {
  const owner = await app.given.organization()
  const stranger = await app.given.organization()
  const [id] = await addLeads(owner, 1)
  const of = { recordIds: [id] }
  const code = (body: object): Promise<unknown> => codeOf('change-records', body, owner)
  assert.equal(await code({ kind: 'task', of, change: { type: 'tag', add: [newId()] } }), 'bulk_change_unfit')
  assert.equal(await code({ kind: 'lead', of, change: { type: 'assign', ownerId: stranger.personId } }), 'person_not_found')
  assert.equal(await code({ kind: 'lead', of, change: { type: 'tag', add: [newId()] } }), 'tag_not_found')
  assert.equal(await code({ kind: 'lead', of, change: { type: 'set_fields', fields: { budget: 1 } } }), 'field_not_found')
  assert.equal(await code({ kind: 'lead', of, change: { type: 'set_state', state: 'not_fit' } }), 'state_reason_needed')
  assert.equal(await code({ kind: 'deal', of, change: { type: 'move', stageId: newId() } }), 'stage_not_found')
  const unknown = { filter: { conditions: [{ field: 'colour', op: 'is', value: 'red' }] } }
  assert.equal(await code({ kind: 'lead', of: unknown, change: { type: 'delete' } }), 'list_filter_invalid')
  assert.deepEqual((await done<{ bulk_changes: Shown[] }>('list-bulk-changes', {}, owner)).bulk_changes, [])
  const foreign = await change(stranger, { kind: 'lead', of, change: { type: 'delete' } })
  assert.deepEqual([foreign.done, foreign.skipped], [0, 1])
})

test('a selection that is empty, too long or misspelt is refused, and never means every record', async () => {
  const owner = await app.given.organization()
  await addLeads(owner, 2)
  const fair = [{ field: 'source', op: 'is', value: 'fair' }]
  const unfit = [
    ...[{}, { recordIds: [] }, { recordIds: ['one'] }, { recordIds: Array.from({ length: 501 }, () => newId()) }],
    ...[{ ids: [newId()] }, { filter: {} }, { filter: { conditions: [] } }, { filter: { condition: fair } }],
    ...[{ filter: { conditions: fair, group: [] } }, { filter: { conditions: [{ ...fair[0], values: [] }] } }],
    ...[{ search: ' ' }, { exceptIds: [newId()] }, { all: false }, { recordIds: [newId()], all: true }],
    ...[
      { recordIds: [newId()], filter: { conditions: fair } },
      { recordIds: [newId()], exceptIds: [newId()] },
    ],
  ]
  for (const of of unfit) {
    const { status, body } = await app.call('change-records', { kind: 'lead', of, change: { type: 'delete' } }, owner)
    assert.deepEqual([status, body.code], [400, 'bad_request'], JSON.stringify(of))
  }
  const { body } = await app.call('change-records', { kind: 'lead', of: {}, change: { type: 'delete' } }, owner)
  assert.match(String(body.error), /of.*recordIds.*all: true/)
  assert.equal(await countOf(owner, { kind: 'lead' }), 2)
  assert.deepEqual((await done<{ bulk_changes: Shown[] }>('list-bulk-changes', {}, owner)).bulk_changes, [])
})

test('a key changes many records only as it may change one, and undoes and cancels no more', async () => {
  const owner = await app.given.organization()
  const [id = ''] = await addLeads(owner, 1)
  const keyWith = async (...scopes: string[]): Promise<Someone> => ({
    ...owner,
    token: (await app.given.key(owner.orgId, { scopes: ['records:write', 'records:read', ...scopes] })).text,
  })
  const plain = await keyWith()
  const leadOnly = { kind: 'lead', of: { recordIds: [id] } }
  const needed = [
    ['bin:write', { ...leadOnly, change: { type: 'delete' } }],
    ['lead-states:write', { ...leadOnly, change: { type: 'set_state', state: 'contacted' } }],
    ['lead-states:write', { ...leadOnly, change: { type: 'assign', ownerId: owner.personId } }],
    ['deals:write', { ...leadOnly, change: { type: 'open_deals' } }],
  ] as const
  for (const [scope, body] of needed) {
    assert.equal(await codeOf('change-records', body, plain), 'scope_missing', scope)
    const allowed = await keyWith(scope)
    const made = await change(allowed, body)
    assert.equal(made.done, 1, scope)
    assert.equal(await codeOf('undo-bulk-change', { bulkChangeId: made.id }, plain), 'scope_missing')
    assert.equal((await undo(allowed, made)).undone, 1, scope)
  }
  const named = Array.from({ length: 60 }, () => newId())
  const slow = await change(owner, { kind: 'lead', of: { recordIds: [id, ...named] }, change: { type: 'delete' } })
  assert.equal(await codeOf('cancel-bulk-change', { bulkChangeId: slow.id }, plain), 'scope_missing')
})

test('tags, fields and deals of many are given back as they were, and a lead that is deleted comes back', async () => {
  const owner = await app.given.organization()
  const ids = await addLeads(owner, 4)
  const of = { recordIds: ids }
  const tag = async (name: string): Promise<string> => (await done<{ tag: { id: string } }>('save-tag', { name }, owner)).tag.id
  const [vip, cold] = [await tag('VIP'), await tag('Cold')]
  await app.call('tag-records', { kind: 'lead', recordIds: ids.slice(0, 2), add: [cold] }, owner)
  const wanted = { kind: 'lead', name: 'Budget', fieldType: 'number' }
  const { key } = (await done<{ field: { key: string } }>('save-field', wanted, owner)).field
  await app.call('set-fields', { kind: 'lead', recordId: ids[0], fields: { [key]: 7 } }, owner)
  const stand = async () => {
    const columns = ['tags', `field.${key}`, 'state']
    const listed = await done<{ records: { id: string; values: object }[] }>('list-records', { kind: 'lead', columns }, owner)
    return listed.records.map(({ id, values }) => [id, values])
  }
  const before = await stand()
  const changes = [
    { type: 'tag', add: [vip], remove: [cold] },
    { type: 'set_fields', fields: { [key]: 12 } },
    { type: 'open_deals' },
    { type: 'delete' },
  ]
  for (const each of changes) {
    const made = await change(owner, { kind: 'lead', of, change: each })
    assert.deepEqual([made.state, made.done], ['done', 4], JSON.stringify([each, made, await reasons(owner, made)]))
    assert.notDeepEqual(await stand(), before, each.type)
    const undone = await undo(owner, made)
    assert.deepEqual(
      [undone.state, undone.undone, undone.kept],
      ['undone', 4, 0],
      JSON.stringify([each, await reasons(owner, made)]),
    )
    assert.deepEqual(await stand(), before, each.type)
  }
  assert.equal(await countOf(owner, { kind: 'deal' }), 0)
})

test('deals are moved and come back to their places; one that lacks a required field stays, and says so', async () => {
  const owner = await app.given.organization()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C'])
    ids.push((await done<{ deal: { id: string } }>('create-deal', { client: { name }, name }, owner)).deal.id)
  type Stages = { stages: { id: string; kind: string }[] }
  const [pipeline] = (await done<{ pipelines: Stages[] }>('list-pipelines', {}, owner)).pipelines
  const stages = pipeline?.stages ?? []
  const [lost, next] = [stages.find(({ kind }) => kind === 'lost'), stages[1]]
  const stand = () =>
    app.database.inOrg(owner.orgId, async (db) => {
      const { rows } = await sql`
        select id, stage_id, rank, state, lost_reason, stage_since, closed_at from deals where org_id = ${owner.orgId} order by id`.execute(
        db,
      )
      return rows
    })
  const before = await stand()
  const of = { recordIds: ids }
  const unsaid = { kind: 'deal', of, change: { type: 'move', stageId: lost?.id } }
  assert.equal(await codeOf('change-records', unsaid, owner), 'lost_reason_needed')
  const moved = await change(owner, { kind: 'deal', of, change: { type: 'move', stageId: lost?.id, lostReason: 'Price' } })
  assert.equal(moved.done, 3)
  assert.equal((await undo(owner, moved)).undone, 3)
  assert.deepEqual(await stand(), before)
  await app.call('save-field', { kind: 'deal', name: 'Scope', fieldType: 'text', requiredStageId: next?.id }, owner)
  await app.call('set-fields', { kind: 'deal', recordId: ids[1], fields: { scope: 'Kitchen' } }, owner)
  const some = await change(owner, { kind: 'deal', of, change: { type: 'move', stageId: next?.id } })
  assert.deepEqual([some.done, some.failed], [1, 2])
  assert.deepEqual(await reasons(owner, some), [
    ['A', 'fields_missing'],
    ['C', 'fields_missing'],
  ])
})

test('deals are not opened behind a field that their stage requires, and each contact says so', async () => {
  const owner = await app.given.organization()
  const { contact } = await done<{ contact: { id: string } }>('create-contact', { fullName: 'A' }, owner)
  await done('create-deal', { client: { name: 'First' } }, owner)
  type Stages = { stages: { id: string }[] }
  const [pipeline] = (await done<{ pipelines: Stages[] }>('list-pipelines', {}, owner)).pipelines
  const later = pipeline?.stages[1]?.id
  await app.call('save-field', { kind: 'deal', name: 'Scope', fieldType: 'text', requiredStageId: later }, owner)
  const of = { kind: 'contact', of: { recordIds: [contact.id] } }
  const refused = await change(owner, { ...of, change: { type: 'open_deals', stageId: later } })
  assert.deepEqual([refused.done, refused.failed], [0, 1])
  assert.deepEqual(await reasons(owner, refused), [['A', 'fields_missing']])
  assert.equal((await change(owner, { ...of, change: { type: 'open_deals' } })).done, 1)
})

/** Random numbers that a seed decides. */
const seeded = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

test('random changes of random leads, with workers killed in between, end as a plain model says, and are undone but for newer work', async () => {
  const random = seeded(21)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const owner = await app.given.organization()
  const people = [owner, await app.given.person(owner.orgId, 'member'), await app.given.person(owner.orgId, 'admin')]
  const owners = [null, ...people.map(({ personId }) => personId)]
  const ids = await addLeads(owner, 500)
  const model = new Map<string, string | null>(ids.map((id) => [id, null]))
  const settled = async (): Promise<void> => {
    for (let kills = 0; kills < 3; kills++) if (random() < 0.7) await oneStep(owner).catch(() => {})
    await Promise.all([run(owner), run(owner)])
  }
  for (let round = 0; round < 6; round++) {
    const to = pick(owners)
    const some = ids.filter(() => random() < 0.8).slice(0, 500)
    const before = new Map(model)
    const begun = await change(pick(people), { kind: 'lead', of: { recordIds: some }, change: { type: 'assign', ownerId: to } })
    await settled()
    const changed = some.filter((id) => model.get(id) !== to)
    for (const id of some) model.set(id, to)
    assert.deepEqual(await ownersOf(owner, 'leads'), Object.fromEntries(model), `round ${round}`)
    const shown = await show(owner, begun)
    assert.deepEqual([shown.done, shown.skipped], [changed.length, some.length - changed.length])
    if (random() < 0.5) continue
    const edited = changed.filter(() => random() < 0.05)
    for (const id of edited) {
      const ownerId = pick(owners.filter((each) => each !== to))
      await done('update-lead', { leadId: id, ownerId }, owner)
      model.set(id, ownerId)
    }
    await undo(owner, begun)
    await settled()
    for (const id of changed) if (!edited.includes(id)) model.set(id, before.get(id) ?? null)
    assert.deepEqual(await ownersOf(owner, 'leads'), Object.fromEntries(model), `round ${round}, undone`)
    const after = await show(owner, begun)
    assert.deepEqual([after.state, after.undone, after.kept], ['undone', changed.length - edited.length, edited.length])
  }
})

test('every kind of record is given an owner and gets back the one it had', async () => {
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  await addLeads(owner, 2)
  for (const name of ['A', 'B']) {
    const { deal } = await done<{ deal: { id: string } }>('create-deal', { client: { name: `${name} ${name}` }, name }, owner)
    await done('add-task', { dealId: deal.id, title: name }, owner)
    await done('create-company', { name }, owner)
  }
  const tables = { lead: 'leads', contact: 'contacts', company: 'companies', deal: 'deals', task: 'tasks' } as const
  for (const [kind, table] of Object.entries(tables)) {
    const before = await ownersOf(owner, table)
    const begun = await change(owner, { kind, of: { all: true }, change: { type: 'assign', ownerId: colleague.personId } })
    await run(owner)
    const shown = await show(owner, begun)
    assert.deepEqual([shown.state, shown.failed, shown.done > 0], ['done', 0, true], `${kind} ${JSON.stringify(shown)}`)
    assert.deepEqual(new Set(Object.values(await ownersOf(owner, table))), new Set([colleague.personId]), kind)
    await undo(owner, begun)
    await run(owner)
    assert.deepEqual(await ownersOf(owner, table), before, kind)
  }
})

test('where more match than one change takes, it fails with the exact number, and has changed nothing', async () => {
  const owner = await app.given.organization()
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('companies')
      .values(Array.from({ length: 1_200 }, (_, n) => ({ org_id: owner.orgId, id: newId(), name: `Company ${n}` })))
      .execute(),
  )
  const begun = await change(owner, { kind: 'company', of: { all: true }, change: { type: 'assign', ownerId: owner.personId } })
  // As if 100,001 had been written down before these.
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('bulk_changes').set({ selected: 100_001 }).where('id', '=', begun.id).execute(),
  )
  await run(owner)
  const { state, selected, done: made, problem } = await show(owner, begun)
  assert.deepEqual([state, selected, made], ['failed', 101_201, 0])
  assert.equal(problem?.message, '101,201 records match. One change takes at most 100,000.')
  const mine = { kind: 'company', filter: { conditions: [{ field: 'owner', op: 'is', value: 'me' }] } }
  assert.equal(await countOf(owner, mine), 0)
})

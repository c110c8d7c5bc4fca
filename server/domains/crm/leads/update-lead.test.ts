import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { uploading } from '#test/uploads/fixtures.ts'
import { recordResponse } from '../deals/responses.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp()
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

interface Lead {
  readonly id: string
  readonly full_name: string
  readonly contact_id: string
  readonly state: string
  readonly state_reason: string | null
  readonly owner: { readonly id: string; readonly name: string } | null
}

const workspace = async () => {
  const owner = await app.given.organization()
  const { text: key } = await app.given.key(owner.orgId)
  const done = async (type: string, body: object, as: Someone = owner) => {
    const answer = await app.call(type, body, as)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as never
  }
  return {
    owner,
    done,
    call: (type: string, body: object, as: Someone = owner) => app.call(type, body, as),
    async lead(name: string, more: object = {}): Promise<{ leadId: string; contactId: string }> {
      const { body } = await app.post({ name, email: `${name}@example.com`, ...more }, key)
      return { leadId: String(body.lead_id), contactId: String(body.contact_id) }
    },
    show: async (leadId: string): Promise<Lead & { state_by: { id: string } | null; waits_for_answer: boolean }> =>
      ((await done('show-lead', { leadId })) as { lead: never }).lead,
    list: async (filter: object): Promise<string[]> =>
      ((await done('list-leads', filter)) as { leads: Lead[] }).leads.map(({ full_name }) => full_name),
    answer: (contactId: string) =>
      app.database.inOrg(owner.orgId, (db) =>
        recordResponse(db, owner.orgId, { contactId, personId: owner.personId, byKind: 'message' }),
      ),
    changes: () =>
      app.database.inOrg(owner.orgId, async (db) => {
        const rows = await db.selectFrom('events').select('payload').where('type', '=', 'lead.changed').orderBy('id').execute()
        return rows.map(({ payload }) => payload as { before: Record<string, unknown>; after: Record<string, unknown> })
      }),
    waiting: async () => (await done('show-response-times', {})) as { waiting: number; late: number; answered: number },
  }
}

test('a reply makes the new leads of a contact contacted, once, and leaves those that a member moved on', async () => {
  const { owner, lead, show, answer, done, changes, waiting } = await workspace()
  const first = await lead('maya')
  const second = await lead('maya', { external_id: 'again' })
  const other = await lead('jonas')
  assert.equal((await waiting()).waiting, 3)
  await done('update-lead', { leadId: second.leadId, state: 'qualified' })
  await answer(first.contactId)
  await answer(first.contactId)
  const shown = await show(first.leadId)
  assert.deepEqual([shown.state, shown.state_by?.id, shown.waits_for_answer], ['contacted', owner.personId, false])
  assert.equal((await show(second.leadId)).state, 'qualified')
  assert.equal((await show(other.leadId)).state, 'new')
  const [qualified, contacted, ...more] = await changes()
  assert.deepEqual([qualified?.before.state, qualified?.after.state], ['new', 'qualified'])
  assert.deepEqual([contacted?.after.id, contacted?.before.state, contacted?.after.state], [first.leadId, 'new', 'contacted'])
  assert.deepEqual(more, [])
  assert.deepEqual([(await waiting()).waiting, (await waiting()).answered], [1, 2])
})

test('a deal that is made of a lead moves it, whatever it was, and goes to its owner', async () => {
  const { lead, show, done, changes, owner } = await workspace()
  const { leadId } = await lead('maya')
  const colleague = await app.given.person(owner.orgId, 'member')
  await done('update-lead', { leadId, state: 'not_fit', reason: 'Outside our area', ownerId: colleague.personId })
  const { deal } = (await done('create-deal', { leadId })) as { deal: { assigned_to: string } }
  assert.equal(deal.assigned_to, colleague.personId)
  const shown = await show(leadId)
  assert.deepEqual([shown.state, shown.state_reason, shown.owner?.id], ['deal', null, colleague.personId])
  const last = (await changes()).at(-1)
  assert.deepEqual([last?.before.state, last?.before.state_reason, last?.after.state], ['not_fit', 'Outside our area', 'deal'])
})

test('a member says why a lead is not a fit, and who takes care of it', async () => {
  const { lead, call, show, changes, owner } = await workspace()
  const { leadId } = await lead('maya')
  const refused = async (input: object, code: string) => {
    const { body } = await call('update-lead', { leadId, ...input })
    assert.equal(body.code, code, JSON.stringify(body))
  }
  await refused({ state: 'not_fit' }, 'state_reason_needed')
  await refused({ state: 'qualified', reason: 'x' }, 'bad_request')
  await refused({ state: 'deal' }, 'bad_request')
  await refused({ ownerId: leadId }, 'person_not_found')
  await refused({ leadId: owner.orgId, state: 'new' }, 'lead_not_found')
  const elsewhere = await app.given.organization('Elsewhere')
  assert.equal((await call('update-lead', { leadId, state: 'contacted' }, elsewhere)).body.code, 'lead_not_found')
  assert.deepEqual(await changes(), [])
  for (let twice = 0; twice < 2; twice++) {
    const { body } = await call('update-lead', { leadId, state: 'not_fit', reason: 'Too small', ownerId: owner.personId })
    const lead = body.lead as unknown as Lead
    assert.deepEqual([lead.state, lead.state_reason, lead.owner?.id], ['not_fit', 'Too small', owner.personId])
  }
  assert.equal((await changes()).length, 1, 'what is so already is not told again')
  await call('update-lead', { leadId, state: 'new', ownerId: null })
  const again = await show(leadId)
  assert.deepEqual([again.state, again.state_reason, again.owner, again.waits_for_answer], ['new', null, null, true])
})

test('leads are listed and exported by state and owner, page by page', async () => {
  const { lead, list, done, owner, call } = await workspace()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await lead(name)).leadId)
  for (const leadId of ids.slice(0, 3)) await done('update-lead', { leadId, ownerId: owner.personId })
  for (const leadId of ids.slice(1, 3)) await done('update-lead', { leadId, state: 'qualified' })
  assert.deepEqual(await list({ state: 'new' }), ['e', 'd', 'a'])
  assert.deepEqual(await list({ state: 'new', order: 'received_at', limit: 2 }), ['a', 'd'])
  assert.deepEqual(await list({ state: 'new', cursor: ids[3] }), ['a'])
  assert.deepEqual(await list({ state: 'qualified' }), ['c', 'b'])
  assert.deepEqual(await list({ owner: 'me' }), ['c', 'b', 'a'])
  assert.deepEqual(await list({ owner: owner.personId, state: 'new' }), ['a'])
  assert.deepEqual(await list({ owner: owner.personId, state: 'qualified', order: 'received_at' }), ['b', 'c'])
  assert.equal((await call('list-leads', { search: 'a', state: 'new' })).body.code, 'bad_request')
  const file = await fetch(`${app.url}/download/export-leads?state=qualified`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const [head, ...rows] = (await file.text()).trim().split('\r\n')
  assert.match(head ?? '', /,via,state,state_reason,owner,tags$/)
  assert.deepEqual([rows.length, rows.every((row) => row.includes(',qualified,,'))], [2, true])
})

test('a key that may send leads may not move them', async () => {
  const { owner, lead } = await workspace()
  const { leadId } = await lead('maya')
  const moving = async (scopes: string[]) => {
    const { text } = await app.given.key(owner.orgId, { scopes })
    return app.call('update-lead', { leadId, state: 'contacted' }, { ...owner, token: text })
  }
  assert.equal((await moving(['leads:write'])).body.code, 'scope_missing')
  assert.equal((await moving(['lead-states:write'])).status, 200)
})

test('the people of a file wait for no answer, in a deal neither, unless its upload says so', async () => {
  const { owner, done, waiting, answer, lead } = await workspace()
  const { file, import: start, until, ok } = uploading(app, owner)
  await lead('asks')
  const quiet = await file(
    `email,name\n${Array.from({ length: 50 }, (_, n) => `quiet${n}@example.com,Quiet ${n}`).join('\n')}\n`,
  )
  await start(quiet.id)
  assert.equal((await waiting()).waiting, 1)
  const { leads } = (await done('list-leads', { source: 'upload', limit: 1 })) as { leads: Lead[] }
  const { deal } = (await done('create-deal', { leadId: leads[0]?.id })) as { deal: { response: { due_at: string | null } } }
  assert.equal(deal.response.due_at, null)
  assert.equal((await waiting()).waiting, 1)

  const asking = await file('email,name\nfair1@example.com,Fair 1\nfair2@example.com,Fair 2\nfair3@example.com,Fair 3\n')
  const set = ok(await app.call('configure-upload', { uploadId: asking.id, waitsForAnswer: true, source: 'fair' }, owner))
  assert.equal((set.upload as unknown as { waits_for_answer: boolean }).waits_for_answer, true)
  await start(asking.id)
  await until(asking.id, 'done')
  assert.equal((await waiting()).waiting, 4)
  const found = ((await done('list-leads', { source: 'fair' })) as { leads: Lead[] }).leads
  await answer(found[0]?.contact_id ?? '')
  assert.deepEqual([(await waiting()).waiting, (await waiting()).answered], [3, 1])
  const late = await app.call('configure-upload', { uploadId: asking.id, waitsForAnswer: false }, owner)
  assert.equal(late.body.code, 'upload_wrong_state')
  await answer(leads[0]?.contact_id ?? '')
  assert.equal((await waiting()).answered, 1, 'how long the rows of a file stood there is no answer time')
})

test('a lead that is another by now than its editor saw is not overwritten: who changed it, and to what, is said', async () => {
  const { owner, done, call, lead, show } = await workspace()
  const { leadId } = await lead('seen')
  const colleague = await app.given.person(owner.orgId, 'member')
  await done('update-lead', { leadId, state: 'qualified', ownerId: colleague.personId }, colleague)
  const stale = await call('update-lead', { leadId, state: 'contacted', was: { state: 'new', reason: null } })
  assert.deepEqual([stale.status, stale.body.code, stale.body.field], [409, 'record_changed', 'state'])
  const [changed] = stale.body.changed as unknown as { field: string; value: string; by: string; at: string }[]
  assert.deepEqual([changed?.field, changed?.value], ['state', 'qualified'])
  assert.ok(changed?.by && changed.at)
  const owned = await call('update-lead', { leadId, ownerId: owner.personId, was: { ownerId: null } })
  assert.deepEqual([owned.body.code, owned.body.field], ['record_changed', 'ownerId'])
  assert.deepEqual([(await show(leadId)).state, (await show(leadId)).owner?.id], ['qualified', colleague.personId])
  // What is as it was seen, or as it is wanted already, goes through.
  await done('update-lead', { leadId, state: 'qualified', was: { state: 'new' } })
  await done('update-lead', { leadId, ownerId: owner.personId, was: { ownerId: colleague.personId, state: 'new' } })
  await done('update-lead', { leadId, state: 'not_fit', reason: 'Too far', was: { state: 'qualified', reason: null } })
  const reasoned = await call('update-lead', { leadId, state: 'not_fit', reason: 'Too dear', was: { reason: 'Too small' } })
  assert.deepEqual([reasoned.body.code, reasoned.body.field], ['record_changed', 'reason'])
  assert.deepEqual([(await show(leadId)).state, (await show(leadId)).owner?.id], ['not_fit', owner.personId])
})

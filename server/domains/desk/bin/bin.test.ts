import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'
import { until } from '#test/support/until.ts'
import { binRetention } from './retention.ts'

let app: TestApp
let orgId: string
let key: string
before(async () => {
  app = await startApp()
  orgId = app.owner.orgId
  key = (await app.given.key(orgId)).text
})
after(() => app.stop())

const inOrg = <T>(work: (db: Db) => Promise<T>): Promise<T> => app.database.inOrg(orgId, work)
const done = async <T = Record<string, unknown>>(type: string, body: object, as: Someone = app.owner): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as T
}

interface Sent {
  readonly lead_id: string
  readonly contact_id: string
  readonly deduplicated: boolean
}
const send = async (lead: object): Promise<Sent> => {
  const { status, body } = await app.post(lead, key)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Sent
}

interface Binned {
  readonly kind: string
  readonly id: string
  readonly name: string | null
  readonly leads: number
  readonly tasks: number
  readonly deleted_by: { readonly id: string } | null
  readonly deleted_at: string
  readonly removed_after: string
}
interface Deleted {
  readonly deleted: string[]
  readonly kept: { readonly id: string; readonly reason: string; readonly message: string }[]
}
const remove = (kind: string, ...ids: string[]) => done<Deleted>('delete-records', { kind, ids })
const restore = (kind: string, ...ids: string[]) => done<{ restored: string[] }>('restore-records', { kind, ids })
const bin = async (filter: object = {}): Promise<Binned[]> => (await done<{ records: Binned[] }>('list-bin', filter)).records

const idsOf = async (type: string, list: string): Promise<string[]> =>
  ((await done(type, { limit: 100 }))[list] as { id: string }[]).map(({ id }) => id)
const deal = (contactId: string, name: string) =>
  inOrg((db) => openDealFor(db, orgId, { contactId, kind: 'lead', name, cause: 'lead' })).then(({ dealId }) => dealId)
const eventsOf = (id: string) =>
  inOrg(async (db) => {
    const rows = await db
      .selectFrom('events')
      .select(['type', 'payload'])
      .where('subject_id', '=', id)
      .where('type', 'like', 'record.%')
      .orderBy('id')
      .execute()
    return rows.map(({ type }) => type)
  })
/** Goes back in time, and lets the night come. */
const expire = async (table: 'contacts' | 'leads' | 'deals' | 'companies' | 'tasks', id: string): Promise<void> => {
  await inOrg((db) =>
    sql`update ${sql.table(table)} set deleted_at = now() - interval '31 days' where org_id = ${orgId} and id = ${id}`.execute(
      db,
    ),
  )
  const now = new Date()
  const before = new Date(now.getTime() - 30 * 86_400_000)
  while (
    (await inOrg(
      (db) => binRetention.ofOrg?.(db, { orgId, before, now, reactions: [], within: foyer.within }) ?? Promise.resolve(0),
    )) > 0
  );
}

test('a member deletes a contact: its leads and tasks go with it, its deal stays, and all come back together', async () => {
  const { lead_id, contact_id } = await send({ name: 'Maya Rao', email: 'maya@bin.example', external_id: 'maya' })
  const dealId = await deal(contact_id, 'Maya')
  const { task } = await done<{ task: { id: string } }>('add-task', {
    contactId: contact_id,
    kind: 'next_action',
    title: 'Ring',
  })
  const { deleted, kept } = await remove('contact', contact_id)
  assert.deepEqual([deleted, kept], [[contact_id], []])
  for (const [type, list, id] of [
    ['list-contacts', 'contacts', contact_id],
    ['list-leads', 'leads', lead_id],
    ['list-tasks', 'tasks', task.id],
  ] as const)
    assert.ok(!(await idsOf(type, list)).includes(id), type)
  assert.ok((await idsOf('list-deals', 'deals')).includes(dealId))
  const [listed, ...others] = await bin({ search: 'maya' })
  assert.deepEqual(
    [listed?.id, listed?.leads, listed?.tasks, listed?.deleted_by?.id, others],
    [contact_id, 1, 1, app.owner.personId, []],
  )
  assert.equal(Date.parse(listed?.removed_after ?? '') - Date.parse(listed?.deleted_at ?? ''), 30 * 86_400_000)
  assert.deepEqual((await remove('contact', contact_id)).deleted, [], 'a second time nothing happens')

  assert.deepEqual((await restore('contact', contact_id)).restored, [contact_id])
  assert.ok((await idsOf('list-leads', 'leads')).includes(lead_id))
  assert.ok((await idsOf('list-tasks', 'tasks')).includes(task.id))
  assert.deepEqual(
    [await eventsOf(contact_id), await eventsOf(lead_id)],
    [
      ['record.deleted', 'record.restored'],
      ['record.deleted', 'record.restored'],
    ],
  )
  assert.deepEqual(await bin({ search: 'maya' }), [])
})

test('a deleted deal is on no board and in no list, its tasks raise nothing, and the next message opens another deal', async () => {
  const { contact_id } = await send({ name: 'Jo Deal', email: 'jo@bin.example' })
  const dealId = await deal(contact_id, 'Kitchen of Jo')
  await done('add-task', { dealId, kind: 'next_action', title: 'Measure', dueAt: '2020-01-01T00:00:00Z' })
  const before = (await idsOf('list-tasks', 'tasks')).length
  await remove('deal', dealId)
  assert.ok(!(await idsOf('list-deals', 'deals')).includes(dealId))
  assert.ok(!JSON.stringify(await done('show-board', {})).includes(dealId))
  assert.ok((await idsOf('list-tasks', 'tasks')).length < before)
  const idle = await app.database.db.selectFrom(sql<{ id: string }>`idle_deals(1000)`.as('d')).select('id').execute()
  assert.ok(!idle.some(({ id }) => id === dealId))
  assert.notEqual(await deal(contact_id, 'Again'), dealId)
  await restore('deal', dealId)
  assert.ok((await idsOf('list-deals', 'deals')).includes(dealId))
  assert.equal((await idsOf('list-tasks', 'tasks')).length >= before, true)
})

test('a task and a lead that went with their record bring it back; each alone leaves the others there', async () => {
  const { contact_id, lead_id } = await send({ name: 'Two Leads', email: 'two@bin.example' })
  const { lead_id: second } = await send({ name: 'Two Leads', email: 'two@bin.example' })
  await remove('lead', second)
  await remove('contact', contact_id)
  assert.deepEqual((await restore('lead', lead_id)).restored, [], 'its contact brought it along')
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(contact_id))
  assert.ok((await idsOf('list-leads', 'leads')).includes(lead_id))
  assert.deepEqual(
    (await bin({ kind: 'lead' })).map(({ id }) => id),
    [second],
  )
  await restore('lead', second)
})

test('a contact with an invoice is kept, with the reason and what to do first, and the others of the request are deleted', async () => {
  const { contact_id: invoiced } = await send({ name: 'Invoiced', email: 'invoiced@bin.example' })
  const { contact_id: free } = await send({ name: 'Free', email: 'free@bin.example' })
  await inOrg((db) =>
    sql`insert into invoices (org_id, id, state, number, client_name, client_email, contact_id, currency, subtotal_minor, tax_minor,
      total_minor, locale, number_period, sent_at, pay_token_sealed, label, sender) values (${orgId}, ${newId()}, 'sent', 9001, 'Invoiced', 'invoiced@bin.example', ${invoiced}, 'EUR', 100, 0, 100, 'en', '', now(), 'x', 'INV-9001', '{}')`.execute(
      db,
    ),
  )
  const missing = newId()
  const { deleted, kept } = await remove('contact', invoiced, free, missing)
  assert.deepEqual(deleted, [free])
  assert.deepEqual(
    kept.map(({ id, reason }) => [id, reason]),
    [
      [invoiced, 'has_invoice'],
      [missing, 'record_not_found'],
    ],
  )
  assert.match(kept[0]?.message ?? '', /must be kept/)
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(invoiced))
})

test('a new lead of a deleted contact brings it back with all that went with it', async () => {
  const first = await send({ name: 'Comes Again', email: 'again@bin.example', external_id: 'again-1' })
  await remove('contact', first.contact_id)
  const repeated = await send({ name: 'Comes Again', email: 'again@bin.example', external_id: 'again-1' })
  assert.deepEqual([repeated.lead_id, repeated.deduplicated], [first.lead_id, true])
  await followEvents(app, orgId, 'restore-on-news')
  assert.ok(!(await idsOf('list-contacts', 'contacts')).includes(first.contact_id), 'what was sent before is nothing new')
  const next = await send({ name: 'Comes Again', email: 'again@bin.example', external_id: 'again-2' })
  assert.equal(next.contact_id, first.contact_id)
  await followEvents(app, orgId, 'restore-on-news')
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(first.contact_id))
  const leads = await idsOf('list-leads', 'leads')
  assert.ok(leads.includes(next.lead_id) && leads.includes(first.lead_id))
})

const refused = async (type: string, body: object): Promise<unknown[]> => {
  const answer = await app.call(type, body)
  return [answer.status, answer.body.code, answer.body.field]
}

test('a contact that a member enters anew comes out of the bin, with all that went there with it', async () => {
  const maya = await send({ name: 'Maya Anew', email: 'anew@bin.example' })
  await remove('contact', maya.contact_id)
  const typed = { name: 'Maya Anew', email: 'anew@bin.example' }
  const found = await done<{ contacts: { id: string; deleted_at: string | null; reasons: string[] }[] }>(
    'find-duplicates',
    typed,
  )
  assert.deepEqual(
    found.contacts.map(({ id, deleted_at, reasons }) => [id, deleted_at !== null, reasons]),
    [[maya.contact_id, true, ['email']]],
    'the form says that they are in the bin',
  )
  const { contact, created } = await done<{ contact: { id: string; deleted_at: string | null }; created: boolean }>(
    'create-contact',
    { email: 'ANEW@bin.example' },
  )
  assert.deepEqual([contact.id, contact.deleted_at, created], [maya.contact_id, null, false])
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(maya.contact_id))
  assert.ok((await idsOf('list-leads', 'leads')).includes(maya.lead_id))
  assert.deepEqual(await eventsOf(maya.contact_id), ['record.deleted', 'record.restored'])
  await remove('contact', maya.contact_id)
  const made = await done<{ deal: { contact: { id: string } } }>('create-deal', { client: { email: 'anew@bin.example' } })
  assert.equal(made.deal.contact.id, maya.contact_id)
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(maya.contact_id))
})

test('a deal and a task for what is in the bin are refused by name, and for what was removed it is not found', async () => {
  const ravi = await send({ name: 'Ravi Binned', email: 'ravi@bin.example' })
  const { contact } = await done<{ contact: { id: string } }>('create-contact', { fullName: 'Stands' })
  const { deal: standing } = await done<{ deal: { id: string } }>('create-deal', { contactId: contact.id })
  await remove('contact', ravi.contact_id)
  const inBin = [409, 'record_in_bin', undefined]
  assert.deepEqual(await refused('create-deal', { contactId: ravi.contact_id }), inBin)
  assert.deepEqual(await refused('create-deal', { leadId: ravi.lead_id }), inBin)
  assert.deepEqual(await refused('add-task', { contactId: ravi.contact_id, title: 'Call' }), inBin)
  const toDeal = { dealId: standing.id, contactId: ravi.contact_id }
  assert.deepEqual(await refused('set-deal-people', toDeal), [409, 'record_in_bin', 'contactId'])
  await restore('contact', ravi.contact_id)
  await done('add-task', { contactId: ravi.contact_id, title: 'Call' })
  await done('set-deal-people', toDeal)
  await remove('contact', ravi.contact_id)
  await done('set-deal-people', { ...toDeal, others: [contact.id] })
  await done('remove-from-bin', { kind: 'contact', ids: [ravi.contact_id] })
  assert.deepEqual(await refused('create-deal', { contactId: ravi.contact_id }), [404, 'contact_not_found', undefined])
  assert.deepEqual(await refused('create-deal', { leadId: ravi.lead_id }), [404, 'lead_not_found', undefined])
  assert.deepEqual(await refused('add-task', { contactId: ravi.contact_id, title: 'Call' }), [
    404,
    'contact_not_found',
    undefined,
  ])
  const { company } = await done<{ company: { id: string } }>('create-company', { name: 'Binned Ltd' })
  await remove('company', company.id)
  assert.deepEqual(await refused('create-deal', { contactId: contact.id, companyId: company.id }), [
    ...[409, 'record_in_bin', 'companyId'],
  ])
  await remove('deal', standing.id)
  assert.deepEqual(await refused('add-task', { dealId: standing.id, title: 'Call' }), inBin)
})

test('no invoice, proposal or contract is made for whom is in the bin, and the field is named', async () => {
  const ravi = await send({ name: 'Ravi Unpaid', email: 'unpaid@bin.example' })
  const { contact } = await done<{ contact: { id: string } }>('create-contact', { fullName: 'Client', email: 'c@bin.example' })
  const { deal } = await done<{ deal: { id: string } }>('create-deal', { contactId: contact.id })
  const lines = [{ description: 'Workshop', quantity: 1, unitMinor: 45_000, taxRate: 19 }]
  const bill = { clientName: 'Ravi', clientEmail: 'unpaid@bin.example', currency: 'EUR', lines }
  const { invoice } = await done<{ invoice: { id: string } }>('create-invoice', bill)
  const offer = { dealId: deal.id, title: 'A website', currency: 'EUR' }
  const contract = {
    ...{ projectId: deal.id, templateId: '01980000-0000-7000-8000-000000000000', userId: app.owner.personId },
    ...{ title: 'Agreement', docType: 'contract', replacements: {} },
  }
  await remove('contact', ravi.contact_id)
  assert.deepEqual(await refused('create-invoice', { ...bill, contactId: ravi.contact_id }), [
    ...[409, 'record_in_bin', 'contactId'],
  ])
  assert.deepEqual(await refused('update-invoice', { invoiceId: invoice.id, contactId: ravi.contact_id }), [
    ...[409, 'record_in_bin', 'contactId'],
  ])
  for (const binned of ['contact', 'deal'] as const) {
    const id = binned === 'contact' ? contact.id : deal.id
    await remove(binned, id)
    const [status, code] = await refused('create-proposal', offer)
    assert.deepEqual([status, code], [409, 'record_in_bin'], binned)
    assert.deepEqual((await refused('generate-contract', contract)).slice(0, 2), [409, 'record_in_bin'], binned)
    await restore(binned, id)
  }
  await done('create-proposal', offer)
  await restore('contact', ravi.contact_id)
  await done('create-invoice', { ...bill, contactId: ravi.contact_id })
})

test('a deleted contact that is merged with one that is not comes back, with its leads', async () => {
  const gone = await send({ name: 'Half Gone', email: 'half@bin.example' })
  const live = await send({ name: 'Half Live', email: 'live@bin.example' })
  await remove('contact', gone.contact_id)
  await done('merge-contacts', { sourceId: live.contact_id, targetId: gone.contact_id })
  await followEvents(app, orgId, 'restore-on-news')
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(gone.contact_id))
  const leads = await idsOf('list-leads', 'leads')
  assert.ok(leads.includes(gone.lead_id) && leads.includes(live.lead_id))
})

test('after 30 days nothing is left of a contact, and the same request is still answered as the accepted one', async () => {
  const body = {
    name: 'Canary Gone',
    email: 'canary@gone.example',
    phone: '+4915199887766',
    note: 'canary note',
    external_id: 'canary',
  }
  const sent = await send(body)
  await done('add-note', { kind: 'contact', recordId: sent.contact_id, body: 'canary of a member' })
  await inOrg((db) =>
    resolveContact(db, orgId, foyer.within, { email: 'canary@gone.example', name: 'Canary Gone' }, 'web_chat'),
  )
  await followEvents(app, orgId, 'search')
  await remove('contact', sent.contact_id)
  await expire('contacts', sent.contact_id)
  assert.deepEqual((await eventsOf(sent.contact_id)).at(-1), 'record.removed')
  assert.equal((await app.call('show-contact', { contactId: sent.contact_id })).status, 404)
  assert.equal((await app.call('show-lead', { leadId: sent.lead_id })).status, 404)
  assert.deepEqual(await bin({ search: 'canary' }), [])
  const tables = ['contacts', 'leads', 'contact_keys', 'contact_claims', 'notes', 'search_index', 'search', 'field_values']
  for (const table of tables) {
    const { rows } = await inOrg((db) =>
      sql<{
        found: number
      }>`select count(*)::int as found from ${sql.table(table)} t where t::text ilike '%canary%' or t::text like '%15199887766%'`.execute(
        db,
      ),
    )
    assert.equal(rows[0]?.found, 0, table)
  }
  const again = await send(body)
  assert.deepEqual([again.lead_id, again.contact_id, again.deduplicated], [sent.lead_id, sent.contact_id, true])
  const other = await send({ ...body, external_id: 'canary-2' })
  assert.notEqual(other.contact_id, sent.contact_id, 'who comes again is a new contact')
})

test('the requests of a lead that is removed for good keep when they came and how they were answered, and nothing of what they said', async () => {
  const body = { name: 'Falcon Gone', email: 'falcon@gone.example', external_id: 'falcon', falcon_colour: 'red' }
  const sent = await send(body)
  await send(body)
  const wrong = await app.post({ ...body, email: 'falcon@', external_id: 'falcon-2' }, key)
  assert.equal(wrong.status, 400)
  type Log = { id: string; outcome: string; excerpt: string | null; body_removed: boolean; unused_fields: string[] }
  const log = async (): Promise<Log[]> =>
    (await done<{ deliveries: Log[] }>('list-deliveries', { limit: 50 })).deliveries.filter(({ id }) => ids.has(id))
  const ids = new Set<string>([sent.lead_id])
  const refused = await until('the refused request', async () =>
    (await done<{ deliveries: Log[] }>('list-deliveries', { outcome: 'rejected' })).deliveries.find(({ excerpt }) =>
      excerpt?.includes('Falcon'),
    ),
  )
  ids.add(refused.id)
  const mended = await done<{ lead_id: string }>('replay-delivery', {
    deliveryId: refused.id,
    body: JSON.stringify({ ...body, external_id: 'falcon-2' }),
  })
  const left = async (): Promise<number> => {
    const { rows } = await inOrg((db) =>
      sql<{
        found: number
      }>`select count(*)::int as found from all_deliveries where convert_from(body, 'UTF8') ilike '%falcon%' or flags::text ilike '%falcon%'`.execute(
        db,
      ),
    )
    return rows[0]?.found ?? 0
  }
  assert.ok((await left()) >= 4)
  const before = await log()
  await remove('lead', sent.lead_id, mended.lead_id)
  await done('remove-from-bin', { kind: 'lead', ids: [sent.lead_id, mended.lead_id] })
  assert.equal(await left(), 0)
  const after = await log()
  assert.deepEqual(
    after.map(({ id, outcome, excerpt, body_removed }) => [id, outcome, excerpt, body_removed]),
    before.map(({ id, outcome }) => [id, outcome, null, true]),
  )
  const { delivery } = await done<{ delivery: { body: object | null } }>('show-delivery', { deliveryId: refused.id })
  assert.equal(delivery.body, null)
  assert.equal((await app.call('replay-delivery', { deliveryId: refused.id })).body.code, 'delivery_already_mended')
})

test('a deleted contact that got an invoice meanwhile comes back instead of being removed', async () => {
  const { contact_id } = await send({ name: 'Late Invoice', email: 'late@bin.example' })
  await remove('contact', contact_id)
  await inOrg((db) =>
    sql`insert into invoices (org_id, id, state, number, client_name, client_email, contact_id, currency, subtotal_minor, tax_minor,
      total_minor, locale, number_period, sent_at, pay_token_sealed, label, sender) values (${orgId}, ${newId()}, 'sent', 9002, 'Late', 'late@bin.example', ${contact_id}, 'EUR', 100, 0, 100, 'en', '', now(), 'x', 'INV-9002', '{}')`.execute(
      db,
    ),
  )
  await expire('contacts', contact_id)
  assert.ok((await idsOf('list-contacts', 'contacts')).includes(contact_id))
})

test('an admin removes for good at once, a member does not, and only what is in the bin', async () => {
  const { company } = await done<{ company: { id: string } }>('create-company', {
    name: 'Gone Ltd',
    domain: 'gone-ltd.example',
  })
  const member = await app.given.person(orgId, 'member')
  const refused = await app.call('remove-from-bin', { kind: 'company', ids: [company.id] }, member)
  assert.equal(refused.status, 403)
  const early = await done<{ removed: string[] }>('remove-from-bin', { kind: 'company', ids: [company.id] })
  assert.deepEqual(early.removed, [])
  await remove('company', company.id)
  assert.equal((await app.call('create-company', { name: 'Twin', domain: 'gone-ltd.example' })).status, 409)
  const { removed } = await done<{ removed: string[] }>('remove-from-bin', { kind: 'company', ids: [company.id] })
  assert.deepEqual(removed, [company.id])
  assert.equal((await app.call('show-company', { companyId: company.id })).status, 404)
  assert.deepEqual((await restore('company', company.id)).restored, [])
  await done('create-company', { name: 'Twin', domain: 'gone-ltd.example' })
})

test('the bin is read page by page, each record once, and another workspace has its own', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await send({ name: `Paged ${n}`, email: `paged${n}@bin.example` })).contact_id)
  await remove('contact', ...ids)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { records: Binned[]; next_cursor: string | null } = await done('list-bin', {
      ...{ search: 'paged', limit: 2 },
      ...(cursor !== null && { cursor }),
    })
    seen.push(...page.records.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  assert.deepEqual(seen.toSorted(), ids.toSorted())
  const stranger = await app.given.organization()
  assert.deepEqual((await done<{ records: Binned[] }>('list-bin', {}, stranger)).records, [])
  const foreign = await done<{ restored: string[] }>('restore-records', { kind: 'contact', ids }, stranger)
  assert.deepEqual(foreign.restored, [])
})

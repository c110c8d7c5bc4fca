import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { raiseIdleDeals } from '#domains/crm/deals/raise-idle-deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { followEvents, react } from '#test/support/reactions.ts'
import { raiseOverdueInvoices } from './raise-overdue-invoices.ts'

let app: TestApp
before(async () => {
  app = await startApp()
  // It follows what happens from now on.
  await react(app, 'raise-alerts')
})
after(() => app.stop())

interface Listed {
  readonly kind: string
  readonly subject_id: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly read: boolean
}
/** What a member was notified of, of these kinds; the oldest first. */
const noticesOf = async (person: Someone, ...kinds: string[]): Promise<Listed[]> => {
  await followEvents(app, person.orgId, 'raise-alerts')
  const { body } = await app.call('list-notices', { limit: 100 }, person)
  return (body.notices as unknown as Listed[]).filter(({ kind }) => kinds.includes(kind)).toReversed()
}
const ok = async (type: string, input: object, as: Someone): Promise<Record<string, unknown>> => {
  const { status, body } = await app.call(type, input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
/** A client who wrote, and the deal of it. */
const client = (orgId: string, name: string) =>
  app.database.inOrg(orgId, async (db) => {
    const { contactId } = await resolveContact(db, orgId, foyer.within, { email: `${newId()}@example.com`, name }, 'web_chat')
    const { dealId } = await openDealFor(db, orgId, { contactId, kind: 'web_chat', name, cause: 'web_chat' })
    return { contactId, dealId }
  })
const write = (orgId: string, contactId: string, body = 'Hello') =>
  app.database.inOrg(orgId, (db) =>
    recordMessage(db, orgId, { channel: 'web_chat', direction: 'in', kind: 'text', contactId, body }),
  )

test('a deal, a task and a conversation notify the member to whom a colleague assigns them, and no member of what they took themselves', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const { dealId, contactId } = await client(owner.orgId, 'Maya')
  await ok('assign-deal', { dealId, userId: noor.personId }, owner)
  await ok('add-task', { dealId, title: 'Send the offer', assignedTo: noor.personId }, owner)
  await ok('update-chat-session', { projectId: dealId, action: 'assign', userId: noor.personId }, owner)
  const kinds = ['deal_assigned', 'task_assigned', 'conversation_assigned']
  const raised = await noticesOf(noor, ...kinds)
  assert.deepEqual(raised.map(({ kind }) => kind).sort(), kinds.toSorted())
  assert.equal(raised.find(({ kind }) => kind === 'conversation_assigned')?.subject_id, contactId)
  assert.deepEqual(raised.find(({ kind }) => kind === 'task_assigned')?.facts, { about: 'Maya' })

  const other = await client(owner.orgId, 'Rao')
  await ok('assign-deal', { dealId: other.dealId, userId: noor.personId }, noor)
  await ok('add-task', { dealId: other.dealId, title: 'Mine', assignedTo: noor.personId }, noor)
  await ok('update-chat-session', { projectId: other.dealId, action: 'claim', userId: noor.personId }, noor)
  assert.equal((await noticesOf(noor, ...kinds)).length, 3)
})

test('many deals at once are one notice', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const deals = await Promise.all(Array.from({ length: 8 }, (_, n) => client(owner.orgId, `Client ${n}`)))
  for (const { dealId } of deals) await ok('assign-deal', { dealId, userId: noor.personId }, owner)
  const raised = await noticesOf(noor, 'deal_assigned', 'deals_assigned')
  assert.deepEqual(
    raised.map(({ kind, facts }) => [kind, facts.count]),
    [['deals_assigned', 8]],
  )
})

test('a notice of many deals says how many are still theirs, and goes with the last', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const raised = async () => (await noticesOf(noor, 'deal_assigned', 'deals_assigned')).map(({ facts }) => facts.count ?? null)
  const own = await client(owner.orgId, 'Her own')
  await ok('assign-deal', { dealId: own.dealId, userId: noor.personId }, noor)
  const deals = await Promise.all(Array.from({ length: 5 }, (_, n) => client(owner.orgId, `Client ${n}`)))
  for (const { dealId } of deals) await ok('assign-deal', { dealId, userId: noor.personId }, owner)
  assert.deepEqual(await raised(), [5])
  for (const { dealId } of deals.slice(0, 3)) await ok('assign-deal', { dealId, userId: null }, owner)
  assert.deepEqual(await raised(), [2])
  for (const { dealId } of deals.slice(3)) await ok('assign-deal', { dealId, userId: owner.personId }, owner)
  assert.deepEqual(await raised(), [])
})

test('a lead notifies the member to whom a colleague gives it, once, and no member of what they took themselves', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const added = await ok('add-lead', { name: 'Maya Rao', email: 'maya@rao.example', ownerId: null }, owner)
  const leadId = (added.lead as { id: string }).id
  await ok('update-lead', { leadId, ownerId: noor.personId }, owner)
  await ok('update-lead', { leadId, ownerId: noor.personId }, owner)
  await ok('add-lead', { name: 'Her own', email: 'own@rao.example' }, noor)
  await ok('add-lead', { name: 'Given', email: 'given@rao.example', ownerId: noor.personId }, owner)
  assert.deepEqual(
    (await noticesOf(noor, 'lead_assigned', 'leads_assigned')).map(({ kind, facts }) => [kind, facts]),
    [
      ['lead_assigned', { name: 'Maya Rao' }],
      ['lead_assigned', { name: 'Given' }],
    ],
  )
  await ok('update-lead', { leadId, ownerId: owner.personId }, noor)
  assert.equal((await noticesOf(noor, 'lead_assigned')).length, 1, 'it is no longer hers')
  assert.deepEqual(
    (await noticesOf(owner, 'lead_assigned')).map(({ subject_id }) => subject_id),
    [leadId],
  )
})

test('leads that are given to a member in parts, one soon after the other, are one notice with their number', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const give = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++)
      await ok('add-lead', { name: `Client ${n}`, email: `client${n}@many.example`, ownerId: noor.personId }, owner)
  }
  const raised = async () =>
    (await noticesOf(noor, 'lead_assigned', 'leads_assigned')).map(({ kind, facts }) => [kind, facts.count ?? null])
  await give(0, 2)
  assert.deepEqual(await raised(), [
    ['lead_assigned', null],
    ['lead_assigned', null],
  ])
  await give(2, 7)
  assert.deepEqual(await raised(), [['leads_assigned', 7]])
  await give(7, 12)
  assert.deepEqual(await raised(), [['leads_assigned', 12]])
})

test('a notice of many leads says how many are still theirs, and goes with the last', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const raised = async () => (await noticesOf(noor, 'lead_assigned', 'leads_assigned')).map(({ facts }) => facts.count ?? null)
  await ok('add-lead', { name: 'Her own', email: 'own@back.example' }, noor)
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const added = await ok('add-lead', { name: `Client ${n}`, email: `client${n}@back.example`, ownerId: null }, owner)
    ids.push((added.lead as { id: string }).id)
  }
  const give = async (to: string | null, ...leadIds: string[]): Promise<void> => {
    for (const leadId of leadIds) await ok('update-lead', { leadId, ownerId: to }, owner)
  }
  await give(noor.personId, ...ids.slice(0, 5))
  assert.deepEqual(await raised(), [5])
  await give(null, ...ids.slice(0, 2))
  assert.deepEqual(await raised(), [3], 'undone')
  await give(owner.personId, ...ids.slice(2, 4))
  assert.deepEqual(await raised(), [1], 'given to another')
  // Of what comes and goes at once as much is told as is left.
  await give(null, ...ids.slice(4, 5))
  await give(noor.personId, ...ids.slice(5))
  assert.deepEqual(await raised(), [1])
  await give(null, ...ids)
  assert.deepEqual(await raised(), [])
})

test('a notice of many leads or deals counts neither what lies in the bin, nor leaves out what came back', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  await react(app, 'recount-notices')
  const raised = async (kind: string) => {
    await followEvents(app, owner.orgId, 'raise-alerts')
    await followEvents(app, owner.orgId, 'recount-notices')
    return (await noticesOf(noor, kind)).map(({ facts }) => facts.count)
  }
  const unread = async () => (await ok('list-notices', {}, noor)).unread
  const leads: string[] = []
  for (let n = 0; n < 5; n++) {
    const given = { name: `Client ${n}`, email: `client${n}@bin.example`, ownerId: noor.personId }
    leads.push(((await ok('add-lead', given, owner)).lead as { id: string }).id)
  }
  assert.deepEqual(await raised('leads_assigned'), [5])
  await ok('delete-records', { kind: 'lead', ids: leads.slice(0, 2) }, owner)
  assert.deepEqual(await raised('leads_assigned'), [3])
  await ok('update-lead', { leadId: leads[4], ownerId: owner.personId }, owner)
  assert.deepEqual(await raised('leads_assigned'), [2], 'given to another meanwhile')
  await ok('restore-records', { kind: 'lead', ids: leads.slice(0, 2) }, owner)
  assert.deepEqual(await raised('leads_assigned'), [4])
  const told = await unread()
  await ok('delete-records', { kind: 'lead', ids: leads.slice(0, 4) }, owner)
  assert.deepEqual(await raised('leads_assigned'), [], 'none is left')
  assert.equal(await unread(), Number(told) - 1)
  await ok('restore-records', { kind: 'lead', ids: leads.slice(0, 4) }, owner)
  assert.deepEqual(await raised('leads_assigned'), [4], 'an undo brings it back')
  assert.equal(await unread(), told)

  const deals: string[] = []
  for (let n = 0; n < 4; n++) deals.push((await client(owner.orgId, `Deal ${n}`)).dealId)
  for (const dealId of deals) await ok('assign-deal', { dealId, userId: noor.personId }, owner)
  assert.deepEqual(await raised('deals_assigned'), [4])
  await ok('delete-records', { kind: 'deal', ids: deals.slice(0, 3) }, owner)
  assert.deepEqual(await raised('deals_assigned'), [1])
  await ok('restore-records', { kind: 'deal', ids: deals }, owner)
  assert.deepEqual(await raised('deals_assigned'), [4])
})

test('messages of a conversation are one notice for its owner, and it goes when they read it or a colleague answers', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const { dealId, contactId } = await client(owner.orgId, 'Maya')
  await ok('update-chat-session', { projectId: dealId, action: 'assign', userId: noor.personId }, owner)
  for (let n = 0; n < 3; n++) await write(owner.orgId, contactId)
  const { messageId } = await write(owner.orgId, contactId, 'A secret wish')
  const raised = await noticesOf(noor, 'message_new')
  assert.deepEqual(
    raised.map(({ subject_id, facts }) => [subject_id, facts]),
    [[contactId, { name: 'Maya', thread: dealId, channel: 'web_chat' }]],
  )
  assert.deepEqual(await noticesOf(owner, 'message_new'), [])
  await ok('mark-chat-read', { projectId: dealId, readTo: messageId }, noor)
  assert.deepEqual(await noticesOf(noor, 'message_new'), [])
})

test('an invoice notifies who made it when it is overdue, once; paid, it is overdue no longer', async () => {
  const owner = await app.given.organization()
  const made = await ok(
    'create-invoice',
    {
      ...{ clientName: 'Maya Rao', clientEmail: 'maya@client.example', currency: 'EUR' },
      lines: [{ description: 'Roof', quantity: 1, unitMinor: 9_000, taxRate: 0 }],
    },
    owner,
  )
  const invoiceId = (made.invoice as { id: string }).id
  await ok('send-invoice', { invoiceId, incomplete: true }, owner)
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('invoices')
      .set({ due_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })
      .where('id', '=', invoiceId)
      .execute(),
  )
  const jobs = await openJobContext(app)
  try {
    for (let n = 0; n < 2; n++) await raiseOverdueInvoices.run({}, jobs.context)
  } finally {
    await jobs.close()
  }
  const [overdue, ...others] = await noticesOf(owner, 'invoice_overdue')
  assert.deepEqual([overdue?.facts.name, overdue?.facts.amount, others], ['Maya Rao', '€90.00', []])
  await ok('void-invoice', { invoiceId, reason: 'A mistake' }, owner)
  assert.deepEqual(await noticesOf(owner, 'invoice_overdue'), [])
})

test('a first reply that is due soon notifies the owner of the deal before it is late, and the notice goes with the reply', async () => {
  const owner = await app.given.organization()
  const noor = await app.given.person(owner.orgId, 'member')
  const { dealId } = await client(owner.orgId, 'Maya')
  await ok('assign-deal', { dealId, userId: noor.personId }, owner)
  const due = (minutes: number) =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .updateTable('deals')
        .set({ response_due_at: new Date(Date.now() + minutes * 60_000) })
        .where('id', '=', dealId)
        .execute(),
    )
  const jobs = await openJobContext(app)
  try {
    await due(59)
    await raiseIdleDeals.run({}, jobs.context)
    assert.deepEqual(await noticesOf(noor, 'response_due_soon'), [], 'there is time')
    await due(5)
    for (let n = 0; n < 2; n++) await raiseIdleDeals.run({}, jobs.context)
    assert.equal((await noticesOf(noor, 'response_due_soon')).length, 1)
    assert.deepEqual(await noticesOf(owner, 'response_due_soon'), [])
    await due(-1)
    await raiseIdleDeals.run({}, jobs.context)
    assert.deepEqual(
      (await noticesOf(noor, 'response_due_soon', 'response_late')).map(({ kind }) => kind),
      ['response_late'],
    )
  } finally {
    await jobs.close()
  }
})

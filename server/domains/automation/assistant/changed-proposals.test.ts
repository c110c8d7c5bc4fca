import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { ownerWithGemini } from '#test/support/ai.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let vendors: TestSandbox
before(async () => {
  vendors = await startSandbox()
  app = await startApp({ env: { GEMINI_API_BASE: vendors.address } })
})
after(async () => {
  await app?.stop()
  await vendors?.stop()
})

interface Proposal {
  readonly id: string
  readonly title: string
  readonly changes: readonly { field: string; label: string; from: string | null; to: string }[]
  readonly leaves: string | null
  readonly card: string
  readonly state: string
}
interface Look {
  readonly action: string
  readonly failed: string | null
  readonly reason: string | null
  readonly is_proposal: boolean
}
interface Answer {
  readonly conversationId: string
  readonly proposals: readonly Proposal[]
  readonly looks: readonly Look[]
}

const done = async (name: string, input: object, who: Someone) => {
  const { status, body } = await app.call(name, input, who)
  assert.equal(status, 200, `${name} ${JSON.stringify(body)}`)
  return body as unknown as Record<string, { readonly id: string }>
}
/** What comes of a question to which the model calls these. */
const asked = async (who: Someone, ...calls: readonly { readonly name: string; readonly input: object }[]): Promise<Answer> => {
  const api = `${vendors.address}/sandbox/gemini/api`
  await fetch(`${api}/answers`, { method: 'DELETE' })
  const laid = await fetch(`${api}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: '', calls }),
  })
  assert.equal(laid.status, 201)
  return (await done('ask-assistant', { message: 'Do it' }, who)) as unknown as Answer
}
const proposed = async (who: Someone, name: string, input: object): Promise<Proposal> => {
  const { proposals, looks } = await asked(who, { name, input })
  assert.ok(proposals[0], JSON.stringify(looks))
  return proposals[0]
}
const approve = (id: string, who: Someone, card?: string) =>
  app.call('approve-proposal', { proposalId: id, ...(card !== undefined && { card }) }, who)
/** The new card of an approval that did nothing. */
const refusedAnew = async (id: string, who: Someone, card?: string) => {
  const { status, body } = await approve(id, who, card)
  assert.deepEqual([status, body.code], [409, 'assistant_proposal_changed'], JSON.stringify(body))
  const { proposal, changed } = body as unknown as { proposal: Proposal; changed: string[] }
  assert.equal(proposal.state, 'open')
  return { proposal, changed }
}
const said = ({ changes }: Proposal) => Object.fromEntries(changes.map(({ field, to }) => [field, to]))

const draftOf = async (who: Someone): Promise<string> => {
  const lines = [{ description: 'Workshop', quantity: 1, unitMinor: 10_000 }]
  const given = { clientName: 'Rosa Diaz', clientEmail: 'rosa@example.com', currency: 'EUR', lines }
  return (await done('create-invoice', given, who)).invoice?.id ?? ''
}
const invoiceNow = async (invoiceId: string, who: Someone) => {
  const { invoice, events } = (await done('show-invoice', { invoiceId }, who)) as unknown as {
    invoice: { state: string; total_minor: number; client_email: string }
    events: { kind: string }[]
  }
  return { ...invoice, mails: events.map(({ kind }) => kind).filter((kind) => kind === 'sent' || kind === 'reminded') }
}

test('an invoice is sent as its card showed it: another amount or another address is shown first, and goes when that card is approved', async () => {
  const who = await ownerWithGemini(app)
  const colleague = await app.given.person(who.orgId, 'member')
  const invoiceId = await draftOf(who)
  const proposal = await proposed(who, 'send-invoice', { invoiceId })
  const { sends, number, total, to } = said(proposal)
  assert.match(sends ?? '', /^The invoice/)
  assert.deepEqual([number, total, to], ['Draft', '€100.00', 'Email, rosa@example.com'])
  assert.equal(proposal.leaves, 'An email to rosa@example.com')

  const lines = [{ description: 'Workshop', quantity: 1, unitMinor: 99_999_900 }]
  await done('update-invoice', { invoiceId, clientEmail: 'somebody.else@example.net', lines }, colleague)
  const { proposal: anew, changed } = await refusedAnew(proposal.id, who)
  assert.deepEqual(changed, ['lines', 'total', 'to', 'leaves'])
  assert.deepEqual([said(anew).total, said(anew).to], ['€999,999.00', 'Email, somebody.else@example.net'])
  assert.deepEqual([(await invoiceNow(invoiceId, who)).state, (await invoiceNow(invoiceId, who)).mails], ['draft', []])
  // A window that still shows the first card approves nothing else by it.
  await refusedAnew(proposal.id, who, proposal.card)
  assert.equal((await invoiceNow(invoiceId, who)).state, 'draft')

  const { status, body } = await approve(proposal.id, who, anew.card)
  assert.deepEqual([status, body.state], [200, 'done'])
  const now = await invoiceNow(invoiceId, who)
  assert.deepEqual([now.state, now.client_email, now.mails], ['sent', 'somebody.else@example.net', ['sent']])
})

test('other lines that come to the same total, another address or another note of an invoice are shown before it goes', async () => {
  const who = await ownerWithGemini(app)
  const invoiceId = await draftOf(who)
  const proposal = await proposed(who, 'send-invoice', { invoiceId })
  assert.equal(said(proposal).lines, 'Description: Workshop, Quantity: 1, Unit price: €100.00, Tax in percent: 0')
  for (const [change, fields] of [
    [{ lines: [{ description: 'Something else', quantity: 2, unitMinor: 5_000 }] }, ['lines']],
    [{ note: 'Pay to another account.' }, ['note']],
    [{ clientAddress: '1 Elsewhere' }, ['clientAddress']],
  ] as const) {
    await done('update-invoice', { invoiceId, ...change }, who)
    const { proposal: anew, changed } = await refusedAnew(proposal.id, who)
    assert.deepEqual(changed, fields)
    assert.equal(said(anew).total, '€100.00')
  }
  assert.equal((await invoiceNow(invoiceId, who)).state, 'draft')
  assert.equal((await approve(proposal.id, who)).body.state, 'done')
})

/** What somebody saves while `work` goes on: it is written before, and committed once `work` waits for it. */
const saidMeanwhile = async <Came>(
  who: Someone,
  write: (db: Db) => Promise<unknown>,
  work: () => Promise<Came>,
): Promise<Came> => {
  const written = Promise.withResolvers<number>()
  const may = Promise.withResolvers<void>()
  const saving = app.database.inOrg(who.orgId, async (db) => {
    await write(db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    written.resolve(rows[0]?.pid ?? 0)
    await may.promise
  })
  saving.catch(written.reject)
  const pid = await written.promise
  try {
    const working = work()
    await until('it waits for the row', async () => {
      const { rows } = await sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(
        app.database.db,
      )
      return rows.length > 0
    })
    may.resolve()
    return await working
  } finally {
    may.resolve()
    await saving
  }
}

test('nothing comes between the last look at a record and what is done: what a colleague saves in that moment is shown first', async () => {
  const who = await ownerWithGemini(app)
  const made = await done('create-deal', { client: { name: 'Rosa Diaz' }, name: 'A website' }, who)
  const dealId = made.deal?.id ?? ''
  const renamed = (name: string) => (db: Db) => db.updateTable('deals').set({ name }).where('id', '=', dealId).execute()
  const nameNow = async () => ((await done('show-deal', { dealId }, who)) as unknown as { deal: { name: string } }).deal.name
  const deal = await proposed(who, 'update-deal', { dealId, name: 'A shop' })
  const { proposal: anew } = await saidMeanwhile(who, renamed('A portal'), () => refusedAnew(deal.id, who, deal.card))
  assert.deepEqual([anew.changes[0]?.from, await nameNow()], ['A portal', 'A portal'])
  // What the card does not show is no reason to ask again.
  const touched = (db: Db) => db.updateTable('deals').set({ updated_at: new Date() }).where('id', '=', dealId).execute()
  const { body } = await saidMeanwhile(who, touched, () => approve(deal.id, who, anew.card))
  assert.deepEqual([body.state, await nameNow()], ['done', 'A shop'])

  const invoiceId = await draftOf(who)
  const invoice = await proposed(who, 'send-invoice', { invoiceId })
  const dearer = (db: Db) =>
    db
      .updateTable('invoices')
      .set({ subtotal_minor: 99_999_900, total_minor: 99_999_900, client_email: 'other@example.net' })
      .where('id', '=', invoiceId)
      .execute()
  const { changed } = await saidMeanwhile(who, dearer, () => refusedAnew(invoice.id, who, invoice.card))
  assert.deepEqual(changed, ['total', 'to', 'leaves'])
  assert.equal((await invoiceNow(invoiceId, who)).state, 'draft')
})

test('an approved invoice never becomes a reminder: one that a colleague sent meanwhile is asked about again', async () => {
  const who = await ownerWithGemini(app)
  const invoiceId = await draftOf(who)
  const proposal = await proposed(who, 'send-invoice', { invoiceId })
  await done('send-invoice', { invoiceId }, who)
  // Within a minute it would do nothing, and says so.
  const soon = await proposed(who, 'send-invoice', { invoiceId: await draftOf(who) })
  assert.equal(soon.state, 'open')
  const { looks } = await asked(who, { name: 'send-invoice', input: { invoiceId } })
  assert.match(looks[0]?.reason ?? '', /nothing would be sent/)

  await app.database.inOrg(who.orgId, (db) => db.deleteFrom('invoice_events').where('invoice_id', '=', invoiceId).execute())
  const { proposal: anew } = await refusedAnew(proposal.id, who)
  assert.match(anew.title, /reminder/i)
  assert.match(said(anew).sends ?? '', /reminder/)
  assert.deepEqual((await invoiceNow(invoiceId, who)).mails, [])
  assert.equal((await approve(proposal.id, who, anew.card)).status, 200)
  assert.deepEqual((await invoiceNow(invoiceId, who)).mails, ['reminded'])

  const { status, body } = await app.call('send-invoice', { invoiceId, only: 'invoice' }, who)
  assert.deepEqual([status, body.code], [409, 'invoice_wrong_state'])
})

test('a reply goes where its card says, though the client writes elsewhere meanwhile; the card names channel, number, and who is not verified', async () => {
  const who = await ownerWithGemini(app)
  const made = await done('create-deal', { client: { name: 'Nadia Blum', phone: '+4917612345678' }, name: 'A roof' }, who)
  const { id: projectId, contact } = made.deal as unknown as { id: string; contact: { id: string } }
  const sessionId = newId()
  const wrote = (channel: 'web_chat' | 'whatsapp', body: string, minutes: number) =>
    app.database.inOrg(who.orgId, (db) =>
      recordMessage(db, who.orgId, {
        ...{ contactId: contact.id, dealId: projectId, channel, direction: 'in', kind: 'text', body },
        address: channel === 'web_chat' ? sessionId : '4917612345678',
        isUnverified: channel === 'web_chat',
        at: new Date(Date.now() + minutes * 60_000),
      }),
    )
  await app.database.inOrg(who.orgId, (db) =>
    db.insertInto('chat_sessions').values({ org_id: who.orgId, id: sessionId, key: newId(), contact_id: contact.id }).execute(),
  )
  await wrote('web_chat', 'Are you open on Saturday?', -2)
  const proposal = await proposed(who, 'reply-chat', { projectId, message: 'Yes, from ten.' })
  assert.deepEqual(said(proposal), {
    ...{ to: 'Website chat, not verified', answering: 'Are you open on Saturday?' },
    ...{ projectId: 'A roof', message: 'Yes, from ten.' },
  })
  assert.equal(proposal.leaves, 'A message in the website chat, to a visitor who is not verified')

  await wrote('whatsapp', 'And on Sunday?', -1)
  const { status, body } = await approve(proposal.id, who)
  assert.deepEqual([status, body.state], [200, 'done'], JSON.stringify(body))
  const sent = (body.output as unknown as { message: { comment_type: string } }).message
  assert.equal(sent.comment_type, 'web_chat')

  const next = await proposed(who, 'reply-chat', { projectId, message: 'On Sunday from two.' })
  assert.equal(said(next).to, 'WhatsApp, +4917612345678')
  assert.equal(next.leaves, 'A WhatsApp message to +4917612345678')
  const note = await proposed(who, 'reply-chat', { projectId, message: 'Call her.', note: true })
  assert.deepEqual([note.leaves, said(note).to], [null, undefined])
})

test('a change by a colleague is shown before it is overwritten, and a proposal that was done is not done or refused again', async () => {
  const who = await ownerWithGemini(app)
  const made = await done('create-deal', { client: { name: 'Rosa Diaz' }, name: 'A website' }, who)
  const dealId = made.deal?.id ?? ''
  const proposal = await proposed(who, 'update-deal', { dealId, name: 'A shop' })
  await done('update-deal', { dealId, name: 'A portal' }, who)
  const { proposal: anew } = await refusedAnew(proposal.id, who)
  assert.deepEqual(
    anew.changes.map(({ from, to }) => [from, to]),
    [['A portal', 'A shop']],
  )
  assert.equal((await approve(proposal.id, who, anew.card)).body.state, 'done')
  // The process ended before it could say so, and the name changed since.
  await done('update-deal', { dealId, name: 'A house' }, who)
  await app.database.inOrg(who.orgId, (db) =>
    db
      .updateTable('assistant_proposals')
      .set({ state: 'running', decided_at: new Date(Date.now() - 61_000) })
      .where('id', '=', proposal.id)
      .execute(),
  )
  assert.equal((await approve(proposal.id, who, anew.card)).body.state, 'done')
  const { deal } = (await done('show-deal', { dealId }, who)) as unknown as { deal: { name: string } }
  assert.equal(deal.name, 'A house')
})

test('a card speaks the language of who asks: title, fields, money, days, times, choices, and what leaves the house', async () => {
  const who = await ownerWithGemini(app)
  await done('update-profile', { language: 'de' }, who)
  const made = await done(
    'create-deal',
    { client: { name: 'Rosa Diaz' }, name: 'Küche', valueMinor: 123_456, currency: 'EUR' },
    who,
  )
  const dealId = made.deal?.id ?? ''
  const deal = await proposed(who, 'update-deal', { dealId, valueMinor: 7_000_000, closeOn: '2027-03-01' })
  assert.equal(deal.title, 'Einen Deal ändern: Küche')
  assert.deepEqual(
    deal.changes.map(({ label, from, to }) => [label, from, to].map((text) => text?.replaceAll('\u00a0', ' '))),
    [
      ['Wert', '1.234,56 €', '70.000,00 €'],
      ['Erwarteter Abschluss', undefined, 'Montag, 1. März 2027'],
    ],
  )
  const lead = await done('add-lead', { name: 'Luz', email: 'luz@example.com' }, who)
  const changed = await proposed(who, 'update-lead', { leadId: lead.lead?.id, state: 'not_fit' })
  assert.deepEqual(
    changed.changes.map(({ label, from, to }) => [label, from, to]),
    [['Status', 'Neu', 'Passt nicht']],
  )
  const task = await proposed(who, 'add-task', { title: 'Anrufen', dueAt: '2027-03-01T09:00:00Z' })
  assert.equal(task.title, 'Eine Aufgabe anlegen')
  assert.match(said(task).dueAt ?? '', /^Montag, 1\. März 2027/)
  const invoice = await proposed(who, 'send-invoice', { invoiceId: await draftOf(who) })
  assert.deepEqual([said(invoice).number, invoice.leaves], ['Entwurf', 'Eine E-Mail an rosa@example.com'])
})

test('a proposal that was refused while it was made leaves its trace beside the answer, also when the conversation is opened again', async () => {
  const who = await ownerWithGemini(app)
  const made = await done('create-deal', { client: { name: 'Rosa Diaz' }, name: 'A website' }, who)
  const dealId = made.deal?.id ?? ''
  const { proposals, looks, conversationId } = await asked(
    who,
    { name: 'update-deal', input: { dealId, name: 'A shop' } },
    { name: 'update-deal', input: { dealId, name: '' } },
    { name: 'complete-task', input: { taskId: newId() } },
  )
  assert.equal(proposals.length, 1)
  const refused = looks.map(({ action, failed, is_proposal }) => [action, failed, is_proposal])
  assert.deepEqual(refused, [
    ['update-deal', 'bad_request', true],
    ['complete-task', 'task_not_found', true],
  ])
  assert.ok(looks.every(({ reason }) => reason))
  const again = (await done('show-assistant-conversation', { conversationId }, who)) as unknown as {
    looks: (Look & { at: string })[]
  }
  assert.deepEqual(
    again.looks.map(({ action, failed, is_proposal }) => [action, failed, is_proposal]),
    refused,
  )
  assert.ok(again.looks.every(({ at }) => Date.parse(at) > 0))
})

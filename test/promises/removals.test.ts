import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { newId } from '#core/ids.ts'
import { makeVault } from '#core/vault.ts'
import { connectionOptions } from '#db/connect.ts'
import { takeHookRequest } from '#domains/automation/workflows/hook-requests.ts'
import { insertRuns } from '#domains/automation/workflows/runs.ts'
import { requestStart } from '#domains/automation/workflows/starts.ts'
import { findBreak, findChain, findPersonal, reasonOfHold } from '#domains/business/documents/chain.ts'
import { findDocument } from '#domains/business/documents/documents.ts'
import { findSigners, signTokenOf } from '#domains/business/documents/signers.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { sweepStoredFiles } from '#domains/platform/files/sweep-stored-files.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { openJobContext } from '../support/job-context.ts'
import { followEvents } from '../support/reactions.ts'
import { until } from '../support/until.ts'
import { publish, runsOf } from '../support/workflows.ts'
import { uploading } from '../uploads/fixtures.ts'

/* Who is removed for good is gone from the whole database: every column of every table is read for what they were called and reached by. */

let app: TestApp
let owner: pg.Client
let worker: { stop(): Promise<void> }
let jobs: Awaited<ReturnType<typeof openJobContext>>
before(async () => {
  app = await startApp({ alone: true, env: { OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' } })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
  worker = await app.startWorker()
  jobs = await openJobContext(app)
})
after(async () => {
  await jobs?.close()
  await worker?.stop()
  await owner?.end()
  await app?.stop()
})

const done = async <T>(type: string, body: object, as: Someone = app.owner): Promise<T> => {
  const answer = await app.call(type, body, as)
  assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

/** What is looked for, in any case, as text and in the hex of bytes: a word of the name and of each address, and digits of each number. */
const marks = ['quokka', 'wombatson', '5734567890', '5798765432']
const person = { name: 'Quokka Wombatson', email: 'quokka@pets.example', phone: '+4915734567890' }

/** Tables with rows in which a mark stands, and how many. */
const found = async (): Promise<Record<string, number>> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('foyer', 'directory', 'jobs') and table_type = 'BASE TABLE' order by 1`,
  )
  assert.ok(tables.length > 150)
  const wanted = marks.flatMap((mark) => [mark, Buffer.from(mark).toString('hex')]).join('|')
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query(`select count(*)::int as count from ${name} t where t::text ~* $1`, [wanted])
    if (rows[0].count > 0) counts[name.replace('foyer.', '')] = rows[0].count
  }
  return counts
}

const count = async (table: string, where = '', values: unknown[] = []): Promise<number> => {
  const { rows } = await owner.query(`select count(*)::int as count from foyer.${table} where org_id = $1 ${where}`, [
    ...[app.owner.orgId, ...values],
  ])
  return rows[0].count
}

const days = (amount: number) => ({ kind: 'duration', duration: { amount, unit: 'days' } })
const onLead = { kind: 'event', event: 'lead.received' }

/** Workflows that take each lead: one waits and then acts, one asks a member, one is over; and one that other systems start. */
const givenWorkflows = async (as: Someone) => {
  const task = { id: 'task', kind: 'action', action: 'add-task', input: { title: 'Write to {{ trigger.data.email }}' } }
  const waiting = await publish(app, as, {
    trigger: onLead,
    nodes: [
      { id: 'keep', kind: 'set', values: { who: '{{ trigger.data.name }}' }, next: { done: 'later' } },
      { id: 'later', kind: 'wait', for: days(3), next: { done: 'task' } },
      task,
    ],
    settings: { concurrency: { key: 'trigger.data.email', others: 'queue' } },
  })
  const ask = { id: 'ask', kind: 'person', heading: 'Call {{ trigger.data.name }}?', text: '{{ trigger.data.phone }}' }
  const asking = await publish(app, as, {
    trigger: onLead,
    nodes: [{ ...ask, to: { kind: 'client', email: '{{ trigger.data.email }}' } }],
  })
  const over = await publish(app, as, {
    trigger: onLead,
    nodes: [{ id: 'end', kind: 'stop', outcome: 'failed', reason: 'Not {{ trigger.data.name }}' }],
  })
  const called = await publish(app, as, {
    trigger: { kind: 'webhook', check: { by: 'nothing' }, filter: "trigger.body.wanted == 'yes'" },
    nodes: [{ id: 'later', kind: 'wait', for: days(3) }],
  })
  return { waiting, asking, over, called }
}

/** As another system sends it: one that starts a run, and one that the filter leaves out. Answers the run. */
const sentToHook = async (as: Someone, workflowId: string, email: string): Promise<string | null> => {
  const taken = []
  for (const wanted of ['yes', 'no'])
    taken.push(
      await app.database.inOrg(as.orgId, (db) =>
        takeHookRequest(
          db,
          as.orgId,
          {
            ...{ workflowId, headers: {}, body: { wanted, from: email }, messageName: null, traceparent: undefined },
            at: new Date(),
          },
          usualCaps,
        ),
      ),
    )
  assert.deepEqual(
    taken.map(({ outcome }) => outcome),
    ['started', 'filtered'],
  )
  return taken[0]?.runId ?? null
}

const rehearsed = async (workflowId: string): Promise<string> => {
  const { rehearsal } = await done<{ rehearsal: { id: string } }>('rehearse-workflow', { workflowId, version: 1 })
  await until('the rehearsal is over', async () => {
    const shown = await done<{ rehearsal: { state: string } }>('show-rehearsal', { rehearsalId: rehearsal.id })
    return shown.rehearsal.state === 'done'
  })
  return rehearsal.id
}

const vault = makeVault(Buffer.alloc(32, 7))

/** A document that names them in its text, its fields and its signers, and that they decline. */
const endedDocument = async (projectId: string): Promise<string> => {
  const { template } = await done<{ template: { id: string } }>('create-template', {
    ...{ name: `Agreement ${newId()}`, kind: 'text' },
    body: '# Agreement\n\nFor {{CLIENT}}.\n\n[[signature client]] [[text client "Order of {{CLIENT}}"]]',
  })
  const { document } = await done<{ document: { id: string } }>('generate-contract', {
    ...{ projectId, templateId: template.id, userId: app.owner.personId, title: 'Kitchen', docType: 'contract' },
    replacements: { CLIENT: person.name },
  })
  const signer = await until('the signer is asked', async () => {
    const signers = await app.database.inOrg(app.owner.orgId, (db) => findSigners(db, app.owner.orgId, document.id))
    const { rowCount } = await owner.query('select from foyer.document_mails where document_id = $1', [document.id])
    return rowCount === 2 ? signers.find(({ role }) => role === 'client') : undefined
  })
  const token = signTokenOf(vault, signer)
  const declined = await app.call('decline-signing', { token, reason: 'Quokka has no money' }, null)
  assert.equal(declined.status, 200, JSON.stringify(declined.body))
  return document.id
}

/** What happened stays, as a chain that is whole; who it was about, and the file, do not. */
const isErased = async (documentId: string): Promise<void> => {
  const { orgId } = app.owner
  const { document, chain, personal } = await app.database.inOrg(orgId, async (db) => ({
    document: await findDocument(db, orgId, documentId),
    chain: await findChain(db, orgId, documentId),
    personal: await findPersonal(db, orgId, documentId),
  }))
  assert.ok(document)
  assert.equal(findBreak(documentId, chain, { seq: document.head_seq, hash: document.head_hash }), null)
  const kinds = chain.map(({ kind }) => kind)
  assert.ok(kinds.includes('declined') && kinds.includes('erased'), kinds.join())
  assert.ok(
    personal.length > 0 &&
      personal.every(({ key }) => key.endsWith(' name') || key.endsWith(' email') || key === 'email' || key === reasonOfHold),
  )
  const shown = await done<{ document: { files: unknown[]; signers: { name: string; role: string }[] } }>('show-document', {
    documentId,
  })
  assert.deepEqual(
    [shown.document.files, shown.document.signers.map(({ role, name }) => role === 'client' && name)],
    [[], ['–', false]],
  )
  const { ports } = jobs.context
  await sweepStoredFiles.run({}, jobs.context)
  assert.equal(await count('stored_files', 'and subject_id = $2', [documentId]), 0)
  for await (const { name } of ports.files.list()) assert.ok(!name.includes(documentId), name)
}

test('after a person is removed for good no table has their name, address or number, but for what is kept for days and says so', async () => {
  const { orgId } = app.owner
  const key = (await app.given.key(orgId)).text
  await done('create-webhook', { url: 'http://127.0.0.1:1/hooks' })
  const flows = await givenWorkflows(app.owner)
  const sent = await app.post({ ...person, note: 'Quokka writes', external_id: 'quokka-1', quokka_colour: 'red' }, key)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const { lead_id: leadId, contact_id: contactId } = sent.body as unknown as { lead_id: string; contact_id: string }
  await app.post({ ...person, external_id: 'quokka-1' }, key)
  const colleague = await app.given.person(orgId, 'member')
  await done('update-lead', { leadId, state: 'contacted' })
  await done('update-contact', { contactId, ownerId: colleague.personId })
  const { contact: second } = await done<{ contact: { id: string } }>('create-contact', {
    ...{ fullName: 'Q. Wombatson', email: 'quokka.other@pets.example', phone: '+4915798765432' },
  })
  const { mergeId } = await done<{ mergeId: string }>('merge-contacts', {
    ...{ sourceId: second.id, targetId: contactId, reason: 'Quokka said so' },
  })
  await done('undo-merge', { mergeId })
  await done('merge-contacts', { sourceId: second.id, targetId: contactId, reason: 'Quokka said so' })
  await done('update-contact', { contactId, jobTitle: 'Quokka keeper' })
  await done('add-note', {
    kind: 'contact',
    recordId: contactId,
    body: `Quokka rang, @${colleague.personId}`,
    mentions: [colleague.personId],
  })
  await done('add-task', { contactId, kind: 'next_action', title: 'Ring Quokka' })
  await done('tag-records', { kind: 'contact', recordIds: [contactId], add: ['VIP'] })
  const { deal } = await done<{ deal: { id: string } }>('create-deal', { contactId, name: 'Kitchen of Quokka' })
  await app.database.inOrg(orgId, async (db) => {
    await recordMessage(db, orgId, {
      ...{ contactId, channel: 'whatsapp', direction: 'in', kind: 'text', body: 'I am Quokka', dealId: null },
    })
    await sql`insert into chat_sessions (org_id, id, key, contact_id, claimed_name, claimed_email)
      values (${orgId}, ${newId()}, 'x', ${contactId}, 'Quokka', ${person.email})`.execute(db)
    await sql`insert into calls (org_id, id, connection_id, provider_call_id, direction, state, contact_id, from_number, to_number, started_at)
      values (${orgId}, ${newId()}, ${newId()}, 'x', 'in', 'completed', ${contactId}, ${person.phone}, '+4930123456', now())`.execute(
      db,
    )
  })

  const ended = await endedDocument(deal.id)
  const held = await endedDocument(deal.id)
  await done('hold-document', { documentId: held, hold: true, reason: 'A dispute' })

  // In files: a row that came in, one that was known, and one that was refused, with an address that no lead ever had.
  const { file, check, import: take } = uploading(app)
  const csv = `name,email,phone,external_id\nQuokka Wombatson,${person.email},${person.phone},quokka-1\nQuokka Wombatson,${person.email},,quokka-9\nQuokka Wombatson,${person.email},,${'q'.repeat(300)}\nQuokka Wombatson,quokka@pets,,quokka-8\nOther,other@elsewhere.example,,o-1\nOther,not-an-address,,o-2\n`
  const { id: uploadId } = await file(csv)
  await check(uploadId)
  await take(uploadId)
  const hookRun = await sentToHook(app.owner, flows.called.id, 'Quokka@pets.example')
  const strangersRun = await sentToHook(app.owner, flows.called.id, 'not.quokka@pets.example.org')
  await until('the runs wait, ask and are over', async () => {
    const states = [flows.waiting, flows.asking, flows.over].map(async ({ id }) => (await runsOf(app, app.owner, id))[0]?.state)
    return String(await Promise.all(states)) === 'waiting,waiting,failed'
  })
  const rehearsalId = await rehearsed(flows.waiting.id)
  for (const reader of ['search', 'find-duplicate-pairs', 'deliver-notices'] as const)
    await until(`${reader} has read`, () => followEvents(app, orgId, reader).then(() => true))
  const before = await found()
  for (const table of [
    'contacts',
    'contact_merges',
    'leads',
    'deliveries',
    'events',
    'webhook_deliveries',
    'search_index',
    'upload_rows',
    'workflow_runs',
    'workflow_steps',
    'workflow_waits',
    'workflow_hook_requests',
    'workflow_rehearsal_people',
    'documents',
    'document_personal',
    'document_signers',
    'mails',
  ])
    assert.ok((before[table] ?? 0) > 0, `${table} says nothing of them: ${JSON.stringify(before)}`)
  assert.ok((await count('contact_match_keys')) > 0)

  await done('delete-records', { kind: 'contact', ids: [contactId] })
  await done('delete-records', { kind: 'deal', ids: [deal.id] })
  await done('remove-from-bin', { kind: 'contact', ids: [contactId] })
  await done('remove-from-bin', { kind: 'deal', ids: [deal.id] })
  assert.equal(
    await count('contact_match_keys', 'and contact_id <> all($2)', [[contactId, second.id]]),
    await count('contact_match_keys'),
  )
  // Emails that were sent say so, and end by themselves, but for those of documents; what a stranger sent is theirs.
  await app.database.inOrg(orgId, async (db) => {
    await sql`delete from mails where org_id = ${orgId} and id not in (select mail_id from document_mails)`.execute(db)
    await sql`update workflow_runs set trigger = '{"kind": "webhook"}' where id = ${strangersRun}`.execute(db)
    await sql`delete from workflow_hook_requests where trigger #>> '{body,from}' like 'not.%'`.execute(db)
  })
  // What is under a legal hold stays until it ends.
  assert.deepEqual(Object.keys(await found()).sort(), [
    'document_personal',
    'document_signers',
    'documents',
    'mails',
    'search_index',
  ])
  await done('hold-document', { documentId: held, hold: false, reason: 'It is over' })
  assert.deepEqual(await found(), {})
  for (const documentId of [ended, held]) await isErased(documentId)
  for (const reader of ['search', 'find-duplicate-pairs', 'deliver-notices'] as const) await followEvents(app, orgId, reader)
  assert.deepEqual(await found(), {}, 'what follows the log writes nothing of it again')

  // What ran is still there to be seen, and does nothing more.
  const removed = 'What the run was about was removed for good.'
  const [waited, asked] = [
    (await runsOf(app, app.owner, flows.waiting.id))[0],
    (await runsOf(app, app.owner, flows.asking.id))[0],
  ]
  assert.deepEqual([waited?.state, waited?.reason, asked?.state, asked?.reason], ['cancelled', removed, 'cancelled', removed])
  const ofHook = new Map((await runsOf(app, app.owner, flows.called.id)).map(({ id, state }) => [id, state]))
  assert.deepEqual([ofHook.get(hookRun ?? ''), ofHook.get(strangersRun ?? '')], ['cancelled', 'waiting'])
  assert.deepEqual((await done<{ steps: unknown[] }>('list-human-steps', {})).steps, [])
  const played = await done<{ people: { name: null; runs: unknown[] }[] }>('show-rehearsal', { rehearsalId })
  assert.deepEqual([played.people.length > 0, played.people.flatMap(({ runs }) => runs)], [true, []])

  // What is told, and how the file came in, is still there to be seen.
  const { rows } = await done<{ rows: { row: number; outcome: string; cells: string[] }[] }>('list-upload-rows', { uploadId })
  assert.deepEqual(
    rows.map(({ row, outcome, cells }) => [row, outcome, cells.every((cell) => cell === '')]),
    [
      [2, 'duplicate', true],
      [4, 'invalid', true],
      [5, 'invalid', true],
      [7, 'invalid', false],
    ],
  )
  const events = (type: string) => count('events', 'and type = $2', [type])
  assert.deepEqual([await events('contact.merged'), await events('record.removed')], [3, 2])
})

test('a run that begins while the person is being removed is cancelled and emptied once both have happened', async () => {
  const { orgId } = app.owner
  const { contact } = await done<{ contact: { id: string } }>('create-contact', {
    fullName: 'Quokka Late',
    email: 'late@pets.example',
  })
  const { id: workflowId } = await publish(app, app.owner, {
    trigger: { kind: 'request', subject: 'contact', open_to: 'member' },
    nodes: [{ id: 'later', kind: 'wait', for: days(3) }],
  })
  const subject = { kind: 'contact', id: contact.id } as const
  await app.database.inOrg(orgId, async (db) => {
    await insertRuns(db, orgId, [
      requestStart({ workflowId, version: 1 }, { subject, input: { email: 'quokka@pets.example' }, at: new Date() }),
    ])
    await done('delete-records', { kind: 'contact', ids: [contact.id] })
    await done('remove-from-bin', { kind: 'contact', ids: [contact.id] })
  })
  await until('it is cancelled', async () => (await runsOf(app, app.owner, workflowId))[0]?.state === 'cancelled')
  assert.equal((await found()).workflow_runs, undefined)
})

test('after a company is removed for good no table has its name or domain, those of what was merged into it included', async () => {
  const made = async (name: string, domain: string) =>
    (await done<{ company: { id: string } }>('create-company', { name, domain })).company.id
  const [target, source] = [await made('Quokka & Co', 'quokka-co.example'), await made('Wombatson Ltd', 'wombatson.example')]
  await done('merge-companies', { sourceId: source, targetId: target, reason: 'Wombatson said so' })
  await done('update-company', { companyId: target, name: 'Quokka Company' })
  for (const reader of ['search', 'find-company-pairs'] as const) await followEvents(app, app.owner.orgId, reader)
  const keys = () => count('company_match_keys', 'and company_id = any($2)', [[target, source]])
  assert.ok((await keys()) > 0)
  await until('the webhook is told', async () => ((await found()).webhook_deliveries ?? 0) > 0)
  await done('delete-records', { kind: 'company', ids: [source] })
  await done('remove-from-bin', { kind: 'company', ids: [target] })
  assert.deepEqual([await found(), await keys()], [{}, 0])
})

test('a webhook that is being queued while its record is removed for good says nothing of it either', async () => {
  const name = 'Quokka Meanwhile'
  const { contact } = await done<{ contact: { id: string } }>('create-contact', {
    fullName: name,
    email: 'm@meanwhile.example',
  })
  const told = async () =>
    (await owner.query<{ id: string }>(`select id from foyer.webhook_deliveries where body like '%' || $1 || '%'`, [name])).rows
  await until('the webhook is told', async () => (await told()).length > 0)
  await done('delete-records', { kind: 'contact', ids: [contact.id] })
  const ids = (await told()).map(({ id }) => id)
  // As the reaction does that has read the log, and has not committed yet.
  const queueing = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await queueing.connect()
  try {
    await queueing.query('begin')
    await until('the log is read', async () => {
      const { rows } = await queueing.query(`select from foyer.hold_reaction('webhooks')`)
      return rows.length === 1
    })
    await queueing.query(
      `with gone as (delete from foyer.webhook_deliveries where id = any ($1) returning *)
       insert into foyer.webhook_deliveries select * from gone`,
      [ids],
    )
    const removing = done('remove-from-bin', { kind: 'contact', ids: [contact.id] })
    await new Promise((next) => setTimeout(next, 500))
    await queueing.query('commit')
    await removing
  } finally {
    await queueing.end()
  }
  assert.deepEqual(await found(), {})
})

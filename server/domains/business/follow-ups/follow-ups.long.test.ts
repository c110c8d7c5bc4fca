import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { openProposals } from '#test/support/proposals.ts'
import { sentDocument } from '#test/support/signing.ts'
import { until } from '#test/support/until.ts'
import { followDeposit } from './deposits.ts'
import { followAcceptedProposals } from './follow-accepted-proposals.ts'
import { followSignedDocuments } from './follow-signed-documents.ts'
import { sendDeposit } from './send-deposit.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const signers = [{ name: 'Ada 김', email: 'ada@deposit.example', role: 'client' }]
const body = '{{CLIENT_NAME}} {{PRICE}}'

const call = async <Body>(name: string, input: object, as: TestApp['owner'] | null): Promise<Body> => {
  const answer = await app.call(name, input, as)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as unknown as Body
}
const followed = (orgId: string, documentId: string) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('document_follow_ups').selectAll().where('document_id', '=', documentId).orderBy('kind').execute(),
  )

test('once all have signed, the deal moves to its stage and the draft of the deposit invoice is there, once however often the event comes', async () => {
  const { owner } = await sentDocument(app, { body, signers })
  const { pipelines } = await call<{ pipelines: { stages: { id: string; kind: string; name: string }[] }[] }>(
    'list-pipelines',
    {},
    owner,
  )
  const won = pipelines[0]?.stages.find(({ kind }) => kind === 'won')
  assert.ok(won)
  const { documents } = await call<{ documents: { deal_id: string }[] }>('list-documents', {}, owner)
  const dealId = documents[0]?.deal_id ?? ''
  await call('update-deal', { dealId, valueMinor: 123_451, currency: 'EUR' }, owner)
  const refused = await app.call(
    'create-template',
    { name: 'No stage', kind: 'text', body: 'x', whenSigned: { stageId: dealId } },
    owner,
  )
  assert.equal(refused.body.code, 'stage_not_found')
  const { template } = await call<{ template: { id: string; when_signed: object } }>(
    'create-template',
    { name: 'With a rule', kind: 'text', body: 'Hello', whenSigned: { deposit: { percent: 30 }, stageId: won.id } },
    owner,
  )
  assert.deepEqual(template.when_signed, { deposit: { percent: 30, send: false }, stageId: won.id })
  const send = async (): Promise<string> => {
    const wish = {
      projectId: dealId,
      templateId: template.id,
      userId: owner.personId,
      title: 'Dach',
      docType: 'contract',
      locale: 'de',
    }
    const { document } = await call<{ document: { id: string } }>(
      'generate-contract',
      { ...wish, replacements: {}, signers },
      owner,
    )
    return document.id
  }
  const attest = async (documentId: string): Promise<void> => {
    const { document } = await call<{ document: { url: string } }>('show-document', { documentId }, owner)
    const data = {
      signerName: 'Ada',
      signerEmail: 'ada@deposit.example',
      signerRole: 'client',
      timestamp: new Date().toISOString(),
    }
    await call('sign-document', { documentId, data, url: document.url }, owner)
  }
  const documentId = await send()
  // A document keeps the rule that it was sent with.
  await call('update-template', { templateId: template.id, whenSigned: null }, owner)
  await attest(documentId)
  await until('the invoice', async () => ((await followed(owner.orgId, documentId)).length === 2 ? true : undefined))
  const invoices = () =>
    call<{ invoices: { client_name: string; state: string; total_minor: number; currency: string; locale: string }[] }>(
      'list-invoices',
      {},
      owner,
    )
  const [invoice, ...others] = (await invoices()).invoices
  assert.deepEqual(others, [])
  assert.deepEqual(
    [invoice?.client_name, invoice?.state, invoice?.total_minor, invoice?.currency],
    ['Ada 김', 'draft', 37_035, 'EUR'],
  )
  const { deal } = await call<{ deal: { stage: { id: string } } }>('show-deal', { dealId }, owner)
  assert.equal(deal.stage.id, won.id)
  const open = pipelines[0]?.stages.find(({ kind }) => kind === 'open')
  await call('move-deal', { dealId, stageId: open?.id }, owner)
  await app.database.inOrg(owner.orgId, (db) =>
    followSignedDocuments.run(
      [{ subjectId: documentId }, { subjectId: documentId }] as never,
      { db, org: { id: owner.orgId }, enqueue: async () => assert.fail('nothing is sent') } as never,
    ),
  )
  assert.equal((await invoices()).invoices.length, 1)
  assert.equal((await call<{ deal: { stage: { id: string } } }>('show-deal', { dealId }, owner)).deal.stage.id, open?.id)

  const without = await send()
  await attest(without)
  const { document } = await call<{ document: { status: string } }>('show-document', { documentId: without }, owner)
  assert.equal(document.status, 'signed')
  assert.deepEqual(await followed(owner.orgId, without), [])
})

test('where the deal has no value, a task says that the deposit invoice could not be created', async () => {
  const document = await sentDocument(app, { body, signers })
  const { owner } = document
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('documents')
      .set({ when_signed: JSON.stringify({ deposit: { percent: 10 }, stageId: null }) })
      .where('id', '=', document.id)
      .execute(),
  )
  const token = (await document.path('ada@deposit.example')).slice('/sign/'.length)
  await call('sign-with-link', { token, name: 'Ada', consent: true }, null)
  const task = await until('the task', async () => {
    const { tasks } = await call<{ tasks: { title: string }[] }>('list-tasks', {}, owner)
    return tasks.find(({ title }) => title.startsWith('Create the deposit invoice'))
  })
  assert.match(task.title, /the deal has no value/)
  assert.deepEqual((await call<{ invoices: object[] }>('list-invoices', {}, owner)).invoices, [])
})

/** A proposal of the workspace, accepted with its workshop; and its rule. */
const accepted = async (whenAccepted: object, more: object = {}) => {
  const proposals = await openProposals(app, { name: 'Ada 김', email: `ada${++clients}@accepted.example` })
  const { id } = await proposals.sent({ whenAccepted, ...more })
  await call('accept-proposal', { token: await proposals.tokenOf(id), version: 1, name: 'Ada', chosen: ['workshop'] }, null)
  return { ...proposals, id }
}
let clients = 0
interface ListedInvoice {
  readonly id: string
  readonly label: string | null
  readonly state: string
  readonly total_minor: number
  readonly tax_minor: number
  readonly pay_url: string | null
}
const invoicesOf = async (owner: TestApp['owner']): Promise<ListedInvoice[]> =>
  (await call<{ invoices: ListedInvoice[] }>('list-invoices', {}, owner)).invoices

test('once a proposal is accepted, its deposit is taxed as what was accepted, and sent with a number and a payment link where the rule says so: once, however often the event comes', async () => {
  const { owner, id, dealId } = await accepted({ deposit: { percent: 30, send: true } })
  const invoice = await until('the invoice that was sent', async () =>
    (await invoicesOf(owner)).find(({ state }) => state === 'sent'),
  )
  // 30 % of 450,000 with 19 %, and of 80,033 with 7 %.
  assert.equal(invoice.total_minor, 135_000 + 25_650 + 24_010 + 1_681)
  assert.deepEqual([invoice.label, invoice.tax_minor], ['INV-0001', 25_650 + 1_681])
  assert.ok(invoice.pay_url)
  const mails = () =>
    app.database.inOrg(owner.orgId, (db) => db.selectFrom('mails').select('id').where('template', '=', 'invoice').execute())
  await until('its email', async () => ((await mails()).length === 1 ? true : undefined))
  await app.database.inOrg(owner.orgId, (db) =>
    followAcceptedProposals.run(
      [{ subjectId: id }, { subjectId: id }] as never,
      { db, org: { id: owner.orgId }, enqueue: async () => assert.fail('sent again') } as never,
    ),
  )
  assert.equal((await invoicesOf(owner)).length, 1)
  // The job itself, told again: the invoice is sent, and stays so.
  const of = { kind: 'proposal' as const, id, dealId, title: 'A new website', madeBy: owner.personId }
  const jobs = await openJobContext(app)
  await sendDeposit.run({ orgId: owner.orgId, invoiceId: invoice.id, mailId: newId(), of }, jobs.context)
  await jobs.close()
  assert.deepEqual([(await invoicesOf(owner)).length, (await mails()).length], [1, 1])
})

test('a deposit that no provider can collect stays a draft, and a task says why', async () => {
  const { owner } = await accepted({ deposit: { amountMinor: 1, currency: 'EUR', send: true } })
  const task = await until('the task', async () => {
    const { tasks } = await call<{ tasks: { title: string }[] }>('list-tasks', {}, owner)
    return tasks.find(({ title }) => title.startsWith('Send the deposit invoice'))
  })
  assert.match(task.title, /minimum/)
  assert.deepEqual(
    (await invoicesOf(owner)).map(({ state, label }) => [state, label]),
    [['draft', null]],
  )
})

test('a deal has one deposit invoice by rules: a second rule makes a task that names it, and an invoice that is void counts no longer', async () => {
  const proposals = await openProposals(app, { name: 'Ada 김', email: `ada${++clients}@second.example` })
  const { owner, dealId } = proposals
  const deposit = { percent: 30, send: true }
  const accept = async (title: string): Promise<string> => {
    const { id } = await proposals.sent({ title, whenAccepted: { deposit } })
    await call('accept-proposal', { token: await proposals.tokenOf(id), version: 1, name: 'Ada' }, null)
    return id
  }
  const tasks = async () => {
    const { tasks: all } = await call<{ tasks: { title: string; deal: { id: string } | null }[] }>('list-tasks', {}, owner)
    return all.filter(({ title }) => title.startsWith('Decide on a second deposit invoice'))
  }
  await accept('A new website')
  const first = await until('the invoice that was sent', async () => (await invoicesOf(owner)).find(({ label }) => label))
  // The contract of the same deal has a rule of its own.
  const template = {
    name: 'Contract',
    kind: 'text',
    body: 'Hello',
    whenSigned: { deposit: { amountMinor: 50_000, currency: 'EUR' } },
  }
  const made = await call<{ template: { id: string } }>('create-template', template, owner)
  const { document } = await call<{ document: { id: string; url: string } }>(
    'generate-contract',
    {
      ...{ projectId: dealId, templateId: made.template.id, userId: owner.personId, title: 'Contract', docType: 'contract' },
      ...{ replacements: {}, signers: [{ name: 'Ada 김', email: 'ada@second.example', role: 'client' }] },
    },
    owner,
  )
  const data = {
    signerName: 'Ada 김',
    signerEmail: 'ada@second.example',
    signerRole: 'client',
    timestamp: new Date().toISOString(),
  }
  await call('sign-document', { documentId: document.id, data, url: document.url }, owner)
  const [task] = await until('the task', async () => ((await tasks()).length > 0 ? tasks() : undefined))
  assert.equal(
    task?.title,
    'Decide on a second deposit invoice: the deal has INV-0001 from “A new website”, so none was created (“Contract” is signed)',
  )
  assert.equal(task?.deal?.id, dealId)
  assert.deepEqual(
    (await invoicesOf(owner)).map(({ id }) => id),
    [first.id],
  )
  await call('void-invoice', { invoiceId: first.id, reason: 'Another offer' }, owner)
  await accept('A smaller website')
  await until('the invoice of the next', async () => (await invoicesOf(owner)).find(({ label }) => label === 'INV-0002'))
  assert.equal((await tasks()).length, 1)
})

test('of a proposal and a contract that are accepted and signed at the same moment, one makes the deposit invoice', async () => {
  for (let round = 0; round < 5; round++) {
    const proposals = await openProposals(app, { name: 'Ada 김', email: `ada${++clients}@moment.example` })
    const ids = await Promise.all(
      ['One', 'Two', 'Three'].map(async (title) => {
        const { id } = await proposals.create({ title })
        return { kind: 'proposal', id, title } as const
      }),
    )
    const { owner, dealId } = proposals
    const client = { name: 'Ada 김', email: 'ada@moment.example' }
    const base = { currency: 'EUR', parts: [{ amountMinor: 10_000, taxRate: '0' }] }
    const found = async () => ({ client, contactId: null, locale: 'en', at: new Date(), base })
    await Promise.all(
      ids.map((followed) =>
        app.database.inOrg(owner.orgId, (db) =>
          followDeposit(
            { db, enqueue: async () => assert.fail('nothing is sent') },
            { ...followed, orgId: owner.orgId, dealId, madeBy: owner.personId },
            { percent: 50, send: false },
            found,
          ),
        ),
      ),
    )
    assert.equal((await invoicesOf(owner)).length, 1)
  }
})

test('a proposal that was accepted moves its deal', async () => {
  const first = await openProposals(app)
  const { pipelines } = await call<{ pipelines: { stages: { id: string; kind: string }[] }[] }>(
    'list-pipelines',
    {},
    first.owner,
  )
  const won = pipelines[0]?.stages.find(({ kind }) => kind === 'won')
  const { id } = await first.sent({ whenAccepted: { stageId: won?.id } })
  await call('accept-proposal', { token: await first.tokenOf(id), version: 1, name: 'Ada' }, null)
  await until('the deal', async () => {
    const { deal } = await call<{ deal: { stage: { id: string } } }>('show-deal', { dealId: first.dealId }, first.owner)
    return deal.stage.id === won?.id ? true : undefined
  })
  const { entries } = await call<{ entries: { kind: string; text: string; facts: { kind: string; name: string | null } }[] }>(
    'list-timeline',
    { dealId: first.dealId },
    first.owner,
  )
  assert.deepEqual(
    entries.filter(({ kind }) => kind === 'proposal').map(({ text, facts }) => [text, facts.kind, facts.name]),
    [
      ['A new website', 'accepted', 'Ada'],
      ['A new website', 'sent', null],
    ],
  )
  assert.deepEqual(await invoicesOf(first.owner), [])
})

import { newId } from '#core/ids.ts'
import type { Someone, TestApp } from './app.ts'
import { connectGoogle } from './consent.ts'
import { websiteContent } from './proposals.ts'
import { connectReviews, ok, openBusiness } from './reviews.ts'
import { until } from './until.ts'
import { phonesAt } from './whatsapp.ts'

type Body = Record<string, unknown>
const idIn = (body: Body, name: string): string => (body[name] as { id: string }).id
const dayMs = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()
const { lines } = websiteContent
const invoice = { clientName: 'Maya Rao', clientEmail: 'maya@example.com', currency: 'EUR' }
const invoiceLines = [{ description: 'Workshop', quantity: 1, unitMinor: 45_000, taxRate: 19 }]

/** A deed in the name of a member, which must succeed. */
const doer =
  (app: TestApp, as: Someone) =>
  async (type: string, body: object = {}): Promise<Body> =>
    ok(await app.call(type, body, as)) as Body

/** Money, WhatsApp, a mailbox of the team and reviews, played by the sandbox; a worker must be running. Answers a phone and the mailbox. */
export const connectAll = async (app: TestApp, as: Someone) => {
  const call = doer(app, as)
  for (const provider of ['stripe', 'whatsapp']) await call('connect-sandbox', { provider })
  const mailboxId = await connectGoogle(app, as)
  await call('update-mailbox', { mailboxId, kind: 'team' })
  const number = await until('the number is known', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', as.orgId)
      .executeTakeFirst(),
  )
  await until('templates are read', async () =>
    ((await call('list-whatsapp-templates')).templates as object[]).length > 0 ? true : undefined,
  )
  return { phones: phonesAt(app.url, number.phone_number_id), sender: 'mira@sandbox.example' }
}

/**
 * A workspace in which each action that is open to workflows has something to act on. `inputs` gives each action a body of its own, with
 * a record that no other call has changed.
 */
export const openWorkspace = async (app: TestApp) => {
  const owner = await app.given.organization('Nordlicht')
  const call = doer(app, owner)
  const member = await app.given.person(owner.orgId, 'member')
  const { phones, sender } = await connectAll(app, owner)
  const maya = await phones.add({ name: 'Maya' })
  await phones.write(maya.id, { text: 'Are you open on Saturday?' })
  const thread = await until('her message comes', async () =>
    ((await call('fetch-admin-chats')).conversations as { contact_id: string; project_id: string }[]).find(
      ({ project_id }) => project_id !== null,
    ),
  )
  const projectId = thread.project_id
  const key = await app.given.key(owner.orgId)
  await app.post({ name: 'Ida Known', email: 'ida@example.com', company: 'Known Ltd', source: 'website' }, key.text)
  const lead = await until('the lead', async () => ((await call('list-leads')).leads as { id: string }[])[0])
  const contact = await until(
    'the contact',
    async () => ((await call('list-contacts', { search: 'ida@example.com', limit: 5 })).contacts as { id: string }[])[0],
  )
  const companyId = idIn(await call('create-company', { name: 'Blue Bakery' }), 'company')
  const { pipelines } = (await call('list-pipelines')) as { pipelines: { stages: { id: string; kind: string }[] }[] }
  const stages = (pipelines[0]?.stages ?? []).filter(({ kind }) => kind === 'open').map(({ id }) => id)
  const templateId = idIn(
    await call('create-template', { name: 'Agreement', kind: 'text', body: 'For {{PRICE}}.' }),
    'template',
  )
  const knowledge = await call('save-knowledge', { title: 'Hours', text: 'We are open on Saturday from ten to two.' })
  const business = openBusiness(app.url)
  await business.empty()
  const location = await business.location(await business.account(), 'Nordlicht, Berlin')
  await business.write(location, 5, 'Lovely')
  await connectReviews(app, owner)
  await call('sync-google-reviews')
  const review = ((await call('list-reviews')).reviews as { id: string }[])[0] as { id: string }
  await call('save-event-type', { slug: 'talk', name: 'Talk', minutes: 30, grid: 30, mode: 'one', hosts: [owner.personId] })

  const deal = async (): Promise<string> =>
    idIn(await call('create-deal', { contactId: contact.id, name: `Roof ${newId()}` }), 'deal')
  const task = async (): Promise<string> => idIn(await call('add-task', { contactId: contact.id, title: 'Call' }), 'task')
  const draft = async (): Promise<string> => idIn(await call('create-invoice', { ...invoice, lines: invoiceLines }), 'invoice')
  const sent = async (): Promise<string> => {
    const invoiceId = await draft()
    await call('send-invoice', { invoiceId })
    return invoiceId
  }
  const paper = async () => ({
    ...{ projectId: await deal(), templateId, title: 'Agreement', docType: 'contract' },
    replacements: { PRICE: '1 €' },
  })
  const document = async () => {
    const made = await call('generate-contract', { ...(await paper()), userId: owner.personId })
    const { document: shown } = (await call('show-document', { documentId: idIn(made, 'document') })) as {
      document: { id: string; signers: { id: string; role: string }[] }
    }
    return { documentId: shown.id, signerId: shown.signers.find(({ role }) => role === 'client')?.id }
  }
  const offer = async (): Promise<string> =>
    idIn(await call('create-proposal', { dealId: await deal(), ...websiteContent }), 'proposal')
  let hour = 0
  const free = (): string => `${inDays(3 + Math.floor(++hour / 20)).slice(0, 11)}${String(hour % 20).padStart(2, '0')}:00:00Z`
  const meeting = { eventType: 'talk', contactId: contact.id, anyTime: true }
  const booking = async (): Promise<string> => String((await call('create-booking', { ...meeting, start: free() })).bookingId)
  const payment = async () => ({
    ...{ invoiceId: await sent(), clientEmail: 'maya@example.com', targetCurrency: 'EUR' },
    ...{ successUrl: `${app.url}/paid`, cancelUrl: `${app.url}/back` },
  })

  const none = async () => ({})
  const inputs: Readonly<Record<string, () => Promise<Body>>> = {
    ...Object.fromEntries(
      [
        ...['show-workspace', 'list-members', 'list-leads', 'list-sources', 'list-companies', 'list-deals', 'list-pipelines'],
        ...['list-tasks', 'list-turns', 'show-response-times', 'list-contacts', 'fetch-admin-chats', 'list-whatsapp-templates'],
        ...['list-bookings', 'list-event-types', 'list-invoices', 'list-templates', 'list-documents', 'list-proposals'],
        ...[
          'list-reviews',
          'list-review-locations',
          'list-knowledge',
          'list-calls',
          'list-fields',
          'list-tags',
          'show-business',
        ],
      ].map((name) => [name, none] as const),
    ),
    'show-lead': async () => ({ leadId: lead.id }),
    'list-notes': async () => ({ kind: 'contact', recordId: contact.id }),
    'list-record-files': async () => ({ kind: 'contact', recordId: contact.id }),
    'find-duplicates': async () => ({ name: 'Ida Known' }),
    'list-records': async () => ({ kind: 'lead' }),
    'count-records': async () => ({ kind: 'lead' }),
    'describe-list': async () => ({ kind: 'lead' }),
    'show-report': async () => ({ report: 'leads' }),
    'list-report-records': async () => ({ report: 'leads', figure: 'leads' }),
    'add-note': async () => ({ kind: 'contact', recordId: contact.id, body: 'Called back.' }),
    'add-lead': async () => ({ name: 'Finn', email: `finn-${newId()}@example.com` }),
    'update-lead': async () => ({ leadId: lead.id, state: 'qualified' }),
    'create-contact': async () => ({ fullName: 'Grace', email: `grace-${newId()}@example.com` }),
    'save-tag': async () => ({ name: `Tag ${newId()}` }),
    'tag-records': async () => ({ kind: 'contact', recordIds: [contact.id], add: [`Tag ${newId()}`] }),
    'set-fields': async () => {
      const { field } = (await call('save-field', { kind: 'contact', name: `Field ${newId()}`, fieldType: 'text' })) as {
        field: { key: string }
      }
      return { kind: 'contact', recordId: contact.id, fields: { [field.key]: 'Oak' } }
    },
    'update-task': async () => ({ taskId: await task(), title: 'Call on Friday' }),
    'reopen-task': async () => {
      const taskId = await task()
      await call('complete-task', { taskId })
      return { taskId }
    },
    'show-company': async () => ({ companyId }),
    'list-stage-deals': async () => ({ stageId: stages[0] }),
    'show-deal': async () => ({ dealId: projectId }),
    'show-contact': async () => ({ contactId: contact.id }),
    'list-timeline': async () => ({ contactId: contact.id }),
    'fetch-chat-history': async () => ({ projectId }),
    'show-booking-detail': async () => ({ bookingId: await booking() }),
    'price-invoice': async () => ({ currency: 'EUR', lines: invoiceLines }),
    'show-invoice': async () => ({ invoiceId: await draft() }),
    'show-template': async () => ({ templateId }),
    'show-document': async () => ({ documentId: (await document()).documentId }),
    'show-proposal': async () => ({ proposalId: await offer() }),
    'list-views': async () => ({ proposalId: await offer() }),
    'show-review': async () => ({ reviewId: review.id }),
    'search-knowledge': async () => ({ query: 'Saturday' }),
    'show-knowledge': async () => ({ knowledgeId: idIn(knowledge, 'source') }),
    'list-knowledge-passages': async () => ({ knowledgeId: idIn(knowledge, 'source') }),

    'create-company': async () => ({ name: 'Green Bakery' }),
    'update-company': async () => ({ companyId, name: 'Blue Bakery Ltd' }),
    'set-fact': async () => ({ subjectKind: 'company', subjectId: companyId, field: 'industry', value: 'Bakery' }),
    'create-deal': async () => ({ contactId: contact.id, name: 'A website' }),
    'update-deal': async () => ({ dealId: await deal(), name: 'Two websites' }),
    'set-deal-people': async () => ({ dealId: await deal(), contactId: thread.contact_id }),
    'move-deal': async () => ({ dealId: await deal(), stageId: stages[1] }),
    'assign-deal': async () => ({ dealId: await deal(), userId: member.personId }),
    'add-task': async () => ({ contactId: contact.id, title: 'Call' }),
    'complete-task': async () => ({ taskId: await task(), next: { title: 'And again' } }),
    'update-contact': async () => ({ contactId: contact.id, jobTitle: 'Head baker' }),
    'update-chat-session': async () => ({ projectId, action: 'assign', userId: member.personId }),
    'reply-chat': async () => ({ projectId, message: 'Yes, from ten.' }),
    'send-whatsapp': async () => ({ to: `+${maya.number}`, message: 'See you.' }),
    'send-email': async () => ({ to: 'ida@example.com', subject: 'Thursday', body: '<p>At ten.</p>', userEmail: sender }),
    'create-booking': async () => ({ ...meeting, start: free() }),
    'manage-booking': async () => ({ action: 'cancel', bookingId: await booking() }),
    'move-booking': async () => ({ bookingId: await booking(), start: free(), anyTime: true }),
    'send-booking-reminder': async () => ({ bookingId: await booking() }),
    'create-invoice': async () => ({ ...invoice, lines: invoiceLines }),
    'update-invoice': async () => ({ invoiceId: await draft(), note: 'Thank you' }),
    'remove-invoice': async () => ({ invoiceId: await draft() }),
    'send-invoice': async () => ({ invoiceId: await draft() }),
    'void-invoice': async () => ({ invoiceId: await sent(), reason: 'Sent twice' }),
    'create-payment': payment,
    'generate-contract': paper,
    'remind-signer': async () => ({ ...(await document()), newLink: true }),
    'replace-signer': async () => ({ ...(await document()), name: 'Ben', email: 'ben@example.com' }),
    'extend-document': async () => ({ documentId: (await document()).documentId, expiresAt: inDays(60) }),
    'void-document': async () => ({ documentId: (await document()).documentId, reason: 'Another price' }),
    'create-proposal': async () => ({ dealId: await deal(), title: 'A website', currency: 'EUR', lines }),
    'update-proposal': async () => ({ proposalId: await offer(), title: 'Two websites' }),
    'send-proposal': async () => ({ proposalId: await offer() }),
    'withdraw-proposal': async () => {
      const proposalId = await offer()
      await call('send-proposal', { proposalId })
      return { proposalId, reason: 'Another price' }
    },
    'reply-review': async () => ({ reviewId: review.id, text: 'Thank you.' }),
  }
  return { owner, member, call, inputs, projectId, contactId: contact.id, companyId, sender, phones, maya, deal, document }
}
export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

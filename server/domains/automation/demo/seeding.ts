import { newIdAt } from '#core/ids.ts'
import { lockSearchIndex } from '#core/search.ts'
import { addDemoFields } from '#domains/crm/fields/demo-fields.ts'
import { addDemoUpload } from '#domains/crm/imports/demo-uploads.ts'
import { addDemoNotes } from '#domains/crm/notes/demo-notes.ts'
import { addDemoTags } from '#domains/crm/tags/demo-tags.ts'
import { indexOthers } from '../search/index-others.ts'
import { indexRecords } from '../search/index-records.ts'
import { demoFoundBy, demoNotes, demoRooms, demoTags } from './demo-deals.ts'
import type { DemoIds } from './demo-records.ts'
import { seedBills, seedMeetings } from './seeded-business.ts'
import { seedCompanies, seedDeals, seedTasks } from './seeded-deals.ts'
import { seedCalls, seedTalks } from './seeded-talk.ts'
import { ago, memberAt, type Seeding } from './seeders.ts'

/** Some days of work on the contacts that are there. Nothing is sent and no event is written: nothing outside, and no workflow, learns of it. */
export const seedRecords = async (seeding: Seeding): Promise<Omit<DemoIds, 'lead' | 'contact'>> => {
  const { db, orgId, members, people } = seeding
  const companies = await seedCompanies(seeding)
  const deals = await seedDeals(seeding, companies)
  const task = await seedTasks(seeding, deals)
  const message = await seedTalks(seeding, deals)
  const calls = await seedCalls(seeding, deals)
  const bills = await seedBills(seeding)
  const note = await seedNotes(seeding, deals)
  const idsOf = (emails: readonly string[]) =>
    emails.flatMap((email) => [
      ...(people.has(email) ? [{ kind: 'contact' as const, id: people.get(email)?.id as string }] : []),
      ...(deals.has(email) ? [{ kind: 'deal' as const, id: deals.get(email) as string }] : []),
    ])
  const tag = await addDemoTags(
    db,
    orgId,
    demoTags.map(([name, hue, emails]) => ({ name, hue, records: idsOf(emails) })),
    members[0],
  )
  const field = await seedFields(seeding, deals)
  const uploadId = newIdAt(ago(seeding, 56))
  await addDemoUpload(db, orgId, {
    ...{ id: uploadId, name: 'trade-fair-cards.csv', source: 'trade-fair', columns: ['Name', 'E-mail', 'Company', 'Note'] },
    ...{ rows: 5, personId: members[0], at: ago(seeding, 56) },
  })
  const booking = await seedMeetings(seeding)
  const company = [...companies.values()]
  const deal = [...deals.values()]
  const invoice = bills.invoices
  // What is searched is indexed here, where nothing else would say that it is new.
  await lockSearchIndex(db)
  const [leads, contacts] = [new Set<string>(), new Set<string>()]
  await indexRecords(db, orgId, { leads, contacts, messages: new Set(message) })
  await indexOthers(db, orgId, {
    ...{ companies: new Set(company), deals: new Set(deal), invoices: new Set(invoice), documents: new Set<string>() },
  })
  return {
    ...{ company, deal, message, note, tag, field, booking, invoice, payment: bills.payments },
    ...{ task: [...task, ...calls.tasks], call: calls.calls, upload: [uploadId] },
  }
}

const seedNotes = async (seeding: Seeding, deals: ReadonlyMap<string, string>): Promise<string[]> => {
  const notes = demoNotes.flatMap(([email, on, hours, body], n) => {
    const recordId = on === 'deal' ? deals.get(email) : seeding.people.get(email)?.id
    if (recordId === undefined) return []
    const at = ago(seeding, hours)
    return [{ id: newIdAt(at), kind: on, record_id: recordId, body, author_id: memberAt(seeding, n), created_at: at }]
  })
  await addDemoNotes(seeding.db, seeding.orgId, notes)
  return notes.map(({ id }) => id)
}

const seedFields = ({ db, orgId, people }: Seeding, deals: ReadonlyMap<string, string>): Promise<string[]> => {
  const valuesOf = <T extends string | number>(
    values: Readonly<Record<string, T>>,
    idOf: (email: string) => string | undefined,
  ) =>
    Object.entries(values).flatMap(([email, value]) => {
      const recordId = idOf(email)
      return recordId === undefined ? [] : [{ recordId, value }]
    })
  return addDemoFields(db, orgId, [
    { kind: 'deal', name: 'Rooms', type: 'number', values: valuesOf(demoRooms, (email) => deals.get(email)) },
    { kind: 'contact', name: 'Found us by', type: 'text', values: valuesOf(demoFoundBy, (email) => people.get(email)?.id) },
  ])
}

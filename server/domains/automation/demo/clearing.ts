import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { forgetOtherWords, forgetWords } from '#core/search.ts'
import type { Within } from '#core/within.ts'
import { removeDemoInvoices } from '#domains/business/invoices/demo-invoices.ts'
import { removeDemoPayments } from '#domains/business/payments/demo-payments.ts'
import { findDemoAnswers } from '#domains/conversations/inbox/demo-answers.ts'
import { leaveDemoDeals, removeDemoMessages } from '#domains/conversations/inbox/demo-threads.ts'
import { removeDemoCalls } from '#domains/conversations/voice/demo-calls.ts'
import { removeDemoCompanies } from '#domains/crm/companies/demo-companies.ts'
import { lockDemoDeals, removeDemoAnswers, removeDemoDeals, removeDemoTasks } from '#domains/crm/deals/demo-deals.ts'
import { forgetEdits } from '#domains/crm/edits/edits.ts'
import { removeDemoFields } from '#domains/crm/fields/demo-fields.ts'
import { forgetFields } from '#domains/crm/fields/record-fields.ts'
import { removeUnlinkedContacts } from '#domains/crm/identities/linked-records.ts'
import { removeDemoUploads } from '#domains/crm/imports/demo-uploads.ts'
import { removeDemoLeads } from '#domains/crm/leads/removals.ts'
import { removeDemoNotes } from '#domains/crm/notes/demo-notes.ts'
import { forgetFiles } from '#domains/crm/record-files/removed-records.ts'
import { removeDemoTags } from '#domains/crm/tags/demo-tags.ts'
import { forgetTags } from '#domains/crm/tags/record-tags.ts'
import { removeDemoBookings } from '#domains/meetings/booking/demo-bookings.ts'
import type { DemoIds, DemoKind } from './demo-records.ts'

/**
 * Removes what the demo has made and what hangs on it, from the leaves to the root: what refers to a record goes before it, and a record to
 * which something real refers stays. Answers what is gone.
 */
export const removeRecords = async (
  db: Db,
  orgId: string,
  demo: DemoIds,
  within: Within,
): Promise<Record<DemoKind, readonly string[]>> => {
  const answers = await findDemoAnswers(db, orgId, [...demo.contact, ...demo.lead])
  await removeDemoMessages(db, orgId, [...demo.message, ...answers])
  await removeDemoNotes(db, orgId, { ids: demo.note })
  await removeDemoTasks(db, orgId, demo.task)
  await removeDemoCalls(db, orgId, demo.call)
  await removeDemoBookings(db, orgId, demo.booking)
  await removeDemoUploads(db, orgId, demo.upload)
  await removeDemoPayments(db, orgId, demo.payment)
  const invoice = await removeDemoInvoices(db, orgId, demo.invoice)
  await lockDemoDeals(db, orgId, demo.deal)
  const deal = await findUntiedDeals(db, orgId, demo.deal)
  await leaveDemoDeals(db, orgId, deal)
  await removeDemoDeals(db, orgId, deal)
  const lead = await removeDemoLeads(db, orgId)
  await removeDemoAnswers(db, orgId, lead)
  const contact = await removeContacts(db, orgId, [...new Set([...demo.contact, ...lead])], within)
  const company = await removeDemoCompanies(db, orgId, demo.company)
  const records = [...deal, ...lead, ...contact, ...company]
  await forgetTags(db, orgId, records)
  await forgetFields(db, orgId, records)
  await forgetEdits(db, orgId, records)
  await forgetFiles(db, orgId, records)
  await removeDemoNotes(db, orgId, { recordIds: records })
  const stayed = [...demo.contact, ...demo.company, ...demo.deal]
  await removeDemoTags(db, orgId, demo.tag, stayed)
  await removeDemoFields(db, orgId, demo.field, stayed)
  await forgetWords(db, orgId, lead, contact)
  await forgetOtherWords(db, orgId, [...demo.message, ...answers, ...deal, ...company, ...invoice])
  return { ...demo, invoice, deal, lead, contact, company }
}

const removeContacts = async (db: Db, orgId: string, ids: readonly string[], within: Within): Promise<string[]> => {
  if (ids.length === 0) return []
  // A lead that is being taken for one of them holds it: wait for that one, so that the next statement sees it.
  await sql`select from contacts where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) order by id for update`.execute(db)
  return removeUnlinkedContacts(db, orgId, within, ids, { evenWithPermission: true })
}

/** Tables whose rows keep a deal. A test compares them with the schema. */
export const tiesOfDeals = [
  'tasks',
  'messages',
  'chat_sessions',
  'calls',
  'design_jobs',
  'design_links',
  'bookings',
  'documents',
  'proposals',
] as const

/** Those to which nothing refers that is real. */
const findUntiedDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const ties = tiesOfDeals.map(
    (table) => sql`exists (select from ${sql.table(table)} t where t.org_id = d.org_id and t.deal_id = d.id)`,
  )
  const { rows } = await sql<{ id: string }>`
    select d.id from deals d
    where d.org_id = ${orgId} and d.id = any(${[...ids]}::uuid[]) and not (${sql.join(ties, sql` or `)})`.execute(db)
  return rows.map(({ id }) => id)
}

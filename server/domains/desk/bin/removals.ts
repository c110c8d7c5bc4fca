import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, recordAll } from '#core/events/events.ts'
import { forgetEvents } from '#core/events/forgotten-events.ts'
import { lockReaction } from '#core/events/readers.ts'
import { forgetOtherWords, forgetWords, lockSearchIndex } from '#core/search.ts'
import type { Within } from '#core/within.ts'
import { raiseAlerts } from '#domains/automation/alerts/raise-alerts.ts'
import { eraseDocuments } from '#domains/business/documents/erased-documents.ts'
import { forgetDeliveries } from '#domains/connections/webhooks/forgotten-deliveries.ts'
import { eraseMessages } from '#domains/conversations/inbox/erased-messages.ts'
import { eraseCalls } from '#domains/conversations/voice/erased-calls.ts'
import { eraseSessions } from '#domains/conversations/web-chat/erased-sessions.ts'
import { companyGroupsOf, eraseCompanies, forgetFacts } from '#domains/crm/companies/binned-companies.ts'
import { eraseDeals, removeTasks } from '#domains/crm/deals/binned-deals.ts'
import { forgetEdits } from '#domains/crm/edits/edits.ts'
import { forgetFields } from '#domains/crm/fields/record-fields.ts'
import { eraseContacts, wordsOfContacts } from '#domains/crm/identities/binned-contacts.ts'
import { mergeGroupsOf } from '#domains/crm/identities/merge-groups.ts'
import { eraseUploadRows } from '#domains/crm/imports/erased-rows.ts'
import { eraseLeads, findLeadIdsOf } from '#domains/crm/leads/binned-leads.ts'
import { forgetNotes } from '#domains/crm/notes/removed-notes.ts'
import { expireFiles } from '#domains/crm/record-files/removed-files.ts'
import { eraseDeliveries } from '#domains/crm/request-log/erased-deliveries.ts'
import { forgetLinks } from '#domains/crm/sync/removed-links.ts'
import { forgetTags } from '#domains/crm/tags/record-tags.ts'
import { eraseBookings } from '#domains/meetings/booking/erased-bookings.ts'
import { forgetNotices } from '#domains/platform/notifications/notices.ts'
import type { BinKind } from './bin-kinds.ts'
import { lockFound, takeFromBin } from './bin-records.ts'
import { binEvents } from './events.ts'
import { findEvidence } from './evidence.ts'
import { forgetWorkflows } from './forgotten-workflows.ts'
import { recordsRemoved } from './moments.ts'

/**
 * Removes records in the bin for good, and writes an event for each: their notes, files, tags, fields and tasks go; what others refer to
 * stays, empty. What became evidence while it was there, an invoice in an outside program's hands for one, comes out of the bin instead.
 * Answers the ids of both.
 */
export const removeForGood = async (
  db: Db,
  orgId: string,
  kind: BinKind,
  ids: readonly string[],
  { personId, within }: { readonly personId: string | null; readonly within: Within },
): Promise<{ removed: string[]; restored: string[] }> => {
  const found = await lockFound(db, orgId, kind, ids)
  const binned = await inBin(db, orgId, kind, [...new Set(found.values())])
  const evidence = await findEvidence(db, orgId, kind, binned)
  const removed = binned.filter((id) => !evidence.has(id))
  const { restored } = await takeFromBin(db, orgId, kind, [...evidence.keys()], { personId })
  if (removed.length > 0) {
    await within(db, orgId, recordsRemoved, { kind, ids: await recordsOf(db, orgId, kind, removed) })
    await erasers[kind](db, orgId, removed)
  }
  await recordAll(
    db,
    orgId,
    removed.map((id) => eventOf(binEvents.removed, id, { kind, with: null, person_id: personId })),
  )
  return { removed, restored }
}

/** With those that were merged into them. */
const recordsOf = async (db: Db, orgId: string, kind: BinKind, ids: readonly string[]): Promise<readonly string[]> =>
  kind === 'contact' ? mergeGroupsOf(db, orgId, ids) : kind === 'company' ? companyGroupsOf(db, orgId, ids) : ids

const tables = {
  ...{ contact: sql`contacts`, company: sql`companies`, lead: sql`leads`, deal: sql`deals`, task: sql`tasks` },
} as const

const inBin = async (db: Db, orgId: string, kind: BinKind, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${tables[kind]} where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const forgetParts = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await forgetTags(db, orgId, ids)
  await forgetFields(db, orgId, ids)
  await forgetEdits(db, orgId, ids)
  await forgetNotes(db, orgId, ids)
  await expireFiles(db, orgId, ids)
  await forgetLinks(db, orgId, ids)
}

/** What events and webhooks told of records, and of what hangs on them, which is still there. */
const forgetTold = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  { contactIds = [], leadIds = [] }: { readonly contactIds?: readonly string[]; readonly leadIds?: readonly string[] } = {},
): Promise<void> => {
  const [records, people] = [sql`any(${[...ids]}::uuid[])`, sql`any(${[...contactIds]}::uuid[])`]
  const { rows } = await sql<{ id: string }>`
    select id from notes where org_id = ${orgId} and record_id = ${records}
    union all select id from tasks where org_id = ${orgId} and (contact_id = ${people} or deal_id = ${records}
      or deal_id is null and contact_id is null and company_id = ${records})
    union all select id from messages where org_id = ${orgId} and contact_id = ${people}
    union all select id from calls where org_id = ${orgId} and contact_id = ${people}
    union all select id from bookings where org_id = ${orgId} and contact_id = ${people}
    union all select id from contact_merges where org_id = ${orgId} and (target_id = ${people} or source_id = ${people})
    union all select id from company_merges where org_id = ${orgId} and (target_id = ${records} or source_id = ${records})`.execute(
    db,
  )
  const subjectIds = [...ids, ...rows.map(({ id }) => id)]
  await forgetDeliveries(db, orgId, await forgetEvents(db, orgId, { subjectIds, leadIds }))
  await lockReaction(db, raiseAlerts.name)
  await forgetNotices(db, orgId, subjectIds)
  await lockSearchIndex(db)
  await forgetOtherWords(db, orgId, subjectIds)
}

const removeLeads = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await forgetTold(db, orgId, ids, { leadIds: ids })
  await eraseDeliveries(db, orgId, ids)
  await eraseUploadRows(db, orgId, { leadIds: ids })
  await eraseLeads(db, orgId, ids)
  await forgetParts(db, orgId, ids)
  await forgetWords(db, orgId, ids, [])
}

const erasers: Readonly<Record<BinKind, (db: Db, orgId: string, ids: readonly string[]) => Promise<void>>> = {
  async contact(db, orgId, ids) {
    const records = await mergeGroupsOf(db, orgId, ids)
    const leadIds = await findLeadIdsOf(db, orgId, ids)
    const words = await wordsOfContacts(db, orgId, records)
    await forgetWorkflows(db, orgId, { ids: [...records, ...leadIds], contactIds: records, addresses: words })
    await eraseUploadRows(db, orgId, { leadIds: [], words })
    await forgetTold(db, orgId, records, { contactIds: records })
    await removeLeads(db, orgId, leadIds)
    await removeTasks(db, orgId, { contactIds: ids })
    await eraseMessages(db, orgId, records)
    await eraseCalls(db, orgId, records)
    await eraseSessions(db, orgId, records)
    await eraseBookings(db, orgId, records)
    await eraseDocuments(db, orgId, records)
    await forgetParts(db, orgId, records)
    await eraseContacts(db, orgId, ids)
    await forgetWords(db, orgId, [], records)
  },
  async company(db, orgId, ids) {
    const records = await companyGroupsOf(db, orgId, ids)
    await forgetWorkflows(db, orgId, { ids: records })
    await forgetTold(db, orgId, records)
    await forgetFacts(db, orgId, records)
    await removeTasks(db, orgId, { companyIds: records })
    await forgetParts(db, orgId, records)
    await eraseCompanies(db, orgId, ids)
  },
  async lead(db, orgId, ids) {
    await forgetWorkflows(db, orgId, { ids })
    await removeLeads(db, orgId, ids)
  },
  async deal(db, orgId, ids) {
    await forgetWorkflows(db, orgId, { ids, dealIds: ids })
    await forgetTold(db, orgId, ids)
    await forgetParts(db, orgId, ids)
    await forgetFacts(db, orgId, ids)
    await eraseDeals(db, orgId, ids)
  },
  async task(db, orgId, ids) {
    await forgetWorkflows(db, orgId, { ids })
    await forgetTold(db, orgId, ids)
    await removeTasks(db, orgId, { ids })
  },
}

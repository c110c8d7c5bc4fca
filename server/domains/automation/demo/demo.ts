import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { idFloor, newId, nilId } from '#core/ids.ts'
import { forgetWords } from '#core/search.ts'
import type { Within } from '#core/within.ts'
import { digest16 } from '#domains/crm/identities/digests.ts'
import { backdateContacts, removeUnlinkedContacts } from '#domains/crm/identities/linked-records.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { type LeadInput, readLead } from '#domains/crm/leads/lead-input.ts'
import { backdateLeads, removeDemoLeads } from '#domains/crm/leads/removals.ts'
import { leadRow, takeLeads } from '#domains/crm/leads/take-leads.ts'
import { demoLeads } from './demo-leads.ts'

export interface DemoCount {
  readonly leads: number
  readonly contacts: number
}

/**
 * Fills a workspace with leads that look like some weeks of work. Adds nothing where demo leads are already, and leaves
 * out people who are known: the demo never touches what is real. They count towards no quota.
 *
 * A lead of the demo, its event and, where it was the first of its person, its contact bear the same id. By that
 * `clearDemo` knows exactly what the demo has made.
 */
export const seedDemo = async (db: Db, orgId: string, now: Date): Promise<DemoCount> => {
  await lockDemo(db, orgId)
  if (await hasDemo(db, orgId)) return { leads: 0, contacts: 0 }
  const known = await knownKeys(db, orgId, now)
  const rows = demoLeads(now).flatMap(({ at, body }) => {
    const lead = readDemoLead(body, now)
    if (keysOf(orgId, lead).some((key) => known.has(key))) return []
    const id = idAt(at)
    return [
      {
        at,
        row: leadRow({
          orgId,
          lead,
          via: 'demo',
          leadId: id,
          contactId: id,
          eventId: id,
          body: Buffer.from(JSON.stringify(body, null, 2)),
        }),
      },
    ]
  })
  await takeLeads(
    db,
    rows.map(({ row }) => row),
    now,
  )
  const times = new Map(rows.map(({ at, row }) => [row.leadId, at]))
  await moveBack(db, orgId, times)
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', [...times.keys(), nilId])
    .execute()
  return { leads: rows.length, contacts: contacts.length }
}

/**
 * Takes away what the demo has made and nothing else: its leads and events, and those of its contacts that nothing else
 * has been added since: no other lead, deal, conversation or invoice. A real lead keeps its contact.
 */
export const clearDemo = async (db: Db, orgId: string, within: Within): Promise<DemoCount> => {
  await lockDemo(db, orgId)
  const ids = await removeDemoLeads(db, orgId)
  if (ids.length === 0) return { leads: 0, contacts: 0 }
  // A lead that is being taken for one of them holds it: wait for that one, so that the next statement sees it.
  await db
    .selectFrom('contacts')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const contacts = await removeUnlinkedContacts(db, orgId, within, ids, { evenWithPermission: true })
  await db.deleteFrom('events').where('org_id', '=', orgId).where('id', 'in', ids).execute()
  await forgetWords(db, orgId, ids, contacts)
  await wake(db, orgId, leadEvents.received)
  return { leads: ids.length, contacts: contacts.length }
}

/** One after the other. Not FOR UPDATE: leads that make contacts meanwhile refer to the workspace. */
const lockDemo = async (db: Db, orgId: string): Promise<void> => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
}

const hasDemo = async (db: Db, orgId: string): Promise<boolean> =>
  (await db.selectFrom('leads').select('id').where('org_id', '=', orgId).where('via', '=', 'demo').limit(1).execute()).length >
  0

const readDemoLead = (body: Readonly<Record<string, unknown>>, now: Date): LeadInput => {
  const read = readLead(body, { defaultCountry: null, today: now.toISOString().slice(0, 10) })
  if (!read.ok) throw new Error(`a demo lead was rejected: ${read.code}`)
  return read.lead
}

const keysOf = (orgId: string, { email_key, phone_key }: LeadInput): string[] => [
  ...(email_key === null ? [] : [digest16(orgId, 'email', email_key)]),
  ...(phone_key === null ? [] : [digest16(orgId, 'phone', phone_key)]),
]

/** By what people of the demo are known already. */
const knownKeys = async (db: Db, orgId: string, now: Date): Promise<Set<string>> => {
  const wanted = demoLeads(now).flatMap(({ body }) => keysOf(orgId, readDemoLead(body, now)))
  const found = await db
    .selectFrom('contact_keys')
    .select('key')
    .where('org_id', '=', orgId)
    .where('key', 'in', wanted)
    .execute()
  return new Set(found.map(({ key }) => key))
}

/** An id of a moment in the past: `newId` only goes forward. */
const idAt = (at: Date): string => `${idFloor(at).slice(0, 14)}${newId().slice(14)}`

/** Gives leads and contacts the time of their ids; the database had given them the present. */
const moveBack = async (db: Db, orgId: string, times: ReadonlyMap<string, Date>): Promise<void> => {
  if (times.size === 0) return
  await backdateLeads(db, orgId, times)
  await backdateContacts(db, orgId, times)
}

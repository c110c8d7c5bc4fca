import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Findable } from '#core/search.ts'
import { personPart, wordsOfLead, wordsOfMessage, wordsOfPerson } from './words.ts'

/** Records of one organization by their ids. */
export interface Records {
  readonly leads: ReadonlySet<string>
  readonly contacts: ReadonlySet<string>
  readonly messages: ReadonlySet<string>
}

/** A row of `search_index`. */
interface Entry {
  readonly kind: Findable
  readonly id: string
  contactId: string | null
  readonly words: string
}

/**
 * Brings the words of these records up to date, as their rows stand now; of what is gone, nothing is written. The caller holds the cursor
 * of the reaction `search`: there is one writer at a time. A lead and its contact share an entry where the same words find both.
 */
export const indexRecords = async (db: Db, orgId: string, records: Records): Promise<void> => {
  const [leads, contacts, messages] = await Promise.all([
    readLeads(db, orgId, records.leads),
    readContacts(db, orgId, records.contacts),
    readMessages(db, orgId, records.messages),
  ])
  const entries: Entry[] = []
  /** The entry that a contact may share: of its first lead, which has none yet. */
  const shareable = new Map<string, { lead: LeadRow; entry: Entry; ofPerson: string }>()
  for (const lead of leads) {
    const ofPerson = wordsOfPerson({ ...lead, phone: lead.phone_e164 })
    const words = wordsOfLead({ ...lead, phone: lead.phone_e164, received_phone: lead.phone }, ofPerson)
    if (words === lead.indexed) continue
    const entry: Entry = { kind: 'lead', id: lead.id, contactId: null, words }
    entries.push(entry)
    if (lead.indexed === null && !shareable.has(lead.contact_id)) shareable.set(lead.contact_id, { lead, entry, ofPerson })
  }
  const parted: string[] = []
  for (const contact of contacts) {
    const { indexed } = contact
    const shared = shareable.get(contact.id)
    const words = shared && isAs(contact, shared.lead) ? shared.ofPerson : wordsOfPerson(contact)
    if (indexed !== null && personPart(indexed) === words) continue
    if (indexed === null && shared?.ofPerson === words) shared.entry.contactId = contact.id
    else entries.push({ kind: 'contact', id: contact.id, contactId: contact.id, words })
    if (contact.indexed_lead_id !== null) parted.push(contact.indexed_lead_id)
  }
  for (const { id, body, names } of messages)
    entries.push({ kind: 'message', id, contactId: null, words: wordsOfMessage([body, ...names]) })
  if (parted.length > 0)
    await sql`update search_index set contact_id = null where org_id = ${orgId} and kind = 'lead' and id = any(${parted}::uuid[])`.execute(
      db,
    )
  await forgetBefore(db, orgId, records)
  await write(db, orgId, entries)
}

/** Whether a contact is as its lead gave it: nearly every new one. */
const isAs = (contact: ContactRow, lead: LeadRow): boolean =>
  contact.full_name === lead.full_name &&
  contact.email === lead.email &&
  contact.phone === lead.phone_e164 &&
  contact.company === lead.company

/** What an earlier version wrote of them: nothing is in both tables. */
const forgetBefore = async (db: Db, orgId: string, { leads, contacts, messages }: Records): Promise<void> => {
  await sql`
    delete from search where exists (select from search where org_id = ${orgId}) and org_id = ${orgId}
      and (kind = 'lead' and id = any(${[...leads]}::uuid[]) or kind = 'contact' and id = any(${[...contacts]}::uuid[])
        or kind = 'message' and id = any(${[...messages]}::uuid[]))`.execute(db)
}

const write = async (db: Db, orgId: string, entries: readonly Entry[]): Promise<void> => {
  if (entries.length === 0) return
  const column = <Name extends keyof Entry>(name: Name): Entry[Name][] => entries.map((entry) => entry[name])
  await sql`
    insert into search_index as s (org_id, kind, id, contact_id, words)
    select ${orgId}, e.kind, e.id, e.contact_id, e.words
    from unnest(${column('kind')}::text[], ${column('id')}::uuid[], ${column('contactId')}::uuid[], ${column('words')}::text[]) as e (kind, id, contact_id, words)
    on conflict (org_id, kind, id) do update set words = excluded.words where s.words <> excluded.words`.execute(db)
}

interface LeadRow {
  readonly id: string
  readonly contact_id: string
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly phone_e164: string | null
  readonly company: string | null
  readonly external_id: string | null
  readonly source: string
  /** How it begins. */
  readonly note: string | null
  /** Its words in the index. */
  readonly indexed: string | null
}

/** Of what a lead asks for: more would make the index larger than the leads. */
const searchedCharacters = 1_000

// OFFSET 0: one look by index for each, however empty the tables were when they were last analyzed.
const readLeads = async (db: Db, orgId: string, ids: ReadonlySet<string>): Promise<LeadRow[]> => {
  if (ids.size === 0) return []
  const { rows } = await sql<LeadRow>`
    select l.*, x.words as indexed
    from unnest(${[...ids].sort()}::uuid[]) as i (id)
    cross join lateral (
      select l.id, l.contact_id, l.full_name, l.email, l.phone, l.phone_e164, l.metadata ->> 'company' as company, l.external_id, l.source,
        left(l.note, ${searchedCharacters}) as note
      from leads l where l.org_id = ${orgId} and l.id = i.id offset 0) l
    left join lateral (select x.words from search_index x where x.org_id = ${orgId} and x.kind = 'lead' and x.id = i.id offset 0) x on true`.execute(
    db,
  )
  return rows
}

interface ContactRow {
  readonly id: string
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
  /** The words of the entry by which it is found, and the lead that it shares that with. */
  readonly indexed: string | null
  readonly indexed_lead_id: string | null
}

const readContacts = async (db: Db, orgId: string, ids: ReadonlySet<string>): Promise<ContactRow[]> => {
  if (ids.size === 0) return []
  const { rows } = await sql<ContactRow>`
    select c.*, x.words as indexed, case x.kind when 'lead' then x.id end as indexed_lead_id
    from unnest(${[...ids].sort()}::uuid[]) as i (id)
    cross join lateral (
      select c.id, c.full_name, c.email, c.phone, c.company from contacts c where c.org_id = ${orgId} and c.id = i.id offset 0) c
    left join lateral (
      select x.words, x.kind, x.id from search_index x where x.org_id = ${orgId} and x.contact_id = i.id offset 0) x on true`.execute(
    db,
  )
  return rows
}

/** Characters of a message that are searched. */
const longestMessage = 8_000

const readMessages = async (db: Db, orgId: string, ids: ReadonlySet<string>) => {
  if (ids.size === 0) return []
  const { rows } = await sql<{ id: string; body: string; names: string[] }>`
    select m.id, coalesce(left(m.body, ${longestMessage}), '') as body,
      array(select f ->> 'name' from jsonb_array_elements(
        case when jsonb_typeof(m.content -> 'attachments') = 'array' then m.content -> 'attachments' else '[]' end) as f
        where f ->> 'name' is not null) as names
    from messages m where m.org_id = ${orgId} and m.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

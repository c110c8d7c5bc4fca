import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { newIdAt } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import { addDemoAnswers } from '#domains/crm/deals/demo-deals.ts'
import { dealEvents } from '#domains/crm/deals/events.ts'
import { digest16 } from '#domains/crm/identities/digests.ts'
import { backdateContacts } from '#domains/crm/identities/linked-records.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { type LeadInput, readLead } from '#domains/crm/leads/lead-input.ts'
import { backdateLeads } from '#domains/crm/leads/removals.ts'
import { leadRow, takeLeads } from '#domains/crm/leads/take-leads.ts'
import { shape } from '#shapes'
import { removeRecords } from './clearing.ts'
import { demoDeals } from './demo-deals.ts'
import { demoLeads } from './demo-leads.ts'
import { type DemoIds, findDemo, forgetDemo, recordDemo } from './demo-records.ts'
import { livesOf } from './lead-lives.ts'
import type { DemoPerson } from './seeders.ts'
import { seedRecords } from './seeding.ts'

/** What the demo has added, or what of it was removed. */
export const DemoCount = shape('DemoCount', {
  leads: z.int(),
  contacts: z.int(),
  companies: z.int(),
  deals: z.int(),
  tasks: z.int(),
  messages: z.int(),
  calls: z.int(),
  invoices: z.int(),
  notes: z.int(),
  meetings: z.int(),
  uploads: z.int(),
})
export type DemoCount = z.output<typeof DemoCount>

const countOf = (ids: Partial<DemoIds>): DemoCount => {
  const n = (of: readonly string[] | undefined) => of?.length ?? 0
  return {
    ...{ leads: n(ids.lead), contacts: n(ids.contact), companies: n(ids.company), deals: n(ids.deal), tasks: n(ids.task) },
    ...{ messages: n(ids.message), calls: n(ids.call), invoices: n(ids.invoice), notes: n(ids.note) },
    ...{ meetings: n(ids.booking), uploads: n(ids.upload) },
  }
}

export interface Seeder {
  readonly now: Date
  /** Who asks for it; null: the owner of the workspace. */
  readonly personId: string | null
  readonly vault: Vault
}

/**
 * Fills a workspace with some weeks of work. Adds nothing where the demo is already, and leaves out people who are known: the demo never
 * touches what is real. Its leads count towards no quota.
 *
 * A lead of the demo, its event and, where it was the first of its person, its contact bear the same id. All that the demo makes stands in
 * `demo_records`, by which `clearDemo` knows it.
 */
export const seedDemo = async (db: Db, orgId: string, { now, personId, vault }: Seeder): Promise<DemoCount> => {
  await lockDemo(db, orgId)
  if (await hasDemo(db, orgId)) return countOf({})
  const known = await knownKeys(db, orgId, now)
  const rows = demoLeads(now).flatMap(({ at, body }) => {
    const lead = readDemoLead(body, now)
    if (keysOf(orgId, lead).some((key) => known.has(key))) return []
    const id = newIdAt(at)
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
  const workspace = await findWorkspace(db, orgId, personId)
  const { lives, answers } = livesOf(
    rows.map(({ at, row }) => ({ id: row.leadId, at, email: row.lead.email })),
    {
      ...workspace,
      now,
      dealEmails: new Set(demoDeals.map(({ email }) => email)),
    },
  )
  await backdateLeads(db, orgId, times, lives)
  await backdateContacts(db, orgId, times)
  await addDemoAnswers(db, orgId, answers)
  const people = await findPeople(db, orgId, [...times.keys()])
  const made = await seedRecords({
    ...{ db, orgId, now, vault, ...workspace },
    people: new Map(people.flatMap((person) => (person.email === null ? [] : [[person.email, person as DemoPerson] as const]))),
  })
  const all = { ...made, lead: [...times.keys()], contact: people.map(({ id }) => id) }
  await recordDemo(db, orgId, all)
  await wake(db, orgId, dealEvents.changed)
  return countOf(all)
}

/**
 * Takes away what the demo has made and nothing else: its records with what hangs on them, and of its contacts, companies and deals those
 * to which nothing real refers. A real lead keeps its contact.
 */
export const clearDemo = async (db: Db, orgId: string, within: Within): Promise<DemoCount> => {
  await lockDemo(db, orgId)
  if (!(await hasDemo(db, orgId))) return countOf({})
  const gone = await removeRecords(db, orgId, await findDemo(db, orgId), within)
  await db
    .deleteFrom('events')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${[...gone.lead]}::uuid[])`)
    .execute()
  await forgetDemo(db, orgId)
  await wake(db, orgId, leadEvents.received)
  await wake(db, orgId, dealEvents.changed)
  return countOf(gone)
}

/** One after the other. Not FOR UPDATE: leads that make contacts meanwhile refer to the workspace. */
const lockDemo = async (db: Db, orgId: string): Promise<void> => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
}

const hasDemo = async (db: Db, orgId: string): Promise<boolean> => {
  const { rows } = await sql`select from demo_records where org_id = ${orgId} limit 1`.execute(db)
  return rows.length > 0
}

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

/** Whose the demo is, and what it is measured by. Amounts of a workspace that has not chosen a currency are in euros. */
const findWorkspace = async (db: Db, orgId: string, personId: string | null) => {
  const { rows } = await sql<{ id: string }>`
    select id from members where org_id = ${orgId}
    order by (id = ${personId}::uuid) desc nulls last, role <> 'owner', created_at, id limit 4`.execute(db)
  const [first, ...others] = rows.map(({ id }) => id)
  if (first === undefined) throw new Error('a workspace without a member')
  const org = await db
    .selectFrom('orgs')
    .select(['currency', 'response_target_minutes'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const members: readonly [string, ...string[]] = [first, ...others]
  return { members, currency: org.currency ?? 'EUR', targetMinutes: org.response_target_minutes }
}

/** The contacts that were made. */
const findPeople = (db: Db, orgId: string, ids: readonly string[]) =>
  db
    .selectFrom('contacts')
    .select(['id', 'email', 'full_name', 'phone', 'company', 'created_at'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute()

import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { eventOf, type NewEvent, recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { searchQuery, wordsFound } from '#core/search.ts'
import { id, inOrder, isAfter } from '#db/keyset.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { readEmail } from '#shapes/emails.ts'
import { cut, isStorable } from '#shapes/texts.ts'
import { type Meant, requireAsSeen } from '../edits/edits.ts'
import { rootId } from '../identities/root-ids.ts'
import { recordCompanyEdits } from './company-edits.ts'
import { type CompanyRow, lockCompanyGroups, takeDomainOfMerged, topCompany } from './company-groups.ts'
import { companyEvents, companyFieldsOf } from './events.ts'
import { isForEverybody } from './mail-domains.ts'

export const CompanyName = z.string().trim().min(1).max(255).refine(isStorable, 'is not valid text')

/** `https://www.Acme.example/about` and `acme.example` are one domain; null for invalid ones and public email providers. */
export const readDomain = (text: string): string | null => {
  const host = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\./i, '')
  const read = readEmail(`x@${host}`)
  if (!('key' in read)) return null
  const domain = read.key.slice(2)
  return isForEverybody(domain) ? null : domain
}

/** A company as it is sent. */
export const Company = shape('Company', {
  id: z.uuid(),
  name: z.string(),
  domain: z.string().nullable().describe('Lower case, without www: contacts with an email address there belong to the company'),
  owner_id: z.uuid().nullable().describe('The member who takes care of it'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  deleted_at: z.iso.datetime().nullable().describe('In the bin since then'),
})

export const showCompany = ({ created_at, updated_at, deleted_at, ...row }: CompanyRow): z.output<typeof Company> => ({
  ...{ id: row.id, name: row.name, domain: row.domain, owner_id: row.owner_id },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  deleted_at: deleted_at?.toISOString() ?? null,
})

/** The company with this id; of one that was merged, the one that stands for it, with an id of its own. */
export const findCompany = (db: Db, orgId: string, id: string): Promise<CompanyRow | undefined> =>
  db
    .selectFrom('companies as given')
    .innerJoin('companies', (join) => join.on('companies.org_id', '=', orgId).on('companies.id', '=', rootId('given')))
    .selectAll('companies')
    .where('given.org_id', '=', orgId)
    .where('given.id', '=', id)
    .where('companies.removed_at', 'is', null)
    .executeTakeFirst()

const findByDomain = (db: Db, orgId: string, domain: string): Promise<CompanyRow | undefined> =>
  db.selectFrom('companies').selectAll().where('org_id', '=', orgId).where('domain', '=', domain).executeTakeFirst()

export const companyOrders = ['-created_at', 'created_at', 'name', '-name'] as const
/** As a dictionary does, and as the index has them. */
const byName = [sql`name collate "und-x-icu"`, id]

/** `search`: see `idsOfSearch`. */
export const findCompanies = async (
  db: Db,
  orgId: string,
  filter: {
    search?: string | undefined
    order: (typeof companyOrders)[number]
    cursor?: string | undefined
    limit: number
  },
): Promise<CompanyRow[]> => {
  let query = db.selectFrom('companies').selectAll().where('org_id', '=', orgId).where('deleted_at', 'is', null)
  query = query.where('root_id', 'is', null)
  if (filter.search) {
    const ids = await idsOfSearch(db, orgId, filter.search)
    if (ids.length === 0) return []
    query = query.where('id', 'in', ids)
  }
  const order = { by: filter.order.endsWith('name') ? byName : [id], isDescending: filter.order.startsWith('-') }
  if (filter.cursor) query = query.where(isAfter('companies', order, orgId, filter.cursor))
  return query.orderBy(inOrder(order)).limit(filter.limit).execute()
}

/** So many are compared with what is searched, letter by letter: 10 ms. */
const newestCompared = 5_000
/** So many of those that have the words are looked at, the newest. */
const mostOfWords = 1_000

/**
 * Companies that are found: of the newest 5,000 those with a part of it in the name or the domain, and of all those that have its words, or
 * words that begin so. No index of PostgreSQL's own finds parts of texts, and a workspace may have a million.
 */
const idsOfSearch = async (db: Db, orgId: string, search: string): Promise<string[]> => {
  const part = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const words = searchQuery('record', orgId, search, 'company')
  const { rows } = await sql<{ id: string }>`
    select n.id from (select id, name, domain from companies where org_id = ${orgId} order by id desc limit ${newestCompared}) n
    where lower(n.name) like ${part} or n.domain like ${part}
    ${
      words
        ? sql`union select ${rootId('g')}
            from ${wordsFound(words, { limit: mostOfWords })} as w (id)
            cross join lateral (select id, root_id from companies c where c.org_id = ${orgId} and c.id = w.id limit 1) g`
        : sql``
    }`.execute(db)
  return rows.map((row) => row.id)
}

/** Writes a new company. Null when another one has the domain. */
export const addCompany = async (
  db: Db,
  orgId: string,
  { name, domain, ownerId = null }: { readonly name: string; readonly domain: string | null; readonly ownerId?: string | null },
): Promise<CompanyRow | null> => {
  const added = await db
    .insertInto('companies')
    .values({ org_id: orgId, id: newId(), name, domain, owner_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) await recordEvent(db, orgId, companyEvents.changed, added.id, { before: null, after: companyFieldsOf(added) })
  return added ?? null
}

/** What of a contact tells whom they work for. */
export type Employed = Pick<Selectable<Tables['contacts']>, 'company_id' | 'email' | 'company'>

/** A company that is to be found by the domain of a contact's address, or made: named as they said, or else after the domain. */
export interface Employer {
  readonly contact_id: string
  /** Of the one that is made. */
  readonly company_id: string
  readonly domain: string
  readonly name: string
}

/** The employers of contacts that have none yet; none for a public email provider, or an invalid address. */
export const employersOf = (people: ReadonlyMap<string, Employed>): Employer[] => {
  const made = new Map<string, Pick<Employer, 'company_id' | 'name'>>()
  return [...people].flatMap(([contactId, { company_id, email, company }]) => {
    const domain = company_id === null ? domainOfEmail(email) : null
    if (domain === null) return []
    const named = made.get(domain) ?? { company_id: newId(), name: cut(company?.trim() || nameOfDomain(domain), 255) }
    made.set(domain, named)
    return [{ contact_id: contactId, domain, ...named }]
  })
}

/**
 * Finds or makes them, for a statement that goes on with whom it found: rows of `contact_id` and `company_id`. The caller holds the
 * contacts. Any number of callers at once find or make the same one.
 */
export const findEmployers = (orgId: string, employers: readonly Employer[]) =>
  sql`find_employers(${orgId}, ${JSON.stringify(employers)}::jsonb)`

/** What is to be told of those that were made. */
export const eventsOfEmployers = (
  employers: readonly Employer[],
  found: readonly { readonly company_id: string | null }[],
): NewEvent[] => {
  const ids = new Set(found.map(({ company_id }) => company_id))
  const made = new Map(employers.filter(({ company_id }) => ids.has(company_id)).map((each) => [each.company_id, each]))
  return [...made].map(([id, company]) => eventOf(companyEvents.changed, id, { before: null, after: companyFieldsOf(company) }))
}

/** The domain that an address tells an employer by; null where it tells none. */
export const domainOfEmail = (email: string | null | undefined): string | null => {
  const domain = email?.trim().split('@').at(1)
  return domain === undefined ? null : readDomain(domain)
}

/** `blue-bakery.example` is Blue Bakery until it is renamed. */
const nameOfDomain = (domain: string): string =>
  (domain.split('.')[0] ?? domain).replace(
    /(^|-)([a-z])/g,
    (_all, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase(),
  )

/**
 * Changes what is given, of the company that stands for this one. Null when another one has the domain. The caller has seen that there is
 * such a company. Throws `record_changed` where it is not as its editor saw it.
 */
export const changeCompany = async (
  db: Db,
  orgId: string,
  companyId: string,
  changes: {
    readonly name?: string | undefined
    readonly domain?: string | null | undefined
    readonly ownerId?: string | null | undefined
    /** As their editor saw them. */
    readonly was?: { readonly name?: unknown; readonly domain?: unknown; readonly ownerId?: unknown } | undefined
  },
): Promise<CompanyRow | null> => {
  // Held until the commit: of two who give the same domain at once, the later one sees the other's.
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
  const group = await lockCompanyGroups(db, orgId, [companyId])
  const before = topCompany(group, companyId)
  if (!before) throw new Error('a company that was there is missing')
  const { id } = before
  await requireAsSeen(db, orgId, id, meantOf(before, changes))
  if (changes.domain) {
    const other = await findByDomain(db, orgId, changes.domain)
    if (other && !group.has(other.id)) return null
    if (other && other.id !== id) await takeDomainOfMerged(db, orgId, other)
  }
  const after = await db
    .updateTable('companies')
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.domain !== undefined && { domain: changes.domain }),
      ...(changes.ownerId !== undefined && { owner_id: changes.ownerId }),
      updated_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const sides = { before: companyFieldsOf(before), after: companyFieldsOf(after) }
  await recordEvent(db, orgId, companyEvents.changed, id, changedFields(sides.before, sides.after))
  await recordCompanyEdits(db, orgId, [{ id, ...sides }])
  return after
}

const meantOf = (row: CompanyRow, { was = {}, ...wanted }: Parameters<typeof changeCompany>[3]): Meant[] => [
  { field: 'name', edited: 'name', was: was.name, now: row.name, wanted: wanted.name },
  { field: 'domain', edited: 'domain', was: was.domain, now: row.domain, wanted: wanted.domain },
  { field: 'ownerId', edited: 'owner', was: was.ownerId, now: row.owner_id, wanted: wanted.ownerId },
]

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { nilId } from '#core/ids.ts'
import { contactHas, findByWords, type SearchQuery, searchQuery } from '#core/search.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { canonicalContactOf } from './merge-groups.ts'
import { rootId } from './root-ids.ts'

type Db = Kysely<Tables>

const listed = [
  'id',
  'full_name',
  'email',
  'phone',
  'company',
  'job_title',
  'linkedin_url',
  'owner_id',
  'subscription',
  'opted_in_at',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

/** A contact as it is sent. */
export const Contact = shape('Contact', {
  id: z.uuid(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('E.164'),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  owner_id: z.uuid().nullable().describe('The member who takes care of them'),
  subscription: choice('ContactSubscription', ['none', 'subscribed', 'unsubscribed']).describe(
    'Marketing permission; leads never change it',
  ),
  opted_in_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  deleted_at: z.iso.datetime().nullable().describe('In the bin since then'),
})

/** People, newest first, by keyset: each is shown once, by the record that stands for them. */
export const listContacts = async (
  db: Db,
  orgId: string,
  filter: { search?: string | undefined; oldestFirst?: boolean; cursor?: string | undefined; limit: number },
): Promise<{ contacts: ContactRow[]; nextCursor: string | null }> => {
  if (filter.search) return searchContacts(db, orgId, { ...filter, search: filter.search })
  let query = db
    .selectFrom('contacts')
    .select(listed)
    .where('org_id', '=', orgId)
    .where('root_id', 'is', null)
    .where('deleted_at', 'is', null)
  if (filter.cursor) query = query.where('id', filter.oldestFirst ? '>' : '<', filter.cursor)
  const found = await query
    .orderBy('id', filter.oldestFirst ? 'asc' : 'desc')
    .limit(filter.limit + 1)
    .execute()
  const contacts = found.slice(0, filter.limit)
  return { contacts, nextCursor: found.length > filter.limit ? (contacts.at(-1)?.id ?? null) : null }
}

type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>

/**
 * By the words of any record of a person. Paged by what has the words; of several records of one person that have them one counts, so that no
 * contact is listed twice, on any page.
 */
const searchContacts = async (
  db: Db,
  orgId: string,
  { search, cursor, limit }: { search: string; cursor?: string | undefined; limit: number },
): Promise<{ contacts: ContactRow[]; nextCursor: string | null }> => {
  const words = searchQuery('contact', orgId, search)
  const found = words === null ? [] : await findByWords(db, words, { cursor, limit: limit + 1 })
  const hits = found.slice(0, limit)
  if (words === null || hits.length === 0) return { contacts: [], nextCursor: null }
  const { rows } = await sql<{ id: string; root: string }>`
    select h.id, ${rootId('c')} as root
    from unnest(${hits}::uuid[]) with ordinality as h(id, place)
    join contacts c on c.org_id = ${orgId} and c.id = h.id
    where ${countsAsFound(words, 'c')}
    order by h.place`.execute(db)
  const people = await db
    .selectFrom('contacts')
    .select(listed)
    .where('org_id', '=', orgId)
    .where('id', 'in', [...rows.map((row) => row.root), nilId])
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(people.map((person) => [person.id, person]))
  return {
    contacts: rows.flatMap((row) => byId.get(row.root) ?? []),
    nextCursor: found.length > limit ? (hits.at(-1) ?? null) : null,
  }
}

/**
 * Whether a contact that has the words is the one of its person under which a search lists them: the canonical one if it has the words, else the
 * newest that has. `contact` is an alias of `contacts`.
 */
export const countsAsFound = (words: SearchQuery, contact: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${contact}.${column}`)
  return sql<boolean>`(${of('root_id')} is null or not exists (
    select from contacts other where other.org_id = ${of('org_id')}
      and (other.id = ${of('root_id')} or other.root_id = ${of('root_id')} and other.id > ${of('id')})
      and ${contactHas(words, 'other')}))`
}

/** The person that a record belongs to: the record that stands for them, in the bin too. */
export const findContact = async (db: Db, orgId: string, contactId: string) =>
  db
    .selectFrom('contacts')
    .select(listed)
    .where('org_id', '=', orgId)
    .where('id', '=', await canonicalContactOf(db, orgId, contactId))
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Those of these records that there are. */
export const findContacts = (db: Db, orgId: string, ids: readonly string[]): Promise<ContactRow[]> =>
  db
    .selectFrom('contacts')
    .select(listed)
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids, nilId])
    .execute()

/** Where a person works, as a company of its own: of the first of their records that has one. */
export const findCompanyOf = async (
  db: Db,
  orgId: string,
  mergeGroup: readonly string[],
): Promise<{ id: string; name: string } | null> => {
  const found = await db
    .selectFrom('contacts')
    .innerJoin('companies as employer', (join) =>
      join.onRef('employer.org_id', '=', 'contacts.org_id').onRef('employer.id', '=', 'contacts.company_id'),
    )
    .innerJoin('companies', (join) =>
      join.onRef('companies.org_id', '=', 'employer.org_id').on('companies.id', '=', rootId('employer')),
    )
    .select(['companies.id', 'companies.name'])
    .where('contacts.org_id', '=', orgId)
    .where('contacts.id', 'in', [...mergeGroup, nilId])
    .where('companies.deleted_at', 'is', null)
    .orderBy('contacts.root_id', (order) => order.asc().nullsFirst())
    .orderBy('contacts.id')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

export const sentContact = (row: NonNullable<Awaited<ReturnType<typeof findContact>>>): z.output<typeof Contact> => ({
  ...row,
  subscription: row.subscription as 'none',
  opted_in_at: row.opted_in_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})

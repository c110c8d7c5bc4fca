import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { id, inOrder, isAfter } from '#db/keyset.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { readEmail } from '#shapes/emails.ts'
import { cut, isStorable } from '#shapes/texts.ts'
import { setCompany } from '../identities/contacts.ts'
import { companyEvents, companyFieldsOf } from './events.ts'
import { isForEverybody } from './mail-domains.ts'

export type CompanyRow = Selectable<Tables['companies']>

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
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const showCompany = ({ id, name, domain, created_at, updated_at }: CompanyRow): z.output<typeof Company> => ({
  id,
  name,
  domain,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export const findCompany = (db: Db, orgId: string, id: string): Promise<CompanyRow | undefined> =>
  db.selectFrom('companies').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

const findByDomain = (db: Db, orgId: string, domain: string): Promise<CompanyRow | undefined> =>
  db.selectFrom('companies').selectAll().where('org_id', '=', orgId).where('domain', '=', domain).executeTakeFirst()

export const companyOrders = ['-created_at', 'created_at', 'name', '-name'] as const
const byName = [sql`lower(name)`, id]

/** `search`: a part of the name or the domain. */
export const findCompanies = (
  db: Db,
  orgId: string,
  filter: {
    search?: string | undefined
    order: (typeof companyOrders)[number]
    cursor?: string | undefined
    limit: number
  },
): Promise<CompanyRow[]> => {
  let query = db.selectFrom('companies').selectAll().where('org_id', '=', orgId)
  if (filter.search) {
    const part = `%${filter.search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((row) => row.or([row(sql<string>`lower(name)`, 'like', part), row('domain', 'like', part)]))
  }
  const order = { by: filter.order.endsWith('name') ? byName : [id], isDescending: filter.order.startsWith('-') }
  if (filter.cursor) query = query.where(isAfter('companies', order, orgId, filter.cursor))
  return query.orderBy(inOrder(order)).limit(filter.limit).execute()
}

/** Writes a new company. Null when another one has the domain. */
export const addCompany = async (
  db: Db,
  orgId: string,
  { name, domain }: { readonly name: string; readonly domain: string | null },
): Promise<CompanyRow | null> => {
  const added = await db
    .insertInto('companies')
    .values({ org_id: orgId, id: newId(), name, domain })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) await recordEvent(db, orgId, companyEvents.changed, added.id, { before: null, after: companyFieldsOf(added) })
  return added ?? null
}

/**
 * The company of a contact, by the domain of their address: the one that has it, or one that is created now, named as
 * they said or else after the domain. Null for a public email provider, and for an invalid address.
 * Any number of callers at once find or make the same one.
 */
export const companyOfEmail = async (
  db: Db,
  orgId: string,
  email: string | null | undefined,
  said?: string | null,
): Promise<string | null> => {
  const domain = domainOfEmail(email)
  if (domain === null) return null
  const found = await findByDomain(db, orgId, domain)
  if (found) return found.id
  const name = cut(said?.trim() || nameOfDomain(domain), 255)
  const made = (await addCompany(db, orgId, { name, domain })) ?? (await findByDomain(db, orgId, domain))
  return made?.id ?? null
}

/** Whom a contact works for; found by their address and written down with them where that was not known. */
export const employerOf = async (db: Db, orgId: string, contactId: string): Promise<string | null> => {
  const contact = await db
    .selectFrom('contacts')
    .select(['company_id', 'email', 'company'])
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .executeTakeFirst()
  if (!contact || contact.company_id !== null) return contact?.company_id ?? null
  const companyId = await companyOfEmail(db, orgId, contact.email, contact.company)
  if (companyId !== null) await setCompany(db, orgId, contactId, companyId)
  return companyId
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

/** Changes what is given. Null when another one has the domain. The caller has seen that there is such a company. */
export const changeCompany = async (
  db: Db,
  orgId: string,
  id: string,
  changes: { readonly name?: string | undefined; readonly domain?: string | null | undefined },
): Promise<CompanyRow | null> => {
  // Held until the commit: of two who give the same domain at once, the later one sees the other's.
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
  if (changes.domain) {
    const other = await findByDomain(db, orgId, changes.domain)
    if (other && other.id !== id) return null
  }
  const before = await findCompany(db, orgId, id)
  const after = await db
    .updateTable('companies')
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.domain !== undefined && { domain: changes.domain }),
      updated_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(
    db,
    orgId,
    companyEvents.changed,
    id,
    changedFields(companyFieldsOf(before ?? after), companyFieldsOf(after)),
  )
  return after
}

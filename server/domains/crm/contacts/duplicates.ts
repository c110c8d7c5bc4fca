import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findByWords, foldCase, searchQuery } from '#core/search.ts'
import { readEmail } from '#shapes/emails.ts'
import { readPhone } from '#shapes/phones.ts'
import { domainOfEmail, readDomain } from '../companies/companies.ts'
import { digest16 } from '../identities/digests.ts'
import { rootId } from '../identities/root-ids.ts'

export interface Typed {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly company?: string | undefined
  readonly domain?: string | undefined
}

/** Why a contact is probably the one who is typed. Only an address and a number say who someone is. */
export const contactReasons = ['email', 'phone', 'name', 'company'] as const
export type ContactReason = (typeof contactReasons)[number]

/** Why a company is. `email`: the address that is typed is of its domain. */
export const companyReasons = ['domain', 'email', 'name'] as const
type CompanyReason = (typeof companyReasons)[number]

const mostShown = 5
/** Of a common name so many are looked at, the newest first. */
const mostNamed = 50
/** A shorter beginning is that of too many. */
const leastLetters = 3

export interface ProbableContact {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
  /** In the bin since then. */
  readonly deleted_at: Date | null
  readonly reasons: ContactReason[]
}

/** Contacts who are probably the one who is typed, the surest first. Of those in the bin only whom an address or a number says: adding them restores them. */
export const findProbableContacts = async (
  db: Db,
  orgId: string,
  typed: Typed,
  defaultCountry: string | null,
): Promise<ProbableContact[]> => {
  const keys = keysOf(orgId, typed, defaultCountry)
  const name = typed.name?.trim() ?? ''
  const words = name.length >= leastLetters ? searchQuery('contact', orgId, name) : null
  const named = words === null ? [] : await findByWords(db, words, { limit: mostNamed })
  if (keys.length === 0 && named.length === 0) return []
  const { rows } = await sql<Omit<ProbableContact, 'reasons'> & { kinds: ContactReason[] }>`
    with held as (
      select k.contact_id as id, k.kind from contact_keys k
      where k.org_id = ${orgId} and k.key = any(${keys}::uuid[])
      union all
      select n.id, 'name' from unnest(${named}::uuid[]) as n (id))
    select p.id, p.full_name as name, p.email, p.phone, p.company, p.deleted_at, array_agg(distinct h.kind) as kinds
    from held h
    join contacts c on c.org_id = ${orgId} and c.id = h.id
    join contacts p on p.org_id = ${orgId} and p.id = ${rootId('c')}
    where p.removed_at is null and (p.deleted_at is null or h.kind <> 'name')
    group by p.id, p.full_name, p.email, p.phone, p.company, p.deleted_at
    order by p.id desc`.execute(db)
  return rows
    .flatMap(({ kinds, ...contact }) => {
      const reasons = contactReasons.filter((reason) =>
        reason === 'name'
          ? kinds.includes(reason) && isCalled(contact.name, name)
          : reason === 'company'
            ? isSameText(contact.company, typed.company)
            : kinds.includes(reason),
      )
      // Who works there is not who is typed.
      return reasons.some((reason) => reason !== 'company') ? [{ ...contact, reasons }] : []
    })
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, mostShown)
}

const keysOf = (orgId: string, { email, phone }: Typed, defaultCountry: string | null): string[] => {
  const read = email ? readEmail(email.trim()) : undefined
  const number = phone ? readPhone(phone, defaultCountry) : null
  return [
    ...(read && 'key' in read ? [digest16(orgId, 'email', read.key)] : []),
    ...(number ? [digest16(orgId, 'phone', number.key)] : []),
  ]
}

const weights: Readonly<Record<ContactReason, number>> = { email: 8, phone: 4, name: 2, company: 1 }
const weightOf = ({ reasons }: ProbableContact): number => reasons.reduce((sum, reason) => sum + weights[reason], 0)

const isSameText = (one: string | null, other: string | undefined): boolean =>
  one !== null && other !== undefined && foldCase(one.trim()) === foldCase(other.trim())

/** The words that were typed begin words of the name: not of an address, or of a company, in which they were found as well. */
const isCalled = (name: string | null, typed: string): boolean => {
  const words = foldCase(name ?? '').split(/\s+/)
  return foldCase(typed)
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

export interface ProbableCompany {
  readonly id: string
  readonly name: string
  readonly domain: string | null
  readonly reasons: CompanyReason[]
}

/** Companies that are probably the one that is typed: by their domain, or a name that begins so; by those of what was merged into them, too. */
export const findProbableCompanies = async (db: Db, orgId: string, typed: Typed): Promise<ProbableCompany[]> => {
  const domain = typed.domain ? readDomain(typed.domain) : null
  const ofEmail = domainOfEmail(typed.email)
  const name = typed.company?.trim().toLowerCase() ?? ''
  const begins = name.length >= leastLetters ? name : null
  const { rows } = await sql<Omit<ProbableCompany, 'reasons'> & { name_key: string }>`
    select distinct on (f.id) f.* from (
      (select k.id, k.name, g.domain, k.name_key from companies g
       join companies k on k.org_id = g.org_id and k.id = ${rootId('g')}
       where g.org_id = ${orgId} and g.domain = any(${[domain, ofEmail].filter((each) => each !== null)}::text[]) and k.deleted_at is null)
      union all
      (select k.id, k.name, k.domain, g.name_key from companies g
       join companies k on k.org_id = g.org_id and k.id = ${rootId('g')}
       where g.org_id = ${orgId} and g.name_key >= ${begins} and g.name_key < ${begins}::text collate "C" || ${lastCharacter}
         and k.deleted_at is null
       order by g.name_key, g.id limit ${mostShown})) f
    order by f.id desc`.execute(db)
  return rows
    .map(({ name_key, ...company }) => ({
      ...company,
      reasons: companyReasons.filter(
        (reason) =>
          ({
            domain: domain !== null && company.domain === domain,
            email: ofEmail !== null && company.domain === ofEmail,
            name: begins !== null && name_key.startsWith(begins),
          })[reason],
      ),
    }))
    .sort((one, other) => other.reasons.length - one.reasons.length)
    .slice(0, mostShown)
}

/** Behind every character that a name has. */
const lastCharacter = '\u{10ffff}'

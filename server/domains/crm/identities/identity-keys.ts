import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice } from '#shapes'
import { readEmail } from '#shapes/emails.ts'
import type { Phone } from '#shapes/phones.ts'
import { recordContactChange } from './contact-news.ts'
import { digest16 } from './digests.ts'

/** What is known of a person who turns up. */
export interface Who {
  readonly email?: string | null
  readonly phone?: Phone | null
  /** WhatsApp's business-scoped user id: people there may write without showing a number. */
  readonly whatsappUserId?: string | null
  readonly name?: string | null
  readonly company?: string | null
}

export const IdentityKind = choice('IdentityKind', ['email', 'phone', 'whatsapp'])
export type IdentityKind = z.output<typeof IdentityKind>

/**
 * Where an identity of a record comes from. `message`: a message came from there. `member`: a member entered or confirmed it.
 * `added`: a later claim filled a blank with it. Null: from the claim that made the record.
 */
export type Proof = 'added' | 'member' | 'message' | null

export interface Given {
  readonly key: string
  readonly kind: IdentityKind
  /** What the record shows of it. */
  readonly shown: { readonly email?: string; readonly phone?: string }
  /** A business-scoped user id, which has no place in the record. */
  readonly value: string | null
}

export interface Holder {
  readonly key: string
  readonly kind: IdentityKind
  readonly contactId: string
  readonly proof: Proof
  /** Of an identity from the claim that made the record: the record's keys that a message has proven. */
  readonly provenKeys: readonly string[]
}

/**
 * Whether a message from there, by a sender of these keys, does not lead to the record: it has the identity from a later claim, or a
 * message showed it to be another sender's.
 */
export const isStranger = ({ proof, provenKeys }: Holder, keys: readonly string[]): boolean =>
  proof === 'added' || (proof === null && provenKeys.some((key) => !keys.includes(key)))

/** An identity as a person reads it. */
export const textOf = ({ shown, value }: Given): string => shown.email ?? shown.phone ?? value ?? ''

/** What a person gives, each by its key; an address that is none is left out. In one order for every caller, so no two wait for each other. */
export const identitiesOf = (orgId: string, who: Who): Given[] => {
  const identities: Given[] = []
  const email = who.email?.trim()
  const read = email ? readEmail(email) : undefined
  if (email && read && 'key' in read)
    identities.push({ key: digest16(orgId, 'email', read.key), kind: 'email', shown: { email }, value: null })
  if (who.phone)
    identities.push({
      key: digest16(orgId, 'phone', who.phone.key),
      kind: 'phone',
      shown: { phone: who.phone.e164 },
      value: null,
    })
  if (who.whatsappUserId)
    identities.push({
      key: digest16(orgId, 'whatsapp', who.whatsappUserId),
      kind: 'whatsapp',
      shown: {},
      value: who.whatsappUserId,
    })
  return identities.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Those who come by the same address, number or user id go one after the other. */
export const lockIdentities = async (db: Db, given: readonly Given[]): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key::text, 0)) from unnest(${given.map(({ key }) => key)}::uuid[]) as key`.execute(
    db,
  )
}

export const findHolders = async (db: Db, orgId: string, given: readonly Given[]): Promise<Holder[]> => {
  const { rows: found } = await sql<{ key: string; contact_id: string; proof: Proof; proven_keys: string[] | null }>`
    select k.key, k.contact_id, k.proof, case when k.proof is null then array(
      select o.key from contact_keys o where o.org_id = k.org_id and o.contact_id = k.contact_id and o.proof = 'message') end as proven_keys
    from contact_keys k where k.org_id = ${orgId} and k.key = any(${given.map(({ key }) => key)}::uuid[])`.execute(db)
  return given.flatMap(({ key, kind }) => {
    const holder = found.find((row) => row.key === key)
    if (!holder) return []
    return [{ key, kind, contactId: holder.contact_id, proof: holder.proof, provenKeys: holder.proven_keys ?? [] }]
  })
}

/** All of them, or none: lead intake may take one at this moment. It waits for it where it is under way. */
export const claimIdentities = async (
  db: Db,
  orgId: string,
  contactId: string,
  given: readonly Given[],
  proof: Proof,
): Promise<boolean> => {
  const taken = await db
    .insertInto('contact_keys')
    .values(given.map(({ key, kind, value }) => ({ key, org_id: orgId, contact_id: contactId, kind, value, proof })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
  if (taken.length === given.length) return true
  if (taken.length > 0)
    await db
      .deleteFrom('contact_keys')
      .where('org_id', '=', orgId)
      .where('contact_id', '=', contactId)
      .where(
        'key',
        'in',
        taken.map((row) => row.key),
      )
      .execute()
  return false
}

/** A new record that shows what is given. */
export const addContact = async (db: Db, orgId: string, id: string, given: readonly Given[], who: Who): Promise<string> => {
  await db
    .insertInto('contacts')
    .values({
      org_id: orgId,
      id,
      ...Object.assign({}, ...given.map(({ shown }) => shown)),
      full_name: nameOf(who.name),
      company: nameOf(who.company),
    })
    .execute()
  await recordContactChange(db, orgId, id, null)
  return id
}

/** Characters of a name or a company: as many as a lead's may have. */
const longestName = 255

/** Trimmed and no longer than a contact holds; null for nothing. */
export const nameOf = (text: string | null | undefined): string | null => {
  const trimmed = [...(text ?? '').replaceAll('\0', '').trim()].slice(0, longestName).join('')
  return trimmed === '' ? null : trimmed
}

import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { choice } from '#shapes'
import { readEmail } from '#shapes/emails.ts'
import type { Phone } from '#shapes/phones.ts'
import { contactFactsIn } from './contact-facts.ts'
import { recordContactChange } from './contact-news.ts'
import { digest16 } from './digests.ts'
import { contactEvents } from './events.ts'

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
  const { rows: found } = await sql<{
    key: string
    contact_id: string
    proof: Proof
    proven_keys: string[] | null
    is_moved: boolean
  }>`
    select k.key, k.contact_id, k.proof, case when k.proof is null then array(
      select o.key from contact_keys o where o.org_id = k.org_id and o.contact_id = k.contact_id and o.proof = 'message') end as proven_keys,
      not exists (select from contact_keys_before b where b.key = k.key and b.org_id = k.org_id) as is_moved
    from contact_keys k where k.org_id = ${orgId} and k.key = any(${given.map(({ key }) => key)}::uuid[])`.execute(db)
  const unmoved = found.filter((row) => !row.is_moved)
  if (unmoved.length > 0)
    await moveKeys(
      db,
      orgId,
      unmoved.map((row) => row.contact_id),
    )
  const byKey = new Map(found.map((row) => [row.key, row]))
  return given.flatMap(({ key, kind }) => {
    const holder = byKey.get(key)
    if (!holder) return []
    return [{ key, kind, contactId: holder.contact_id, proof: holder.proof, provenKeys: holder.proven_keys ?? [] }]
  })
}

/** Moves what an earlier version wrote of these contacts into their rows, where it is changed. Nothing where that was done. */
export const moveKeys = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`
    select foyer.move_contact_keys(${orgId}, ${[...contactIds]}::uuid[]) as moved`.execute(db)
  return rows[0]?.moved ?? 0
}

/**
 * Lets a record be found by one more; false where it has one of that kind or another record has this one. It waits for lead intake
 * where that takes it at this moment.
 */
export const claimIdentity = async (
  db: Db,
  orgId: string,
  contactId: string,
  { key, kind, value }: Given,
  proof: Proof,
): Promise<boolean> => {
  const { rows } = await sql<{ claimed: boolean }>`
    select foyer.claim_identity(${orgId}, ${contactId}, ${key}, ${kind}, ${value}, ${proof}) as claimed`.execute(db)
  return rows[0]?.claimed === true
}

/** The record is found by its address, number or user id no longer: by this one, or by any but this one. */
export const dropIdentity = async (
  db: Db,
  orgId: string,
  contactId: string,
  kind: IdentityKind,
  which: { readonly only: string } | { readonly but: string | null },
): Promise<void> => {
  await moveKeys(db, orgId, [contactId])
  const key = sql.ref(`${kind}_key`)
  const goes = 'only' in which ? sql`${key} = ${which.only}` : sql`${key} is distinct from ${which.but}::uuid`
  await sql`
    update contacts set ${key} = null, ${sql.ref(`${kind}_proof`)} = null ${kind === 'whatsapp' ? sql`, whatsapp_user_id = null` : sql``}
    where org_id = ${orgId} and id = ${contactId} and ${key} is not null and ${goes}`.execute(db)
}

/** What a statement sets where these keys are proven from now on; what a message has proven stays so. The keys are moved. */
export const proofsOf = (keys: readonly string[], proof: 'message' | 'member') => {
  const proofOf = (kind: IdentityKind) => {
    const [key, known] = [sql.ref(`${kind}_key`), sql.ref(`${kind}_proof`)]
    return sql`${known} = case when ${key} = any(${[...keys]}::uuid[]) and ${known} is distinct from 'message' then ${proof} else ${known} end`
  }
  return sql.join([proofOf('email'), proofOf('phone'), proofOf('whatsapp')])
}

/** What these records are found by is proven from now on. */
export const proveIdentities = async (
  db: Db,
  orgId: string,
  contactIds: readonly string[],
  keys: readonly string[],
  proof: 'message' | 'member',
): Promise<void> => {
  await sql`update contacts set ${proofsOf(keys, proof)} where org_id = ${orgId} and id = any(${[...contactIds]}::uuid[])`.execute(
    db,
  )
}

/** The same by a message from there. */
export const proveByMessage = async (db: Db, orgId: string, holders: readonly Holder[]): Promise<void> => {
  const claims = holders.filter(({ proof }) => proof !== 'message')
  if (claims.length === 0) return
  await proveIdentities(
    db,
    orgId,
    claims.map(({ contactId }) => contactId),
    claims.map(({ key }) => key),
    'message',
  )
}

/** New records that show what is given and are found by it. Answers which: lead intake may take one at this moment, and is waited for. */
export const addContacts = async (
  db: Db,
  orgId: string,
  people: readonly { readonly id: string; readonly given: readonly Given[]; readonly who: Who }[],
  proof: Proof,
): Promise<ReadonlySet<string>> => {
  const records = people.map(({ id, given, who }) => ({ ...newRecordOf(id, given, who), ...columnsOf(given, proof) }))
  const { rows } = await sql<{ id: string }>`
    insert into contacts (org_id, id, email, email_key, email_proof, phone, phone_key, phone_proof,
      whatsapp_key, whatsapp_proof, whatsapp_user_id, full_name, company)
    select ${orgId}, c.id, c.email, c.email_key, c.email_proof, c.phone, c.phone_key, c.phone_proof,
      c.whatsapp_key, c.whatsapp_proof, c.whatsapp_user_id, c.full_name, c.company
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as c (id uuid, email text, email_key uuid, email_proof text, phone text,
      phone_key uuid, phone_proof text, whatsapp_key uuid, whatsapp_proof text, whatsapp_user_id text, full_name text, company text)
    where not exists (
      select from contact_keys_before b
      where b.key in (c.email_key, c.phone_key, c.whatsapp_key) and b.org_id = ${orgId})
    order by coalesce(c.email_key, c.phone_key, c.whatsapp_key)
    on conflict do nothing
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const columnsOf = (given: readonly Given[], proof: Proof): Record<string, string | null> =>
  Object.assign(
    {},
    ...given.map(({ kind, key, value }) => ({
      ...{ [`${kind}_key`]: key, [`${kind}_proof`]: proof },
      ...(kind === 'whatsapp' && { whatsapp_user_id: value }),
    })),
  )

/** What a new record shows. */
export const newRecordOf = (id: string, given: readonly Given[], who: Who) => ({
  id,
  email: given.find(({ kind }) => kind === 'email')?.shown.email ?? null,
  phone: given.find(({ kind }) => kind === 'phone')?.shown.phone ?? null,
  full_name: nameOf(who.name),
  company: nameOf(who.company),
  ...{ job_title: null, linkedin_url: null },
})

/** A new record that is found by nothing. Answers its id. */
export const addUnidentified = async (db: Db, orgId: string, who: Who): Promise<string> => {
  const id = newId()
  await addContact(db, orgId, id, [], who, null)
  return id
}

/**
 * A new record that shows what is given and is found by it; false where another transaction took one of these at this moment. Its event
 * goes to `news`, where the caller records it with others.
 */
export const addContact = async (
  db: Db,
  orgId: string,
  id: string,
  given: readonly Given[],
  who: Who,
  proof: Proof,
  news?: NewEvent[],
): Promise<boolean> => {
  const added = await addContacts(db, orgId, [{ id, given, who }], proof)
  if (!added.has(id)) return false
  const after = contactFactsIn(newRecordOf(id, given, who))
  if (news) news.push(eventOf(contactEvents.changed, id, { before: null, after }))
  else await recordContactChange(db, orgId, id, null, after)
  return true
}

/** Characters of a name or a company: as many as a lead's may have. */
const longestName = 255

/** Trimmed and no longer than a contact holds; null for nothing. */
export const nameOf = (text: string | null | undefined): string | null => {
  const trimmed = [...(text ?? '').replaceAll('\0', '').trim()].slice(0, longestName).join('')
  return trimmed === '' ? null : trimmed
}

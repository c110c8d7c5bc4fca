import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events.ts'
import { newId } from '#core/ids.ts'
import { digest16 } from '#domains/leads/digests.ts'
import { leadLimits } from '#domains/leads/lead-input.ts'
import { readEmail } from '#shapes/emails.ts'
import type { Phone } from '#shapes/phones.ts'
import { type ContactRow, holdFamilies, writeContact } from './families.ts'
import { fillUp, mergeContacts } from './merges.ts'

/** What is known of somebody who turns up. */
export interface Who {
  readonly email?: string | null
  readonly phone?: Phone | null
  /** WhatsApp's business-scoped user id: people there may write without showing a number. */
  readonly whatsappUserId?: string | null
  readonly name?: string | null
  readonly company?: string | null
}

const identityKinds = ['email', 'phone', 'whatsapp'] as const
type IdentityKind = (typeof identityKinds)[number]

/** What a person is found by. */
export const Identity = z.object({
  kind: z.enum(identityKinds).describe('whatsapp: a business-scoped user id'),
  value: z.string().nullable(),
  contact_id: z.uuid().describe('The record that it came with'),
})

/** What a person is found by, by all of their records; addresses first. */
export const findIdentities = async (
  db: Db,
  orgId: string,
  family: readonly string[],
): Promise<z.output<typeof Identity>[]> => {
  const rows = await db
    .selectFrom('contact_keys')
    .innerJoin('contacts', (join) =>
      join.on('contacts.org_id', '=', orgId).onRef('contacts.id', '=', 'contact_keys.contact_id'),
    )
    .select(['contact_keys.kind', 'contact_keys.value', 'contact_keys.contact_id', 'contacts.email', 'contacts.phone'])
    .where('contact_keys.org_id', '=', orgId)
    .where('contact_keys.contact_id', 'in', family)
    .orderBy('contact_keys.kind')
    .orderBy('contact_keys.contact_id')
    .execute()
  return rows.map(({ kind, value, contact_id, email, phone }) => ({
    kind: kind as IdentityKind,
    value: kind === 'email' ? email : kind === 'phone' ? phone : value,
    contact_id,
  }))
}

export interface Given {
  readonly key: string
  readonly kind: IdentityKind
  /** What the record shows of it. */
  readonly shown: { readonly email?: string; readonly phone?: string }
  /** A business-scoped user id, which has no place in the record. */
  readonly value: string | null
}

/**
 * Finds the one person whom somebody is by address, number and user id, or makes them. Where what they give belongs to several
 * people, those are one person: they are merged into the oldest, which can be undone. What is not known of them yet is added
 * to the record that they were found by; a second number or address becomes a record of its own, merged into theirs. Blanks
 * are filled, nothing is overwritten. An address that is none is left out; of nobody's identity at all somebody new is made.
 *
 * Safe for any number of callers at once, each in its own transaction, and beside lead intake. A deadlock with whoever resolves
 * several people in one transaction is possible (`isRace`): run the transaction again.
 *
 * `cause` is the way by which they came, such as `whatsapp`; it is kept with a merge as its reason. `number_changed`: the platform
 * said so. `recordId` is the record that their way belongs to, by user id, number or address in this order: what is said that way is
 * written there, so that it goes with it should the records be parted. `contactId` is the record that stands for the person; they stay held until the transaction ends.
 */
export const resolveContact = async (
  db: Db,
  orgId: string,
  who: Who,
  cause: string,
): Promise<{ contactId: string; recordId: string; isNew: boolean }> => {
  const given = identitiesOf(orgId, who)
  if (given.length === 0) return madeNew(await addContact(db, orgId, newId(), [], who))
  await holdIdentities(db, given)
  const added = new Set<string>()
  // Each round settles something for good; lead intake, which waits for nobody, can make another one necessary.
  for (let round = 0; round < mostRounds; round++) {
    const holders = await findHolders(db, orgId, given)
    if (holders.length === 0) {
      const contactId = newId()
      if (await takeIdentities(db, orgId, contactId, given)) return madeNew(await addContact(db, orgId, contactId, given, who))
      continue
    }
    const missing = given.filter((identity) => !holders.some((holder) => holder.key === identity.key))
    if (missing.length > 0) {
      for (const identity of missing) if (await addIdentity(db, orgId, identity, holders)) added.add(identity.key)
      continue
    }
    const rows = await holdFamilies(
      db,
      orgId,
      holders.map((holder) => holder.contactId),
    )
    const gone = holders.filter((holder) => !rows.has(holder.contactId))
    if (gone.length > 0) await forgetIdentities(db, orgId, gone)
    else if (!(await joinPeople(db, orgId, holders, rows, cause))) {
      await fillBlanks(db, orgId, rows, holders, given, added, who)
      const recordId = wayOf(holders)
      return { contactId: personOf(rows, recordId), recordId, isNew: false }
    }
  }
  throw new Error('what somebody is known by would not settle')
}

const mostRounds = 20

const madeNew = (contactId: string) => ({ contactId, recordId: contactId, isNew: true })

const wayOf = (holders: readonly Holder[]): string => {
  const ways = (['whatsapp', 'phone', 'email'] as const).flatMap((kind) => holders.filter((holder) => holder.kind === kind))
  return ways[0]?.contactId ?? ''
}

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
  // One order for everybody: so no two wait for each other, here and at the keys themselves.
  return identities.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Those who come by the same address, number or user id go one after the other. */
export const holdIdentities = async (db: Db, given: readonly Given[]): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key::text, 0)) from unnest(${given.map(({ key }) => key)}::uuid[]) as key`.execute(
    db,
  )
}

export interface Holder {
  readonly key: string
  readonly kind: IdentityKind
  readonly contactId: string
}

export const findHolders = async (db: Db, orgId: string, given: readonly Given[]): Promise<Holder[]> => {
  const found = await db
    .selectFrom('contact_keys')
    .select(['key', 'contact_id'])
    .where('org_id', '=', orgId)
    .where(
      'key',
      'in',
      given.map(({ key }) => key),
    )
    .execute()
  return given.flatMap(({ key, kind }) => {
    const holder = found.find((row) => row.key === key)
    return holder ? [{ key, kind, contactId: holder.contact_id }] : []
  })
}

/** All of them, or none: lead intake may take one at this moment. It waits for it where it is under way. */
const takeIdentities = async (db: Db, orgId: string, contactId: string, given: readonly Given[]): Promise<boolean> => {
  const taken = await db
    .insertInto('contact_keys')
    .values(given.map(({ key, kind, value }) => ({ key, org_id: orgId, contact_id: contactId, kind, value })))
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

const addContact = async (db: Db, orgId: string, id: string, given: readonly Given[], who: Who): Promise<string> => {
  await db
    .insertInto('contacts')
    .values({
      org_id: orgId,
      id,
      ...Object.assign({}, ...given.map(({ shown }) => shown)),
      full_name: said(who.name),
      company: said(who.company),
    })
    .execute()
  await recordEvent(db, orgId, 'contact.changed', id)
  return id
}

const personOf = (rows: ReadonlyMap<string, ContactRow>, contactId: string): string => rows.get(contactId)?.root_id ?? contactId

/**
 * Adds what is new about somebody to a record that they were found by or, where each has one of its kind, as a record of its own,
 * which is then merged into theirs. True where it was added to a record. Before the records are held, as lead intake does it too:
 * whoever held a record and then waited for a key could wait for somebody who waits for the record.
 */
const addIdentity = async (db: Db, orgId: string, identity: Given, holders: readonly Holder[]): Promise<boolean> => {
  for (const contactId of new Set(holders.map((holder) => holder.contactId)))
    if (await takeIdentities(db, orgId, contactId, [identity])) return true
  const contactId = newId()
  if (await takeIdentities(db, orgId, contactId, [identity])) await addContact(db, orgId, contactId, [identity], {})
  return false
}

/** Of a contact that was deleted at this moment, by the undoing of an import. */
const forgetIdentities = async (db: Db, orgId: string, gone: readonly Holder[]): Promise<void> => {
  await db
    .deleteFrom('contact_keys')
    .where('org_id', '=', orgId)
    .where(
      'contact_id',
      'in',
      gone.map((holder) => holder.contactId),
    )
    .execute()
}

/** Merges those whom one person turned out to be into the oldest of them. False where there is only one. */
const joinPeople = async (
  db: Db,
  orgId: string,
  holders: readonly Holder[],
  rows: ReadonlyMap<string, ContactRow>,
  cause: string,
): Promise<boolean> => {
  const people = [...new Set(holders.map((holder) => personOf(rows, holder.contactId)))]
  const ageOf = (id: string): string => `${rows.get(id)?.created_at.toISOString()} ${id}`
  const [oldest = '', ...others] = people.sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  const kind = holders.find((holder) => personOf(rows, holder.contactId) === oldest)?.kind ?? 'email'
  for (const sourceId of others)
    await mergeContacts(db, orgId, {
      sourceId,
      targetId: oldest,
      cause: cause === 'number_changed' ? cause : `same_${kind}`,
      reason: cause,
      personId: null,
    })
  return others.length > 0
}

/** What was added to a record is shown by it; a name and a company only where it has none. */
export const fillBlanks = async (
  db: Db,
  orgId: string,
  rows: ReadonlyMap<string, ContactRow>,
  holders: readonly Holder[],
  given: readonly Given[],
  added: ReadonlySet<string>,
  who: Who,
): Promise<void> => {
  for (const [contactId, held] of Map.groupBy(holders, (holder) => holder.contactId)) {
    const record = rows.get(contactId)
    const isFirst = contactId === holders[0]?.contactId
    const values: Blanks = Object.assign(
      {},
      ...held.map(({ key }) => (added.has(key) ? given.find((identity) => identity.key === key)?.shown : {})),
    )
    const name = said(who.name)
    const company = said(who.company)
    if (isFirst && name !== null && record?.full_name === null) values.full_name = name
    if (isFirst && company !== null && record?.company === null) values.company = company
    if (Object.keys(values).length > 0) await changeRecord(db, orgId, contactId, values)
  }
}

type Blanks = { email?: string; phone?: string; full_name?: string; company?: string }

const changeRecord = async (db: Db, orgId: string, contactId: string, values: Blanks): Promise<void> => {
  await writeContact(db, orgId, contactId, values)
  await fillUp(db, orgId, contactId)
  await recordEvent(db, orgId, 'contact.changed', contactId)
}

/** Trimmed and no longer than a contact holds; null for nothing. */
export const said = (text: string | null | undefined): string | null => {
  const trimmed = [...(text ?? '').replaceAll('\0', '').trim()].slice(0, leadLimits.full_name).join('')
  return trimmed === '' ? null : trimmed
}

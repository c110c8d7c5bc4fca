import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Within } from '#core/within.ts'
import { shape } from '#shapes'
import { recordClaim } from './claims.ts'
import { contactFactsOf } from './contact-facts.ts'
import { recordContactChange } from './contact-news.ts'
import { contactErrors } from './errors.ts'
import {
  addContact,
  addUnidentified,
  claimIdentity,
  dropIdentity,
  findHolders,
  type Given,
  type Holder,
  IdentityKind,
  identitiesOf,
  isStranger,
  lockIdentities,
  nameOf,
  proveByMessage,
  type Who,
} from './identity-keys.ts'
import { type ContactRow, lockMergeGroups, writeContact } from './merge-groups.ts'
import { fillUp, mergeContacts, withdraw } from './merges.ts'
import { contactEntered } from './moments.ts'

/** What a person is found by. */
export const Identity = shape('Identity', {
  kind: IdentityKind.describe('whatsapp: a business-scoped user id'),
  value: z.string().nullable(),
  contact_id: z.uuid().describe('The contact record it came with'),
  proof: z
    .enum(['message', 'member'])
    .nullable()
    .describe('When it was verified by a message from there or by a member; null: claimed, not verified'),
})

/** What a person is found by, by all of their records; addresses first. */
export const findIdentities = async (
  db: Db,
  orgId: string,
  mergeGroup: readonly string[],
): Promise<z.output<typeof Identity>[]> => {
  const rows = await db
    .selectFrom('contact_keys')
    .innerJoin('contacts', (join) =>
      join.on('contacts.org_id', '=', orgId).onRef('contacts.id', '=', 'contact_keys.contact_id'),
    )
    .select(['contact_keys.kind', 'contact_keys.value', 'contact_keys.contact_id', 'contact_keys.proof'])
    .select(['contacts.email', 'contacts.phone'])
    .where('contact_keys.org_id', '=', orgId)
    .where('contact_keys.contact_id', 'in', mergeGroup)
    .orderBy('contact_keys.kind')
    .orderBy('contact_keys.contact_id')
    .execute()
  return rows.map(({ kind, value, contact_id, proof, email, phone }) => ({
    kind: kind as IdentityKind,
    value: kind === 'email' ? email : kind === 'phone' ? phone : value,
    contact_id,
    proof: proof === 'message' || proof === 'member' ? proof : null,
  }))
}

/** `contactId` stands for the person; `recordId` is the record that their way belongs to, so that what is said goes with it should the records be parted. */
export interface Resolved {
  readonly contactId: string
  readonly recordId: string
  readonly isNew: boolean
}

/**
 * Finds the one contact of a sender whose address, number and user id are proven, by the message that came from there; or makes it. Where
 * what is proven belongs to several people, they are one person: they are merged into the oldest, which can be undone. What is not known of
 * them yet is added to the record that they were found by; a second number or address becomes a record of its own, merged into theirs.
 * Blanks are filled, nothing is overwritten. An address that is none is left out; of nothing at all a new contact is made.
 *
 * An identity that a record holds by a mere claim does not lead to it where that would join two people: one that a later claim added, or
 * one of a record that a message has shown to be another's. It is taken from that record, where it stays noted as a claim, and proposed.
 *
 * Safe for any number of callers at once, each in its own transaction, and beside lead intake. A deadlock with a transaction that resolves
 * several people is possible (`isRace`): run the transaction again. The contact stays locked until the transaction ends.
 *
 * `cause` is the way by which they came, such as `whatsapp`; it is kept with a merge as its reason. `number_changed`: the platform
 * said so. Callers that prove nothing go by `resolveClaim`.
 */
export const resolveContact = async (db: Db, orgId: string, within: Within, who: Who, cause: string): Promise<Resolved> =>
  settleIdentities(db, orgId, who, 'message', {
    release: async (holders) => {
      const keys = holders.map(({ key }) => key)
      const strangers = holders.filter((holder) => isStranger(holder, keys))
      for (const holder of strangers) await releaseIdentity(db, orgId, holder, who, cause)
      return strangers.length > 0
    },
    join: (holders, rows) => joinPeople(db, orgId, within, holders, rows, cause),
  })

/**
 * The same for what a member enters, `personId`: their word counts for what is new of a person. Who is known and in the bin comes out of it.
 * Two people who are known are not joined by it: throws `contact_taken`, naming the other one.
 */
export const resolveEntered = async (
  db: Db,
  orgId: string,
  within: Within,
  who: Who,
  personId: string | null,
): Promise<Resolved> => {
  const resolved = await settleIdentities(db, orgId, who, 'member', {
    release: async () => false,
    join: async (holders, rows, made) => {
      const [, other] = peopleOf(holders, rows).filter((id) => !made.has(id))
      if (!other) return joinPeople(db, orgId, within, holders, rows, 'person')
      const { full_name, email, phone } = rows.get(other) ?? {}
      throw new Failure(contactErrors.contact_taken, {
        message: `These belong to two contacts, one of them ${full_name ?? email ?? phone ?? 'without a name'}. Merge the two if they are the same person.`,
      })
    },
  })
  if (!resolved.isNew) await within(db, orgId, contactEntered, { contactId: resolved.contactId, personId })
  return resolved
}

interface Rules {
  /** Takes identities from records that hold them without proof; true where it took one. */
  readonly release: (holders: readonly Holder[]) => Promise<boolean>
  /** What happens where several people hold them, some of them made a moment ago for what is new; true where the holders changed. */
  readonly join: (
    holders: readonly Holder[],
    rows: ReadonlyMap<string, ContactRow>,
    made: ReadonlySet<string>,
  ) => Promise<boolean>
}

const settleIdentities = async (
  db: Db,
  orgId: string,
  who: Who,
  proof: 'message' | 'member',
  { release, join }: Rules,
): Promise<Resolved> => {
  const given = identitiesOf(orgId, who)
  if (given.length === 0) return madeNew(await addUnidentified(db, orgId, who))
  await lockIdentities(db, given)
  const added = new Set<string>()
  const made = new Set<string>()
  // Each round settles something for good; lead intake, which does not wait, can make another one necessary.
  for (let round = 0; round < mostRounds; round++) {
    const holders = await findHolders(db, orgId, given)
    if (holders.length === 0) {
      const contactId = newId()
      if (await addContact(db, orgId, contactId, given, who, proof)) return madeNew(contactId)
      continue
    }
    if (await release(holders)) continue
    const missing = given.filter((identity) => !holders.some((holder) => holder.key === identity.key))
    if (missing.length > 0) {
      // The records in their order, before one of them gets a key.
      const records = byAge(recordsOf(holders), await lockMergeGroups(db, orgId, recordsOf(holders)))
      for (const identity of missing) {
        const recordId = await addIdentity(db, orgId, identity, records, proof)
        if (recordId === null) continue
        if (records.includes(recordId)) added.add(identity.key)
        else made.add(recordId)
      }
      continue
    }
    const rows = await lockMergeGroups(db, orgId, recordsOf(holders))
    // Deleted at this moment, by the undoing of an import: what it was found by went along.
    const isGone = holders.some((holder) => !rows.has(holder.contactId))
    if (!isGone && !(await join(holders, rows, made))) {
      if (proof === 'message') await proveByMessage(db, orgId, holders)
      await fillBlanks(db, orgId, rows, holders, given, added, who)
      const recordId = wayOf(holders)
      return { contactId: personOf(rows, recordId), recordId, isNew: false }
    }
  }
  throw new Error('the identities of a contact kept changing')
}

/** Rounds in which what lead intake takes meanwhile must settle. */
export const mostRounds = 20

export const madeNew = (contactId: string): Resolved => ({ contactId, recordId: contactId, isNew: true })

const wayOf = (holders: readonly Holder[]): string => {
  const ways = (['whatsapp', 'phone', 'email'] as const).flatMap((kind) => holders.filter((holder) => holder.kind === kind))
  return ways[0]?.contactId ?? ''
}

/** The record shows it no longer, and keeps it as a claim: members see who may be the same person. */
const releaseIdentity = async (db: Db, orgId: string, { key, kind, contactId }: Holder, who: Who, cause: string) => {
  const before = await contactFactsOf(db, orgId, contactId)
  await dropIdentity(db, orgId, contactId, kind, { only: key })
  const value = kind === 'email' ? who.email : kind === 'phone' ? who.phone?.e164 : who.whatsappUserId
  await recordClaim(db, orgId, contactId, { key, kind, value: value ?? '', source: cause })
  if (kind !== 'whatsapp') await withdraw(db, orgId, contactId, kind)
  await recordContactChange(db, orgId, contactId, before)
}

const personOf = (rows: ReadonlyMap<string, ContactRow>, contactId: string): string => rows.get(contactId)?.root_id ?? contactId

/** Each once, the oldest first. That record gets what is new of a person: by the order of digests it would differ from workspace to workspace. */
const byAge = (contactIds: readonly string[], rows: ReadonlyMap<string, ContactRow>): string[] => {
  const ageOf = (id: string): string => `${rows.get(id)?.created_at.toISOString()} ${id}`
  return [...new Set(contactIds)].sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
}

/** The people who hold these, the oldest first. */
const peopleOf = (holders: readonly Holder[], rows: ReadonlyMap<string, ContactRow>): string[] =>
  byAge(
    holders.map((holder) => personOf(rows, holder.contactId)),
    rows,
  )

const recordsOf = (holders: readonly Holder[]): string[] => holders.map(({ contactId }) => contactId)

/**
 * Adds what is new about a person to a record that they were found by or, where each has one of its kind, as a record of its own,
 * which is then merged into theirs. Answers the record; null where another transaction took it. The records are held: lead intake, for
 * which it may have to wait, takes records before keys too.
 */
const addIdentity = async (
  db: Db,
  orgId: string,
  identity: Given,
  records: readonly string[],
  proof: 'message' | 'member',
): Promise<string | null> => {
  for (const contactId of records) if (await claimIdentity(db, orgId, contactId, identity, proof)) return contactId
  const contactId = newId()
  return (await addContact(db, orgId, contactId, [identity], {}, proof)) ? contactId : null
}

/** Merges those whom one person turned out to be into the oldest of them. False where there is only one. */
const joinPeople = async (
  db: Db,
  orgId: string,
  within: Within,
  holders: readonly Holder[],
  rows: ReadonlyMap<string, ContactRow>,
  cause: string,
): Promise<boolean> => {
  const [oldest = '', ...others] = peopleOf(holders, rows)
  const kind = holders.find((holder) => personOf(rows, holder.contactId) === oldest)?.kind ?? 'email'
  for (const sourceId of others)
    await mergeContacts(db, orgId, within, {
      sourceId,
      targetId: oldest,
      cause: cause === 'number_changed' ? cause : `same_${kind}`,
      reason: cause,
      personId: null,
    })
  return others.length > 0
}

/** What was added to a record is shown by it; a name and a company only where it has none. */
const fillBlanks = async (
  db: Db,
  orgId: string,
  rows: ReadonlyMap<string, ContactRow>,
  holders: readonly Holder[],
  given: readonly Given[],
  added: ReadonlySet<string>,
  who: Who,
): Promise<void> => {
  const [oldest] = byAge(recordsOf(holders), rows)
  for (const [contactId, held] of Map.groupBy(holders, (holder) => holder.contactId)) {
    const record = rows.get(contactId)
    const isFirst = contactId === oldest
    const values: Blanks = Object.assign(
      {},
      ...held.map(({ key }) => (added.has(key) ? given.find((identity) => identity.key === key)?.shown : {})),
    )
    if (isFirst && record) Object.assign(values, blanksOf(record, who))
    if (Object.keys(values).length > 0) await changeRecord(db, orgId, contactId, values)
  }
}

/** The name and the company that a record lacks, as far as they are known. */
export const blanksOf = (record: ContactRow, who: Who): Blanks => {
  const [name, company] = [nameOf(who.name), nameOf(who.company)]
  return {
    ...(name !== null && record.full_name === null && { full_name: name }),
    ...(company !== null && record.company === null && { company }),
  }
}

export type Blanks = { email?: string; phone?: string; full_name?: string; company?: string }

/** Writes what a record lacked, hands it up to the record that stands for the person, and tells of it. */
export const changeRecord = async (db: Db, orgId: string, contactId: string, values: Blanks): Promise<void> => {
  const before = await contactFactsOf(db, orgId, contactId)
  await writeContact(db, orgId, contactId, values)
  await fillUp(db, orgId, contactId)
  await recordContactChange(db, orgId, contactId, before)
}

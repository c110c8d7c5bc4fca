import type { Db } from '#core/context.ts'
import type { NewEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { type ClaimSource, recordClaim } from './claims.ts'
import { blanksOf, changeRecord, madeNew, mostRounds, type Resolved } from './identities.ts'
import {
  addContact,
  addUnidentified,
  findHolders,
  type Given,
  type Holder,
  type IdentityKind,
  identitiesOf,
  lockIdentities,
  textOf,
  type Who,
} from './identity-keys.ts'
import { lockMergeGroups } from './merge-groups.ts'

/** What a caller claims to be found by, locked until the transaction ends, and who has it. */
export interface Claimed {
  readonly given: readonly Given[]
  readonly holders: readonly Holder[]
}

/** The first step of `resolveClaim`, for a caller that has more to ask at the same time. */
export const findClaimed = async (db: Db, orgId: string, who: Who): Promise<Claimed> => {
  const given = identitiesOf(orgId, who)
  if (given.length === 0) return { given, holders: [] }
  // They leave together, and the database runs them one after the other: what was committed before the lock is seen.
  const [, holders] = await Promise.all([lockIdentities(db, given), findHolders(db, orgId, given)])
  return { given, holders }
}

/**
 * Finds the contact that an unproven caller (a form, a call, an advertiser) claims to be, or creates it. Of several identities the first kind
 * of `order` that is known leads to a contact; the rest of the caller's data is recorded there as a claim, for members to decide: it merges
 * no contacts, adds no address, and changes no recipient. A contact that the claim creates has all of it.
 *
 * Safe for any number of callers at once, as `resolveContact`, by the same locks. The contact stays locked until the transaction ends.
 */
export const resolveClaim = async (
  db: Db,
  orgId: string,
  who: Who,
  {
    source,
    order,
    known,
    news,
  }: {
    readonly source: ClaimSource
    readonly order: readonly IdentityKind[]
    readonly known?: Claimed
    /** Gets the event of a contact that is created, for the caller to record. */
    readonly news?: NewEvent[]
  },
): Promise<Resolved> => {
  const { given, holders: first } = known ?? (await findClaimed(db, orgId, who))
  if (given.length === 0) return madeNew(await addUnidentified(db, orgId, who))
  let holders = first
  // Lead intake does not wait, and can make another round necessary.
  for (let round = 0; round < mostRounds; round++) {
    if (round > 0) holders = await findHolders(db, orgId, given)
    const found = order.flatMap((kind) => holders.find((holder) => holder.kind === kind) ?? [])[0]
    if (found) return settleClaim(db, orgId, found, holders, given, who, source)
    const contactId = newId()
    if (await addContact(db, orgId, contactId, given, who, null, news)) return madeNew(contactId)
  }
  throw new Error('the identities of a claim kept changing')
}

const settleClaim = async (
  db: Db,
  orgId: string,
  found: Holder,
  holders: readonly Holder[],
  given: readonly Given[],
  who: Who,
  source: ClaimSource,
): Promise<Resolved> => {
  const rows = await lockMergeGroups(db, orgId, [found.contactId])
  const record = rows.get(found.contactId)
  if (!record) throw new Error('an identity without its contact')
  for (const identity of given) {
    const holder = holders.find(({ key }) => key === identity.key)
    if (holder && rows.has(holder.contactId)) continue
    await recordClaim(db, orgId, record.id, { ...identity, value: textOf(identity), source })
  }
  const blanks = blanksOf(record, who)
  if (Object.keys(blanks).length > 0) await changeRecord(db, orgId, record.id, blanks)
  return { contactId: record.root_id ?? record.id, recordId: record.id, isNew: false }
}

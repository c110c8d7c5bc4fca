import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Within } from '#core/within.ts'
import { ContactReference, choice, shape } from '#shapes'
import { contactFactsOf } from './contact-facts.ts'
import { recordContactChange } from './contact-news.ts'
import { contactErrors } from './errors.ts'
import {
  addContact,
  claimIdentity,
  findHolders,
  type Given,
  IdentityKind,
  identitiesOf,
  textOf,
  type Who,
} from './identity-keys.ts'
import { lockMergeGroups, mergeGroupOf, writeContact } from './merge-groups.ts'
import { mergeContacts } from './merges.ts'
import { rootId } from './root-ids.ts'

/** Ways by which an unproven caller says who it is. */
export const claimSources = ['web_chat', 'prd', 'lead', 'voice', 'whatsapp', 'number_changed', 'booking', 'email'] as const
export type ClaimSource = (typeof claimSources)[number]

/** Open claims of one record, at the most: what a visitor says beyond them is not kept. */
const mostOpenClaims = 10

/** Characters of a claimed value that are kept. */
const longestValue = 320

export interface NewClaim {
  readonly key: string
  readonly kind: IdentityKind
  readonly value: string
  readonly source: string
}

/**
 * Notes what was said of a record. The same again, also what a member dismissed, changes nothing. The caller holds the record, or the
 * session that it belongs to.
 */
export const recordClaim = async (
  db: Db,
  orgId: string,
  contactId: string,
  { key, kind, value, source }: NewClaim,
): Promise<void> => {
  const id = newId()
  const { numInsertedOrUpdatedRows: noted } = await db
    .insertInto('contact_claims')
    .columns(['org_id', 'id', 'contact_id', 'key', 'kind', 'value', 'source'])
    .expression(
      sql`select ${orgId}::uuid, ${id}::uuid, ${contactId}::uuid, ${key}::uuid, ${kind}, ${value.slice(0, longestValue)}, ${source}
        where (select count(*) from contact_claims where org_id = ${orgId} and contact_id = ${contactId} and state = 'open') < ${mostOpenClaims}`,
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'contact_id', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  if (noted) await recordContactChange(db, orgId, contactId)
}

/** Notes the addresses and numbers that an unproven caller says to have, of a record; those by which the person is found already aside. */
export const recordClaimsOf = async (
  db: Db,
  orgId: string,
  contactId: string,
  who: Who,
  source: ClaimSource,
): Promise<void> => {
  const given = identitiesOf(orgId, who)
  if (given.length === 0) return
  const mergeGroup = await mergeGroupOf(db, orgId, contactId)
  const holders = await findHolders(db, orgId, given)
  for (const identity of given) {
    if (holders.some(({ key, contactId: holderId }) => key === identity.key && mergeGroup.includes(holderId))) continue
    await recordClaim(db, orgId, contactId, { ...identity, value: textOf(identity), source })
  }
}

/** A claim as it is sent. */
export const Claim = shape('Claim', {
  id: z.uuid(),
  contact_id: z.uuid().describe('The contact of the claim'),
  contact_name: z.string().nullable(),
  kind: IdentityKind,
  value: z.string().describe('As claimed; not verified'),
  source: choice('ClaimSource', claimSources),
  at: z.iso.datetime(),
  known_as: ContactReference.nullable().describe(
    'The contact that has this email address or number: possibly the same person, possibly a target of impersonation',
  ),
})

/** More than a page shows. */
const mostClaims = 50

interface ClaimRow {
  readonly id: string
  readonly contact_id: string
  readonly contact_name: string | null
  readonly kind: IdentityKind
  readonly value: string
  readonly source: (typeof claimSources)[number]
  readonly at: Date
  readonly known_id: string | null
  readonly known_name: string | null
}

const sentClaim = (row: ClaimRow): z.output<typeof Claim> => ({
  id: row.id,
  contact_id: row.contact_id,
  contact_name: row.contact_name,
  kind: row.kind,
  value: row.value,
  source: row.source,
  at: row.at.toISOString(),
  known_as: row.known_id === null ? null : { id: row.known_id, name: row.known_name },
})

/**
 * Open claims that concern a person: what was said of any of their records, and what others say to be theirs; newest first. What joined
 * them meanwhile is settled and not among them.
 */
export const findClaims = async (db: Db, orgId: string, mergeGroup: readonly string[]): Promise<z.output<typeof Claim>[]> => {
  const { rows } = await sql<ClaimRow>`
    select c.id, ${rootId('r')} as contact_id, coalesce(o.full_name, o.email, o.phone) as contact_name,
      c.kind, c.value, c.source, c.at, p.id as known_id, coalesce(p.full_name, p.email, p.phone) as known_name
    from (
      select * from contact_claims where org_id = ${orgId} and state = 'open' and contact_id = any(${[...mergeGroup]}::uuid[])
      union
      select c.* from contact_claims c join contact_keys k on k.key = c.key and k.org_id = c.org_id
      where c.org_id = ${orgId} and c.state = 'open' and k.contact_id = any(${[...mergeGroup]}::uuid[])
    ) c
    join contacts r on r.org_id = c.org_id and r.id = c.contact_id
    join contacts o on o.org_id = c.org_id and o.id = ${rootId('r')}
    left join contact_keys k on k.key = c.key and k.org_id = c.org_id
    left join contacts h on h.org_id = c.org_id and h.id = k.contact_id
    left join contacts p on p.org_id = c.org_id and p.id = ${rootId('h')}
    where p.id is distinct from o.id
    order by c.id desc limit ${mostClaims}`.execute(db)
  return rows.map(sentClaim)
}

/**
 * A member says what a claim is worth. Accepted, the contact has the address or number from then on; where another contact has it, the
 * two are one person. Dismissed, it is proposed no more. A second decision changes nothing.
 *
 * Throws `claim_not_found`.
 */
export const decideClaim = async (
  db: Db,
  orgId: string,
  within: Within,
  { claimId, accept, personId }: { readonly claimId: string; readonly accept: boolean; readonly personId: string },
): Promise<{ contactId: string; mergeId: string | null }> => {
  const claim = await db
    .selectFrom('contact_claims')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', claimId)
    .forUpdate()
    .executeTakeFirst()
  if (!claim) throw new Failure(contactErrors.claim_not_found)
  if (claim.state !== 'open') return { contactId: claim.contact_id, mergeId: claim.merge_id }
  const before = await contactFactsOf(db, orgId, claim.contact_id)
  const mergeId = accept ? await acceptClaim(db, orgId, within, claim, personId) : null
  await db
    .updateTable('contact_claims')
    .set({ state: accept ? 'accepted' : 'dismissed', decided_at: sql`now()`, decided_by: personId, merge_id: mergeId })
    .where('org_id', '=', orgId)
    .where('id', '=', claimId)
    .execute()
  await recordContactChange(db, orgId, claim.contact_id, before)
  return { contactId: claim.contact_id, mergeId }
}

interface Accepted {
  readonly contact_id: string
  readonly key: string
  readonly kind: string
  readonly value: string
}

const acceptClaim = async (
  db: Db,
  orgId: string,
  within: Within,
  { contact_id: contactId, key, kind, value }: Accepted,
  personId: string,
): Promise<string | null> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::uuid::text, 0))`.execute(db)
  const reason = `claim: ${value}`
  const holder = await db
    .selectFrom('contact_keys')
    .select('contact_id')
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (holder) {
    if ((await mergeGroupOf(db, orgId, contactId)).includes(holder.contact_id)) return null
    return mergeClaimed(db, orgId, within, [contactId, holder.contact_id], { reason, personId })
  }
  const shown = kind === 'email' ? { email: value } : kind === 'phone' ? { phone: value } : {}
  const identity: Given = { key, kind: kind as IdentityKind, shown, value: kind === 'whatsapp' ? value : null }
  await lockMergeGroups(db, orgId, [contactId])
  if (await claimIdentity(db, orgId, contactId, identity, 'member')) {
    if (kind !== 'whatsapp') await writeContact(db, orgId, contactId, shown)
    return null
  }
  // The record has another of its kind: a second address of the person is a record of its own.
  const recordId = newId()
  if (!(await addContact(db, orgId, recordId, [identity], {}, 'member'))) throw new Failure('conflict')
  return mergeClaimed(db, orgId, within, [contactId, recordId], { reason, personId })
}

/** The older contact stays. */
const mergeClaimed = async (
  db: Db,
  orgId: string,
  within: Within,
  contactIds: readonly string[],
  { reason, personId }: { readonly reason: string; readonly personId: string },
): Promise<string | null> => {
  const [target, source] = await db
    .selectFrom('contacts as record')
    .innerJoin('contacts as person', (join) => join.on('person.org_id', '=', orgId).on('person.id', '=', rootId('record')))
    .select('person.id')
    .where('record.org_id', '=', orgId)
    .where('record.id', 'in', contactIds)
    .orderBy('person.created_at')
    .orderBy('person.id')
    .execute()
  if (!target || !source) throw new Failure('conflict')
  const merge = { sourceId: source.id, targetId: target.id, cause: 'person', reason, personId } as const
  return (await mergeContacts(db, orgId, within, merge))?.mergeId ?? null
}

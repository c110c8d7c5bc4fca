import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { readEmail } from '#shapes/emails.ts'
import { readPhone } from '#shapes/phones.ts'
import { requireAsSeen } from '../edits/edits.ts'
import { meantOf, recordContactEdit } from './contact-edits.ts'
import { contactFactsOf } from './contact-facts.ts'
import { recordContactChange } from './contact-news.ts'
import { digest16 } from './digests.ts'
import { contactErrors } from './errors.ts'
import { claimIdentity, dropIdentity, findHolders, type Given, lockIdentities, proveIdentities } from './identity-keys.ts'
import { type ContactRow, canonicalContactOf, lockMergeGroups, mergeGroupOf, writeContact } from './merge-groups.ts'

/** What a person may write over. Null takes it away; what is left out stays. */
export interface ContactChange {
  readonly full_name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly company?: string | null | undefined
  readonly job_title?: string | null | undefined
  readonly linkedin_url?: string | null | undefined
  /** A member of the workspace: the caller has looked. */
  readonly owner_id?: string | null | undefined
}

/**
 * Changes the record that stands for a person, and what they are found by along with it: by an address or a number that is taken
 * away they are no longer found, by a new one from now on.
 *
 * `was`: as their editor saw it. `isNew`: it was made just now, and this is no edit of it.
 *
 * Throws `contact_not_found`, `email_malformed`, `phone_unreadable`, `contact_taken` (naming whose it is), `conflict` and `record_changed`.
 */
export const changeContact = async (
  db: Db,
  orgId: string,
  contactId: string,
  change: ContactChange,
  { was = {}, isNew = false }: { readonly was?: ContactChange; readonly isNew?: boolean } = {},
): Promise<string> => {
  const id = await canonicalContactOf(db, orgId, contactId)
  const email = change.email == null ? null : emailOf(change.email)
  const phone = change.phone == null ? null : await phoneOf(db, orgId, change.phone)
  const given = [
    ...(email ? [{ key: digest16(orgId, 'email', email.key), kind: 'email', shown: {}, value: null } as const] : []),
    ...(phone ? [{ key: digest16(orgId, 'phone', phone.key), kind: 'phone', shown: {}, value: null } as const] : []),
  ].sort((a, b) => (a.key < b.key ? -1 : 1))
  // The keys before the records, the lock order for both.
  if (given.length > 0) await lockIdentities(db, given)
  const rows = await lockMergeGroups(db, orgId, [id])
  const row = rows.get(id)
  if (!row) throw new Failure(contactErrors.contact_not_found)
  if (row.root_id !== null) throw new Failure('conflict')
  const values: Record<string, string | null> = {
    ...Object.fromEntries(Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]]))),
    ...(change.email !== undefined && { email: email?.shown ?? null }),
    ...(change.phone !== undefined && { phone: phone?.shown ?? null }),
  }
  await requireAsSeen(db, orgId, id, meantOf(row, was, values))
  const givenOf = (kind: 'email' | 'phone') => given.find((each) => each.kind === kind)
  if (change.email !== undefined) await replaceIdentity(db, orgId, id, 'email', givenOf('email'))
  if (change.phone !== undefined) await replaceIdentity(db, orgId, id, 'phone', givenOf('phone'))
  const isSame = Object.entries(values).every(([field, value]) => row[field as keyof ContactRow] === value)
  if (isSame) return id
  const before = await contactFactsOf(db, orgId, id)
  await writeContact(db, orgId, id, values)
  await recordContactChange(db, orgId, id, before)
  if (!isNew) await recordContactEdit(db, orgId, row, values)
  return id
}

/** Gives the record that stands for a person what it has not: a name, an address. Nothing is overwritten. */
export const fillContact = async (
  db: Db,
  orgId: string,
  contactId: string,
  { full_name, email }: { readonly full_name: string | null; readonly email: string | null },
): Promise<void> => {
  const id = await canonicalContactOf(db, orgId, contactId)
  const row = (await lockMergeGroups(db, orgId, [id])).get(id)
  if (!row) throw new Failure(contactErrors.contact_not_found)
  const blanks = {
    ...(full_name !== null && row.full_name === null && { full_name }),
    ...(email !== null && row.email === null && { email }),
  }
  if (Object.keys(blanks).length > 0) await changeContact(db, orgId, id, blanks)
}

/** Names a record that has no name. The caller holds what it belongs to. */
export const nameContact = async (db: Db, orgId: string, contactId: string, name: string): Promise<void> => {
  const named = await db
    .updateTable('contacts')
    .set({ full_name: name, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', contactId)
    .where('full_name', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!named) return
  const after = await contactFactsOf(db, orgId, contactId)
  await recordContactChange(db, orgId, contactId, { ...after, name: null })
}

interface Read {
  readonly shown: string
  readonly key: string
}

const emailOf = (text: string): Read => {
  const shown = text.trim()
  const read = readEmail(shown)
  if (!('key' in read)) throw new Failure('email_malformed', { field: 'email' })
  return { shown, key: read.key }
}

const phoneOf = async (db: Db, orgId: string, text: string): Promise<Read> => {
  const org = await db.selectFrom('orgs').select('default_country').where('org_id', '=', orgId).executeTakeFirst()
  const phone = readPhone(text, org?.default_country ?? null)
  if (!phone) throw new Failure('phone_unreadable', { field: 'phone' })
  return { shown: phone.e164, key: phone.key }
}

/** The record is found by this from now on and by what it had no longer; one of the person's other records may have it already. */
const replaceIdentity = async (
  db: Db,
  orgId: string,
  contactId: string,
  kind: 'email' | 'phone',
  given: Given | undefined,
): Promise<void> => {
  await dropIdentity(db, orgId, contactId, kind, { but: given?.key ?? null })
  if (!given) return
  await claimIdentity(db, orgId, contactId, given, 'member')
  const [holder] = await findHolders(db, orgId, [given])
  if (!holder) throw new Failure('conflict')
  if ((await mergeGroupOf(db, orgId, contactId)).includes(holder.contactId)) {
    // Entered again, it is confirmed.
    await proveIdentities(db, orgId, [holder.contactId], [holder.key], 'member')
    return
  }
  const root = await canonicalContactOf(db, orgId, holder.contactId)
  const other = await db
    .selectFrom('contacts')
    .select(['full_name', 'email', 'phone'])
    .where('org_id', '=', orgId)
    .where('id', '=', root)
    .executeTakeFirst()
  const name = other?.full_name ?? other?.email ?? other?.phone ?? 'another contact'
  const what = kind === 'email' ? 'This email address' : 'This number'
  throw new Failure(contactErrors.contact_taken, {
    message: `${what} belongs to ${name}. Merge the two contacts if they are the same person.`,
    field: kind,
  })
}

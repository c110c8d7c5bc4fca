import { sql } from 'kysely'
import { binRows } from '#core/binned-rows.ts'
import type { Db } from '#core/context.ts'
import { rootId } from './root-ids.ts'

/** Puts people in the bin, by the ids of their canonical records, which the caller holds. Answers those that were not there yet. */
export const binContacts = (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> =>
  binRows(db, orgId, 'contacts', ids, { personId, only: sql`root_id is null` })

/** Takes people out of the bin, whose records the caller holds. Answers the canonical record of each that was there. */
export const unbinContacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<{ root_id: string }[]> => {
  const { rows } = await sql<{ root_id: string }>`
    update contacts set deleted_at = null, deleted_by = null
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and deleted_at is not null and removed_at is null
    returning ${rootId()} as root_id`.execute(db)
  return rows
}

/**
 * Empties people in the bin for good, with every record that was merged into one of them: who they were, and what they were found by. The
 * rows stay, since others refer to them.
 */
export const eraseContacts = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  const records = sql`(select id from contacts where org_id = ${orgId} and (id = any(${ids}::uuid[]) or root_id = any(${ids}::uuid[])))`
  await sql`delete from contact_claims where org_id = ${orgId} and contact_id in ${records}`.execute(db)
  await sql`
    update contact_merges set filled = '{}', reason = null
    where org_id = ${orgId} and (target_id in ${records} or source_id in ${records})`.execute(db)
  await sql`delete from contact_keys_before where org_id = ${orgId} and contact_id in ${records}`.execute(db)
  await sql`
    update contacts set removed_at = now(), deleted_at = coalesce(deleted_at, now()), email = null, phone = null, full_name = null,
      company = null, job_title = null, linkedin_url = null, company_id = null, owner_id = null, whatsapp_user_id = null,
      email_key = null, email_proof = null, phone_key = null, phone_proof = null, whatsapp_key = null, whatsapp_proof = null
    where org_id = ${orgId} and id in ${records}`.execute(db)
}

/** What people who are removed for good were called and reached by, in lower case. A name of one word is that of too many. */
export const wordsOfContacts = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    select distinct lower(btrim(w.word)) as word from (
      select unnest(array[email, phone, full_name]) as word from contacts where org_id = ${orgId} and id = any(${[...recordIds]}::uuid[])
      union all
      select unnest(array[email, phone, phone_e164, full_name]) from leads
      where org_id = ${orgId} and contact_id = any(${[...recordIds]}::uuid[])) w
    where btrim(w.word) ~ '[@ 0-9]'`.execute(db)
  return rows.map(({ word }) => word)
}

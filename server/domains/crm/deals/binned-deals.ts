import { sql } from 'kysely'
import { binRows, unbinRows } from '#core/binned-rows.ts'
import type { Db } from '#core/context.ts'
import { rootId } from '../identities/root-ids.ts'

/** Puts deals in the bin, with their tasks. Answers those that were not there yet. */
export const binDeals = async (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> => {
  const binned = await binRows(db, orgId, 'deals', ids, { personId, only: sql`state <> 'linked'` })
  await sql`
    update tasks set deleted_at = now(), deleted_by = ${personId}, deleted_with = deal_id
    where org_id = ${orgId} and deal_id = any(${binned}::uuid[]) and deleted_at is null`.execute(db)
  return binned
}

/** Takes deals out of the bin, with the tasks that went with them. Answers those that were there. */
export const unbinDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const back = await unbinRows(db, orgId, 'deals', ids)
  await unbinTasksWith(db, orgId, back)
  return back
}

/** Puts tasks in the bin. Answers those that were not there yet. */
export const binTasks = (db: Db, orgId: string, ids: readonly string[], personId: string | null): Promise<string[]> =>
  binRows(db, orgId, 'tasks', ids, { personId })

/** The tasks of people that belong to no deal go into the bin with them. */
export const binTasksOf = async (
  db: Db,
  orgId: string,
  contactIds: readonly string[],
  personId: string | null,
): Promise<void> => {
  await sql`
    update tasks t set deleted_at = now(), deleted_by = ${personId}, deleted_with = ${rootId('c')}
    from contacts c
    where c.org_id = ${orgId} and (c.id = any(${contactIds}::uuid[]) or c.root_id = any(${contactIds}::uuid[]))
      and t.org_id = c.org_id and t.contact_id = c.id and t.deal_id is null and t.deleted_at is null`.execute(db)
}

/** The tasks of companies that belong to no contact and no deal go into the bin with them. */
export const binTasksOfCompanies = async (
  db: Db,
  orgId: string,
  companyIds: readonly string[],
  personId: string | null,
): Promise<void> => {
  await sql`
    update tasks t set deleted_at = now(), deleted_by = ${personId}, deleted_with = coalesce(c.root_id, c.id)
    from companies c
    where c.org_id = ${orgId} and (c.id = any(${companyIds}::uuid[]) or c.root_id = any(${companyIds}::uuid[]))
      and t.org_id = c.org_id and t.company_id = c.id and t.contact_id is null and t.deal_id is null and t.deleted_at is null`.execute(
    db,
  )
}

/** Takes out of the bin the tasks that went with these records. */
export const unbinTasksWith = async (db: Db, orgId: string, recordIds: readonly string[]): Promise<void> => {
  await sql`
    update tasks set deleted_at = null, deleted_by = null, deleted_with = null
    where org_id = ${orgId} and deleted_with = any(${recordIds}::uuid[])`.execute(db)
}

/** Takes tasks out of the bin that were deleted by themselves. Answers those that were there. */
export const unbinTasks = (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> =>
  unbinRows(db, orgId, 'tasks', ids, sql`deleted_with is null`)

/** Empties deals in the bin for good, with their tasks. The rows stay, since conversations and meetings refer to them. */
export const eraseDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from tasks where org_id = ${orgId} and deal_id = any(${ids}::uuid[])`.execute(db)
  await sql`delete from deal_people where org_id = ${orgId} and deal_id = any(${ids}::uuid[])`.execute(db)
  await sql`
    update deals set removed_at = now(), name = ${erasedName}, business_name = null, industry = null, asked = null, prd = null,
      prd_state = 'none', prd_model = null, prd_at = null, assigned_because = null,
      lost_reason = case when state = 'lost' then ${erasedName} end
    where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
}

/** Removes tasks, or those of people that belong to no deal, for good; those of companies that belong to neither too, and others lose the company. */
export const removeTasks = async (
  db: Db,
  orgId: string,
  {
    ids = [],
    contactIds = [],
    companyIds = [],
  }: { readonly ids?: readonly string[]; readonly contactIds?: readonly string[]; readonly companyIds?: readonly string[] },
): Promise<void> => {
  await sql`
    delete from tasks where org_id = ${orgId} and (id = any(${ids}::uuid[]) or deal_id is null and contact_id in (
      select id from contacts where org_id = ${orgId} and (id = any(${contactIds}::uuid[]) or root_id = any(${contactIds}::uuid[])))
      or deal_id is null and contact_id is null and company_id = any(${companyIds}::uuid[]))`.execute(db)
  await sql`update tasks set company_id = null where org_id = ${orgId} and company_id = any(${companyIds}::uuid[])`.execute(db)
}

/** A deal has a name, and a reason where it was lost. */
const erasedName = '–'

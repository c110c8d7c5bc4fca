import type { Db } from '#core/context.ts'

/** Whether a member `fields` of a lead is read; as the API is documented, it is not. */
export const readsLeads = async (db: Db, orgId: string): Promise<boolean> => {
  const found = await db.selectFrom('field_settings').select('reads_leads').where('org_id', '=', orgId).executeTakeFirst()
  return found?.reads_leads ?? false
}

export const setReadsLeads = async (db: Db, orgId: string, reads_leads: boolean): Promise<void> => {
  await db
    .insertInto('field_settings')
    .values({ org_id: orgId, reads_leads })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ reads_leads }))
    .execute()
}

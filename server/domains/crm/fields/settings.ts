import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** Since when a member `fields` of a lead is read; null: it is not, as the API is documented. */
export const leadsReadSince = async (db: Db, orgId: string): Promise<Date | null> => {
  const found = await db.selectFrom('field_settings').select('reads_leads_since').where('org_id', '=', orgId).executeTakeFirst()
  return found?.reads_leads_since ?? null
}

export const setReadsLeads = async (db: Db, orgId: string, isOn: boolean): Promise<void> => {
  await sql`
    insert into field_settings (org_id, reads_leads_since) values (${orgId}, case when ${isOn}::boolean then now() end)
    on conflict (org_id) do update set reads_leads_since =
      case when ${isOn}::boolean then coalesce(field_settings.reads_leads_since, now()) end`.execute(db)
}

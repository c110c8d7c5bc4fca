import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Subject } from './stage.ts'

export const subjectKey = ({ kind, id }: Subject): string => `${kind} ${id}`

/** How what a run is about is called today. What is gone has no name. */
export const findNames = async (db: Db, orgId: string, subjects: readonly Subject[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ kind: string; id: string; name: string | null }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as g (kind text, id uuid))
    select 'contact' as kind, c.id, coalesce(c.full_name, c.email, c.phone) as name
      from contacts c join given g on g.kind = 'contact' and g.id = c.id where c.org_id = ${orgId}
    union all select 'lead', l.id, coalesce(l.full_name, l.email, l.phone)
      from leads l join given g on g.kind = 'lead' and g.id = l.id where l.org_id = ${orgId}
    union all select 'deal', d.id, d.name from deals d join given g on g.kind = 'deal' and g.id = d.id where d.org_id = ${orgId}
    union all select 'invoice', i.id, i.client_name
      from invoices i join given g on g.kind = 'invoice' and g.id = i.id where i.org_id = ${orgId}`.execute(db)
  return new Map(rows.flatMap(({ kind, id, name }) => (name === null ? [] : [[`${kind} ${id}`, name] as const])))
}

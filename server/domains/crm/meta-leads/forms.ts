import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import type { AdForm } from '#ports/lead-ads.ts'
import type { PageRow } from './pages.ts'

export type FormRow = Selectable<Tables['meta_forms']>

export const findForms = (db: Db, orgId: string, sourceId: string): Promise<FormRow[]> =>
  db
    .selectFrom('meta_forms')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('source_id', '=', sourceId)
    .orderBy('name')
    .orderBy('form_id')
    .execute()

/** Keeps the forms of a page as Meta lists them; a new one is read from the source's beginning, an archived one too where that is earlier than the source. */
export const keepForms = async (db: Db, page: PageRow, forms: readonly AdForm[]): Promise<void> => {
  if (forms.length === 0) return
  await sql`
    insert into meta_forms (org_id, source_id, form_id, name, status, leads, read_to)
    select ${page.org_id}, ${page.source_id}, f.form_id, f.name, f.status, case when ${page.since >= page.announced_from} then f.leads end, ${page.since}
    from unnest(${forms.map(({ id }) => id)}::text[], ${forms.map(({ name }) => name.slice(0, 255))}::text[],
      ${forms.map(({ status }) => status)}::text[], ${forms.map(({ leads }) => leads)}::int[]) as f (form_id, name, status, leads)
    on conflict (org_id, source_id, form_id) do update set name = excluded.name, status = excluded.status`.execute(db)
}

/** Where it was read to moves on from where it was when the reading began: a person may have asked for earlier ones meanwhile. */
export const changeForm = async (
  db: Db,
  { org_id, source_id, form_id, read_to }: Pick<FormRow, 'org_id' | 'source_id' | 'form_id' | 'read_to'>,
  changes: Updateable<Tables['meta_forms']>,
): Promise<void> => {
  await db
    .updateTable('meta_forms')
    .set(changes)
    .where('org_id', '=', org_id)
    .where('source_id', '=', source_id)
    .where('form_id', '=', form_id)
    .where('read_to', '=', read_to)
    .execute()
}

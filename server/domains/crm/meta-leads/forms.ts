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

/**
 * Keeps the forms of a page as Meta lists them; a new one is read from the source's beginning, an archived one too where that is earlier than
 * the source. Of one that is no longer listed no lead comes.
 */
export const keepForms = async (db: Db, page: PageRow, forms: readonly AdForm[]): Promise<void> => {
  await sql`
    update meta_forms set status = 'other'
    where org_id = ${page.org_id} and source_id = ${page.source_id} and status <> 'other'
      and form_id <> all(${forms.map(({ id }) => id)}::text[])`.execute(db)
  await sql`
    insert into meta_forms (org_id, source_id, form_id, name, status, leads, read_to)
    select ${page.org_id}, ${page.source_id}, f.form_id, f.name, f.status, case when ${page.since >= page.announced_from} then f.leads end, ${page.since}
    from unnest(${forms.map(({ id }) => id)}::text[], ${forms.map(({ name }) => name.slice(0, 255))}::text[],
      ${forms.map(({ status }) => status)}::text[], ${forms.map(({ leads }) => leads)}::int[]) as f (form_id, name, status, leads)
    on conflict (org_id, source_id, form_id) do update set name = excluded.name, status = excluded.status`.execute(db)
}

/** Longer than so many milliseconds nothing is unread without a notice. */
export const quietMs = 24 * 3_600_000

/** What came of asking for the leads of a form: `reason` where they cannot be read. */
export const markAsked = async (
  db: Db,
  { org_id, source_id, form_id }: Pick<FormRow, 'org_id' | 'source_id' | 'form_id'>,
  reason: string | null,
  now: Date,
): Promise<void> => {
  await sql`
    update meta_forms set asked_at = ${now}, unread_reason = ${reason}::text,
      unread_since = case when ${reason}::text is null then null else coalesce(unread_since, ${now}::timestamptz) end
    where org_id = ${org_id} and source_id = ${source_id} and form_id = ${form_id}`.execute(db)
}

/** A pass that began at a moment ended before it came to these; of those that are off nothing is asked. */
export const markUnasked = async (
  db: Db,
  { org_id, source_id, form_ids: formIds }: PageRow,
  begun: Date,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> => {
  await sql`
    update meta_forms set unread_reason = ${reason}, unread_since = coalesce(unread_since, ${now}::timestamptz)
    where org_id = ${org_id} and source_id = ${source_id} and status = 'active' and (asked_at is null or asked_at < ${begun})
      and (${formIds}::text[] is null or form_id = any(${formIds}::text[]))`.execute(db)
}

/** A whole pass had nothing to ask of any but these: that others could not be read counts no more. */
export const forgetUnasked = async (
  db: Db,
  { org_id, source_id }: Pick<PageRow, 'org_id' | 'source_id'>,
  asked: readonly Pick<FormRow, 'form_id'>[],
): Promise<void> => {
  await sql`
    update meta_forms set unread_since = null, unread_reason = null
    where org_id = ${org_id} and source_id = ${source_id} and unread_since is not null
      and form_id <> all(${asked.map(({ form_id: formId }) => formId)}::text[])`.execute(db)
}

/** Forms whose leads should come and have not been readable for a day; archived meanwhile, what they have is still to come. */
export const findLongUnread = async (db: Db, page: PageRow, now: Date): Promise<FormRow[]> => {
  const rows = await db
    .selectFrom('meta_forms')
    .selectAll()
    .where('org_id', '=', page.org_id)
    .where('source_id', '=', page.source_id)
    .where('status', '<>', 'other')
    .where('unread_since', '<=', new Date(now.getTime() - quietMs))
    .orderBy('name')
    .orderBy('form_id')
    .execute()
  return rows.filter(({ form_id: formId }) => page.form_ids?.includes(formId) ?? true)
}

/** Why leads of these forms are not read, in one line for people; null without any. */
export const unreadReason = (forms: readonly { readonly name: string; readonly reason: string | null }[]): string | null => {
  const [first, ...more] = forms
  if (!first) return null
  const others =
    more.length === 0 ? '' : more.length === 1 ? ', and those of one more form' : `, and those of ${more.length} more forms`
  return `Leads of the form “${first.name}” cannot be read${others}. ${first.reason ?? ''}`.trim()
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

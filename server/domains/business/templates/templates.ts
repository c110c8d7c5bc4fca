import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { fieldKinds } from '#ports/documents.ts'
import { choice, extension, shape } from '#shapes'
import { Placeholder } from './placeholders.ts'
import { SigningReminders, templateReminders } from './reminders.ts'
import { SignedRule } from './when-signed.ts'

export const TemplateKind = choice('TemplateKind', ['text', 'pdf', 'google'])

export const Template = shape('Template', {
  id: z.uuid(),
  name: z.string(),
  kind: TemplateKind,
  version: z.int().describe('The newest; a document keeps the one that it was made from'),
  placeholders: z.array(Placeholder),
  documents: z.int().describe('How many documents were made from it'),
  when_signed: SignedRule.nullable().describe('What follows when all have signed'),
  archived_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})

/** What a signer fills in. */
export const FieldKind = choice('FieldKind', fieldKinds)
export const BoxAlign = choice('BoxAlign', ['left', 'center', 'right'])

const place = {
  page: z.int().describe('Counts from 0'),
  x: z.number().describe('Points from the left'),
  y: z.number().describe('Points from the top'),
  width: z.number(),
  height: z.number(),
}

export const PlacedField = shape('TemplateField', {
  id: z.string(),
  kind: FieldKind,
  signer: z.string().describe('`client` or `admin`; the second of a role is `client-2`'),
  label: z.string().nullable(),
  required: z.boolean().describe('Whether a text must be typed, or a tick set; the other kinds are filled in by signing'),
  ...place,
})
export type PlacedField = z.output<typeof PlacedField>

/** Where the value of a placeholder is set. */
export const ValueBox = shape('TemplateBox', {
  id: z.string(),
  key: z.string().describe('The placeholder; several boxes may show one'),
  size: z.number().describe('Of the letters, in points'),
  align: BoxAlign,
  ...place,
})
export type ValueBox = z.output<typeof ValueBox>

export const TemplateFile = shape('TemplateFile', {
  id: z.uuid(),
  name: z.string().describe('As it was uploaded'),
  bytes: z.int(),
  sha256: z.string().describe('Of the file as it was taken: without what could act'),
  pages: z.array(shape('TemplatePage', { width: z.number(), height: z.number() })).describe('In points, as they are looked at'),
})

export const TemplateDetail = extension('TemplateDetail', Template, {
  body: z.string().nullable().describe('The text; of a Google Doc as it was read, a paragraph a line'),
  google_file_id: z.string().nullable(),
  google_revision: z.string().nullable().describe('The revision that was read, as Google names it'),
  read_at: z.iso.datetime().nullable().describe('When the Google Doc was read'),
  file: TemplateFile.nullable().describe('Of a PDF'),
  fields: z.array(PlacedField).describe('Of a PDF: where signers fill in'),
  boxes: z.array(ValueBox).describe('Of a PDF: where values are set'),
  reminders: SigningReminders.nullable().describe('Null: as the workspace does'),
})

export type TemplateRow = Selectable<Tables['templates']>
export type TemplateVersionRow = Selectable<Tables['template_versions']>

const rows = (db: Db, orgId: string) =>
  db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.org_id', '=', 't.org_id').onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.version'),
    )
    .leftJoin('template_files as f', (join) => join.onRef('f.org_id', '=', 'v.org_id').onRef('f.id', '=', 'v.file_id'))
    .where('t.org_id', '=', orgId)
    .selectAll('v')
    .select(['f.name as uploaded_as', 'f.bytes as file_bytes', 'f.pages as file_pages', 'f.sha256 as taken_sha256'])
    .select(['t.id', 't.name', 't.kind', 't.archived_at', 't.updated_at', 't.remind_after', 't.remind_before', 't.when_signed'])
    .select(
      sql<number>`(select count(*)::int from documents d where d.org_id = t.org_id and d.template_id = t.id)`.as('documents'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const shown = (row: Row): z.output<typeof TemplateDetail> => ({
  id: row.id,
  name: row.name,
  kind: row.kind as z.output<typeof TemplateKind>,
  version: row.version,
  placeholders: row.placeholders as Placeholder[],
  documents: row.documents,
  archived_at: row.archived_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
  body: row.body,
  google_file_id: row.google_file_id,
  google_revision: row.google_revision,
  read_at: row.google_read_at?.toISOString() ?? null,
  file:
    row.file_id === null
      ? null
      : TemplateFile.parse({
          ...{ id: row.file_id, name: row.uploaded_as, bytes: row.file_bytes, pages: row.file_pages },
          sha256: row.taken_sha256?.toString('hex'),
        }),
  fields: row.fields as PlacedField[],
  boxes: row.boxes as ValueBox[],
  reminders: templateReminders(row),
  when_signed: SignedRule.nullable().parse(row.when_signed),
})

export const listTemplatesOf = async (db: Db, orgId: string, archived: boolean): Promise<z.output<typeof Template>[]> => {
  const found = await rows(db, orgId)
    .where('t.archived_at', archived ? 'is not' : 'is', null)
    .orderBy(sql`lower(t.name)`)
    .limit(500)
    .execute()
  return found.map((row) => Template.parse(shown(row)))
}

export const showTemplateOf = async (
  db: Db,
  orgId: string,
  id: string,
): Promise<z.output<typeof TemplateDetail> | undefined> => {
  const row = await rows(db, orgId).where('t.id', '=', id).executeTakeFirst()
  return row && shown(row)
}

/** The newest version of a template that is in use. */
export const findCurrentVersion = async (db: Db, orgId: string, templateId: string) =>
  rows(db, orgId).where('t.id', '=', templateId).where('t.archived_at', 'is', null).executeTakeFirst()

export const lockTemplate = (db: Db, orgId: string, id: string): Promise<TemplateRow | undefined> =>
  db.selectFrom('templates').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Whether another one in use has the name. */
export const isNameTaken = async (db: Db, orgId: string, name: string, except: string | null): Promise<boolean> => {
  const found = await db
    .selectFrom('templates')
    .select('id')
    .where('org_id', '=', orgId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && found.id !== except
}

export interface NewVersion {
  readonly body?: string | null
  readonly file?: { readonly id: string; readonly stored_as: string; readonly sha256: Buffer } | null
  readonly googleFileId?: string | null
  readonly googleRevision?: string | null
  readonly googleReadAt?: Date | null
  readonly placeholders: readonly Placeholder[]
  readonly fields: readonly PlacedField[]
  readonly boxes: readonly ValueBox[]
  readonly madeBy: string | null
}

export const addVersion = async (
  db: Db,
  orgId: string,
  templateId: string,
  version: number,
  given: NewVersion,
): Promise<void> => {
  await db
    .insertInto('template_versions')
    .values({
      org_id: orgId,
      template_id: templateId,
      version,
      body: given.body ?? null,
      file_id: given.file?.id ?? null,
      file_name: given.file?.stored_as ?? null,
      file_sha256: given.file?.sha256 ?? null,
      google_file_id: given.googleFileId ?? null,
      google_revision: given.googleRevision ?? null,
      google_read_at: given.googleReadAt ?? null,
      placeholders: JSON.stringify(given.placeholders),
      fields: JSON.stringify(given.fields),
      boxes: JSON.stringify(given.boxes),
      made_by: given.madeBy,
    })
    .execute()
}

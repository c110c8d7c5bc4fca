import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, InOrg } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { collectBytes } from '#core/http/incoming-files.ts'
import type { Tables } from '#db/tables.ts'
import { announceFile, keepFile, leaveFilesOf } from '#domains/platform/files/stored-files.ts'
import type { Files } from '#ports/files.ts'
import { type Paper, type PaperFault, PaperLate, PaperRefused, paperBounds } from '#ports/paper.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { templateErrors } from './errors.ts'
import { bracesWritten } from './template-texts.ts'
import { TemplateFile } from './templates.ts'

export type TemplateFileRow = Selectable<Tables['template_files']>

export const FileId = z.uuid().describe('Of a PDF: the `id` that PUT /template-files answered')

const refusals: Readonly<Record<PaperFault, keyof typeof templateErrors>> = {
  not_pdf: 'pdf_not_pdf',
  too_large: 'pdf_too_large',
  too_many_pages: 'pdf_too_many_pages',
  encrypted: 'pdf_encrypted',
  broken: 'pdf_broken',
  active: 'pdf_active',
  signed: 'pdf_signed',
}

/** All bytes of an upload, as far as a PDF may have any. */
export const collectPdf = collectBytes(paperBounds.bytes, () => new Failure(templateErrors.pdf_too_large, { field: 'file' }))

interface Uploaded {
  readonly orgId: string
  readonly personId: string
  readonly name: string
  readonly pdf: Buffer
}

/**
 * Takes a PDF of a stranger's program: what acts is taken out, what cannot be used is refused by name. The same file under the same name is
 * stored once in a workspace; under another name it is another one, so that each template shows how its own was called. Before its row is
 * there, the file is whole.
 */
export const takeTemplateFile = async (
  { orgId, personId, name, pdf: given }: Uploaded,
  { inOrg, files, paper, newId }: { inOrg: InOrg; files: Files; paper: Paper; newId: () => string },
): Promise<z.output<typeof TemplateFile>> => {
  const { pdf, pages } = await takePdf(paper, given, orgId)
  refusePlaceholders(pages)
  const sha256 = sha256Of(pdf)
  const known = await inOrg(orgId, (db) => findUpload(db, orgId, { sha256, name }))
  if (known) return shownFile(known)
  const id = newId()
  const row = {
    ...{ org_id: orgId, id, name, sha256, bytes: pdf.length, created_by: personId },
    stored_as: `templates-${orgId}-${id}-${sha256.toString('hex')}.pdf`,
    pages: JSON.stringify(pages.map(({ widthPt, heightPt }) => ({ width: widthPt, height: heightPt }))),
  }
  const listed = { name: row.stored_as, kind: 'template', subjectId: id } as const
  await inOrg(orgId, (db) => announceFile(db, orgId, listed))
  const stored = await files.put(row.stored_as, Readable.from([pdf]))
  const { entered, unused } = await inOrg(orgId, async (db) => {
    await db
      .insertInto('template_files')
      .values(row)
      .onConflict((other) => other.columns(['org_id', 'sha256', 'name']).doNothing())
      .execute()
    const found = await findUpload(db, orgId, row)
    if (found?.id === id) await keepFile(db, orgId, { ...stored, ...listed })
    return { entered: found, unused: await removeUnused(db, orgId) }
  })
  if (!entered) throw new Error('a file that was just entered is not there')
  // Another upload of the same file may have been first. What a crash leaves here is swept.
  for (const place of [...unused, ...(entered.id === id ? [] : [row.stored_as])]) await files.remove(place)
  return shownFile(entered)
}

const refusePlaceholders = (pages: readonly { readonly text: string }[]): void => {
  const written = bracesOn(pages)
  if (written.length > 0)
    throw new Failure(templateErrors.pdf_placeholders_left, {
      field: 'file',
      message: `The PDF itself contains ${written.slice(0, 10).join(', ')}, which would stay in the document as they are.`,
    })
}

/** What stands in two braces on the pages of a PDF: no value takes its place. */
export const bracesOn = (pages: readonly { readonly text: string }[]): string[] =>
  [...new Set(pages.flatMap(({ text }) => bracesWritten(text)))].map((key) => `{{${key}}}`)

/** A PDF from outside without what acts in it; refused by name where it cannot be used. */
export const takePdf = async (paper: Paper, pdf: Buffer, orgId: string, field = 'file') => {
  try {
    return await paper.take(pdf, orgId)
  } catch (error) {
    throw refusedPdf(error, field)
  }
}

/** What a caller is told of a PDF that was refused; whatever else it is stays as it is. */
export const refusedPdf = (error: unknown, field: string): unknown => {
  if (error instanceof PaperRefused) return new Failure(templateErrors[refusals[error.fault]], { field, cause: error })
  if (error instanceof PaperLate) return new Failure(invoiceErrors.document_late, { cause: error, retryAfterSeconds: 5 })
  return error
}

const findUpload = (
  db: Db,
  orgId: string,
  { sha256, name }: Pick<TemplateFileRow, 'sha256' | 'name'>,
): Promise<TemplateFileRow | undefined> =>
  db
    .selectFrom('template_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('sha256', '=', sha256)
    .where('name', '=', name)
    .executeTakeFirst()

/** Uploads that became no template within a day; a version holds its file by a foreign key. Answers where they are stored. */
const removeUnused = async (db: Db, orgId: string): Promise<string[]> => {
  const removed = await db
    .deleteFrom('template_files as f')
    .where('f.org_id', '=', orgId)
    .where('f.created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('template_versions as v')
            .select('v.file_id')
            .where('v.org_id', '=', orgId)
            .whereRef('v.file_id', '=', 'f.id'),
        ),
      ),
    )
    .returning(['f.id', 'f.stored_as'])
    .execute()
  for (const { id } of removed) await leaveFilesOf(db, orgId, 'template', id)
  return removed.map(({ stored_as }) => stored_as)
}

/** A file for a version that is being made; it stays until that is written. */
export const lockTemplateFile = async (db: Db, orgId: string, id: string): Promise<TemplateFileRow> => {
  const row = await db
    .selectFrom('template_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Failure(templateErrors.template_file_not_found, { field: 'file' })
  return row
}

export const findTemplateFile = (db: Db, orgId: string, id: string): Promise<TemplateFileRow | undefined> =>
  db.selectFrom('template_files').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const pagesOfFile = ({ pages }: Pick<TemplateFileRow, 'pages'>) =>
  pages as unknown as readonly { readonly width: number; readonly height: number }[]

export const shownFile = (row: TemplateFileRow): z.output<typeof TemplateFile> =>
  TemplateFile.parse({ ...row, sha256: row.sha256.toString('hex') })

/** The bytes of a file, held against their digest. */
export const readTemplateFile = async (files: Files, { stored_as, sha256 }: Pick<TemplateFileRow, 'stored_as' | 'sha256'>) => {
  const content = await files.read(stored_as).then(buffer, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure(templateErrors.template_file_damaged, { cause: error })
    throw error
  })
  if (!sha256Of(content).equals(sha256)) throw new Failure(templateErrors.template_file_damaged)
  return content
}

import type { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, InOrg } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { announceFile, forgetFilesOf, keepFile } from '#domains/platform/files/stored-files.ts'
import type { Files } from '#ports/files.ts'
import { shape } from '#shapes'
import { mailLimits, type WrittenFile } from '#shapes/mime/write-mail.ts'
import type { MailAttachment } from '../inbox/thread-mails.ts'
import { emailErrors } from './errors.ts'

/** A file that a member sends along with a mail. */
export type FileRow = Selectable<Tables['mail_files']>

type Draft = Pick<Selectable<Tables['mail_drafts']>, 'id' | 'person_id'>

/** What a member has here that is part of no mail: enough for ten mails. */
const mostUnused = { files: 200, bytes: 10 * mailLimits.fileBytes }

/** A mail has at most so many. */
export const mostFiles = 50

export const EmailFile = shape('EmailFile', {
  id: z.uuid(),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  received_bytes: z.int().describe('How many of them are here'),
})

/** Ids of files, as actions take them. */
export const FileIds = z
  .array(z.uuid())
  .max(mostFiles)
  .default([])
  .overwrite((ids) => [...new Set(ids)])
  .describe('Files of `create-email-file`, 20 MB (20,971,520 bytes) in all')

export const shownFile = ({ id, name, type, size_bytes: bytes, received_bytes }: FileRow): z.output<typeof EmailFile> => ({
  ...{ id, name, type, bytes, received_bytes },
})

export const tooLarge = (field: string): Failure =>
  new Failure(emailErrors.email_files_too_large, {
    field,
    message: `The files of a mail may have ${mailLimits.fileBytes} bytes (20 MB) in all.`,
  })

export interface NewFile {
  readonly id: string
  readonly personId: string
  readonly name: string
  readonly type: string
  readonly bytes: number
}

/** One after the other for a member, so that two at once do not pass each other. */
export const createFiles = async (db: Db, orgId: string, given: readonly NewFile[], now: Date): Promise<FileRow[]> => {
  const [first] = given
  if (!first) return []
  const bytes = given.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > mailLimits.fileBytes) throw tooLarge('size')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail files ${first.personId}`}, 0))`.execute(db)
  const unused = await db
    .selectFrom('mail_files')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number>('size_bytes').as('bytes')])
    .where('org_id', '=', orgId)
    .where('person_id', '=', first.personId)
    .where('mail_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(unused.files) + given.length > mostUnused.files || Number(unused.bytes ?? 0) + bytes > mostUnused.bytes)
    throw new Failure(emailErrors.email_files_no_room)
  return db
    .insertInto('mail_files')
    .values(
      given.map((file, place) => ({
        ...{ org_id: orgId, id: file.id, person_id: file.personId, name: file.name, type: file.type },
        ...{ size_bytes: file.bytes, place, created_at: now },
      })),
    )
    .returningAll()
    .execute()
}

/** Of that member, and part of no mail; that of another is not there. */
export const findFile = async (db: Db, orgId: string, personId: string, id: string): Promise<FileRow> => {
  const row = await db
    .selectFrom('mail_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('mail_id', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure(emailErrors.email_file_not_found, { field: 'fileId' })
  return row
}

/** Each try has a name of its own: what was broken off has begun at the same byte. */
const partName = ({ org_id: orgId, id }: Pick<FileRow, 'org_id' | 'id'>): string => `email-files/${orgId}/${id}/${newId()}`

export interface FilePart {
  readonly orgId: string
  readonly personId: string
  readonly fileId: string
  /** How many bytes are there already. */
  readonly from: number
  readonly content: Readable
}

/** Takes a part of a file, whole or not at all. No transaction is open while bytes come in. */
export const receiveFilePart = async (
  { orgId, personId, fileId, from, content }: FilePart,
  { inOrg, files }: { readonly inOrg: InOrg; readonly files: Files },
): Promise<FileRow> => {
  const name = partName({ org_id: orgId, id: fileId })
  const file = await inOrg(orgId, async (db) => {
    const found = await findFile(db, orgId, personId, fileId)
    if (found.received_bytes !== from) throw wrongOffset(found.received_bytes)
    await announceFile(db, orgId, { name, kind: 'email', subjectId: fileId })
    return found
  })
  const maxBytes = file.size_bytes - from
  const stored = await files.put(name, content, { maxBytes }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EFBIG') throw error
    throw new Failure(emailErrors.email_files_too_large, { message: 'The file is longer than announced.' })
  })
  const { bytes } = stored
  return inOrg(orgId, async (db) => {
    if (bytes === 0) return file
    const taken = await db
      .updateTable('mail_files')
      .set({ received_bytes: from + bytes, part_names: sql`array_append(part_names, ${name})` })
      .where('org_id', '=', orgId)
      .where('id', '=', fileId)
      .where('mail_id', 'is', null)
      .where('received_bytes', '=', from)
      .returningAll()
      .executeTakeFirst()
    if (taken) {
      await keepFile(db, orgId, { ...stored, name, kind: 'email', subjectId: fileId })
      return taken
    }
    // Another request was faster. The part goes with the file, or with what broken uploads left.
    throw wrongOffset((await findFile(db, orgId, personId, fileId)).received_bytes)
  })
}

const wrongOffset = (received: number): Failure =>
  new Failure(emailErrors.email_file_offset_wrong, {
    field: 'from',
    message: `${received} bytes were received; resume from that byte.`,
  })

/** Stores a file whole that was fetched from elsewhere. */
export const fillFile = async (db: Db, files: Files, row: FileRow, content: Readable): Promise<FileRow> => {
  const name = partName(row)
  const stored = await files.put(name, content, { maxBytes: row.size_bytes })
  await keepFile(db, row.org_id, { ...stored, name, kind: 'email', subjectId: row.id })
  return db
    .updateTable('mail_files')
    .set({ received_bytes: stored.bytes, part_names: [name] })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes files part of a mail, in their order. Each is in one mail only, and whole. */
export const bindFiles = async (
  db: Db,
  orgId: string,
  { ids, personId, mailId }: { readonly ids: readonly string[]; readonly personId: string | null; readonly mailId: string },
): Promise<FileRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<FileRow>`
    update mail_files f set mail_id = ${mailId}, draft_id = null, place = g.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as g(id, place)
    where f.org_id = ${orgId} and f.id = g.id and f.person_id = ${personId} and f.mail_id is null
    returning f.*`.execute(db)
  if (rows.length < ids.length) throw new Failure(emailErrors.email_file_not_found, { field: 'files' })
  const part = rows.find(({ received_bytes, size_bytes }) => received_bytes < size_bytes)
  if (part) throw new Failure(emailErrors.email_file_not_whole, { field: 'files' })
  if (rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0) > mailLimits.fileBytes) throw tooLarge('files')
  return rows.toSorted((one, other) => one.place - other.place)
}

/**
 * They are part of no mail again: it was taken back. They are in the draft that it is now, of the member who took it back, or else wait for
 * another mail for a day.
 */
export const freeFiles = async (
  db: Db,
  orgId: string,
  { mailId, now, draft }: { readonly mailId: string; readonly now: Date; readonly draft: Draft | null },
): Promise<void> => {
  await db
    .updateTable('mail_files')
    .set({ mail_id: null, created_at: now, ...(draft && { draft_id: draft.id, person_id: draft.person_id }) })
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .execute()
}

/** Gives a draft these files, in their order, and no others. Each is in one draft only. */
export const setFilesOfDraft = async (
  db: Db,
  orgId: string,
  { ids, personId, draftId }: { readonly ids: readonly string[]; readonly personId: string; readonly draftId: string },
): Promise<void> => {
  const before = (await findFilesOfDraft(db, orgId, draftId)).map(({ id }) => id)
  if (before.join() === ids.join()) return
  await sql`update mail_files set draft_id = null
    where org_id = ${orgId} and draft_id = ${draftId} and id <> all(${[...ids]}::uuid[])`.execute(db)
  const { rows } = await sql<{ id: string }>`
    update mail_files f set draft_id = ${draftId}, place = g.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as g(id, place)
    where f.org_id = ${orgId} and f.id = g.id and f.person_id = ${personId} and f.mail_id is null
      and not exists (select from mail_drafts d where d.org_id = f.org_id and d.id = f.draft_id and d.id <> ${draftId})
    returning f.id`.execute(db)
  if (rows.length < ids.length) throw new Failure(emailErrors.email_file_not_found, { field: 'files' })
}

export const findFilesOfDraft = (db: Db, orgId: string, draftId: string): Promise<FileRow[]> =>
  db
    .selectFrom('mail_files')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('draft_id', '=', draftId)
    .where('mail_id', 'is', null)
    .orderBy('place')
    .execute()

export const findFilesOfMail = (db: Db, orgId: string, mailId: string): Promise<FileRow[]> =>
  db.selectFrom('mail_files').selectAll().where('org_id', '=', orgId).where('mail_id', '=', mailId).orderBy('place').execute()

/** How lists show files before the mailbox has the mail. */
export const asAttachments = (rows: readonly FileRow[]): MailAttachment[] =>
  rows.map(({ name, type, size_bytes: bytes }, index) => ({
    ...{ index, name, type, bytes, content_id: null, is_inline: false },
  }))

/** All of a file. Throws `email_file_not_here` where a part of it is gone. */
export const contentOf = async (files: Files, row: FileRow): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for (const name of row.part_names)
    try {
      for await (const piece of await files.read(name)) pieces.push(piece as Buffer)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw gone()
    }
  const content = Buffer.concat(pieces)
  if (content.length !== row.size_bytes) throw gone()
  return content
}

const gone = (): Failure =>
  new Failure(emailErrors.email_file_not_here, { message: 'A file of this mail is not stored any more.' })

/** As they are written into a mail. One after the other: together they have 20 MB. */
export const writtenFiles = async (files: Files, rows: readonly FileRow[]): Promise<WrittenFile[]> => {
  const written: WrittenFile[] = []
  for (const row of rows) written.push({ name: row.name, type: row.type, content: await contentOf(files, row) })
  return written
}

/** Removes a file that is locked, with all that came of it: the part that is on its way too. */
export const removeFile = async (db: Db, files: Files, row: FileRow): Promise<void> => {
  await db.deleteFrom('mail_files').where('org_id', '=', row.org_id).where('id', '=', row.id).execute()
  const kept = await forgetFilesOf(db, row.org_id, 'email', row.id)
  for (const name of new Set([...row.part_names, ...kept])) await files.remove(name)
}

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db, ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { importErrors } from './errors.ts'
import { receivePart } from './upload-parts.ts'
import { findUpload, recordUploadChange } from './uploads.ts'

/** A file that is about to come. */
interface NewUpload {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  /** For rows that name no source; undefined: the usual one. */
  readonly source?: string
  readonly personId: string | null
  readonly now: Date
}

/** Writes down a file before its first byte. Throws `upload_no_room` where the workspace has none for it. */
export const addUpload = async (
  db: Db,
  orgId: string,
  { id, name, sizeBytes, source, personId, now }: NewUpload,
  most: { readonly files: number; readonly bytes: number },
): Promise<void> => {
  await requireRoom(db, orgId, sizeBytes, most)
  await db
    .insertInto('uploads')
    .values({
      ...{ org_id: orgId, id, name, size_bytes: sizeBytes, created_by: personId, created_at: now, moved_at: now },
      ...(source !== undefined && { source }),
    })
    .execute()
  await recordUploadChange(db, 'created', { before: null, after: await findUpload(db, orgId, id) })
}

/** A file that is made here, whole. Answers the id of its upload, which goes the way of all: mapped, checked, imported by a person. */
export const uploadWhole = async (
  {
    org,
    person,
    inOrg,
    ports,
    now,
    newId,
    settings,
  }: Pick<ExternalCallContext, 'org' | 'person' | 'inOrg' | 'ports' | 'now' | 'newId' | 'settings'>,
  { name, source, content }: { readonly name: string; readonly source: string; readonly content: Buffer },
): Promise<string> => {
  const id = newId()
  const file = { id, name, sizeBytes: content.length, source, personId: person?.id ?? null, now: now() }
  await inOrg(({ db }) => addUpload(db, org.id, file, settings.uploadsMost))
  await receivePart({
    ...{ orgId: org.id, uploadId: id, from: 0, content: Readable.from([content]), files: ports.files, now, newId },
    inOrg: (_orgId, work) => inOrg(({ db }) => work(db)),
  })
  return id
}

/** Said before the first byte is sent. One after the other in a workspace, so that two at once do not pass each other. */
const requireRoom = async (db: Db, orgId: string, size: number, most: { files: number; bytes: number }): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${orgId}`}, 0))`.execute(db)
  const held = await db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number>('size_bytes').as('bytes')])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  if (Number(held.files) >= most.files)
    throw new Failure(importErrors.upload_no_room, {
      message: `A workspace may have at most ${most.files} files; remove a finished one.`,
    })
  const left = most.bytes - Number(held.bytes ?? 0)
  if (size > left)
    throw new Failure(importErrors.upload_no_room, {
      field: 'size',
      message: `The files of a workspace may have at most ${most.bytes} bytes in total; ${Math.max(0, left)} are left.`,
    })
}

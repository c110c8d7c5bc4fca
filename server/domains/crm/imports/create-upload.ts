import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { importErrors } from './errors.ts'
import { findUpload, presentUpload, recordUploadChange, Upload } from './uploads.ts'

export const createUpload = action({
  name: 'create-upload',
  summary: 'Create an upload for a file of leads',
  description: `Send the bytes with \`PUT /uploads/<id>/content?from=<byte>\` and the same token, in one or several requests, each stored
completely or not at all; \`from\` is the number of bytes received so far. After a broken connection, \`show-upload\` says where to resume.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(255)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .regex(/^[^\x00-\x1f]*$/, 'must not contain control characters'),
    size: z.int().min(1),
  }),
  output: z.object({ upload: Upload }),
  errors: [importErrors.upload_too_large, importErrors.upload_no_room],
  examples: [{ title: 'A small file', input: { name: 'leads.csv', size: 1_024 } }],

  async run(input, { org, person, db, now, newId, settings, fail }) {
    if (input.size > settings.uploadMaxBytes)
      throw fail('upload_too_large', { field: 'size', message: `A file may have at most ${settings.uploadMaxBytes} bytes.` })
    await requireRoom(db, org.id, input.size, settings.uploadsMost)
    const id = newId()
    await db
      .insertInto('uploads')
      .values({
        org_id: org.id,
        id,
        name: input.name,
        size_bytes: input.size,
        created_by: person?.id ?? null,
        created_at: now(),
        moved_at: now(),
      })
      .execute()
    await recordUploadChange(db, 'created', { before: null, after: await findUpload(db, org.id, id) })
    return { upload: await presentUpload(db, org.id, id, now()) }
  },
})

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

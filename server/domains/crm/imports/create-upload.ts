import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { importErrors } from './errors.ts'
import { uploadEvents } from './events.ts'
import { presentUpload, Upload } from './uploads.ts'

export const createUpload = action({
  name: 'create-upload',
  summary: 'Announce a file of leads',
  description: `The bytes follow as \`PUT /uploads/<id>/content?from=<byte>\` with the same token, in one request or in several, each stored
whole or not at all; \`from\` is how many bytes are there already. After a broken connection, \`show-upload\` says where to go on.`,
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

  async run(input, { org, person, db, now, newId, emit, settings, fail }) {
    if (input.size > settings.uploadMaxBytes)
      throw fail('upload_too_large', { field: 'size', message: `A file may have ${settings.uploadMaxBytes} bytes at most.` })
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
    await emit(uploadEvents.changed, id, { state: 'uploading' })
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
      message: `A workspace may have ${most.files} files; remove one that is done with.`,
    })
  const left = most.bytes - Number(held.bytes ?? 0)
  if (size > left)
    throw new Failure(importErrors.upload_no_room, {
      field: 'size',
      message: `The files of a workspace may have ${most.bytes} bytes together; ${Math.max(0, left)} are left.`,
    })
}

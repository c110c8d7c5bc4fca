import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { importErrors } from './errors.ts'
import { addUpload } from './new-uploads.ts'
import { presentUpload, Upload } from './uploads.ts'

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
    const id = newId()
    const file = { id, name: input.name, sizeBytes: input.size, personId: person?.id ?? null, now: now() }
    await addUpload(db, org.id, file, settings.uploadsMost)
    return { upload: await presentUpload(db, org.id, id, now()) }
  },
})

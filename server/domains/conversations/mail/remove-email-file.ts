import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findFile, removeFile } from './email-files.ts'
import { emailErrors } from './errors.ts'

export const removeEmailFile = action({
  name: 'remove-email-file',
  summary: 'Remove a file that is not to be sent after all',
  description: 'Your own, while it is part of no mail.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: false },
  limit: { times: 300, seconds: 60 },
  input: z.object({ fileId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [emailErrors.email_file_not_found],
  examples: [{ title: 'One', input: { fileId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fileId }, { db, org, person, ports }) {
    await removeFile(db, ports.files, await findFile(db, org.id, person.id, fileId))
    return { success: true as const }
  },
})

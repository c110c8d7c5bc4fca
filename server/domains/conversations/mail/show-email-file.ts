import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { EmailFile, findFile, shownFile } from './email-files.ts'
import { emailErrors } from './errors.ts'

export const showEmailFile = action({
  name: 'show-email-file',
  summary: 'Show how much of a file for an email was received',
  description: 'Your own, while it is part of no mail.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ fileId: z.uuid() }),
  output: z.object({ file: EmailFile }),
  errors: [emailErrors.email_file_not_found],
  examples: [{ title: 'One', input: { fileId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fileId }, { db, org, person }) {
    return { file: shownFile(await findFile(db, org.id, person.id, fileId)) }
  },
})

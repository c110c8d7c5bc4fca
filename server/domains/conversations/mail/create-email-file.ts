import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailLimits } from '#shapes/mime/write-mail.ts'
import { createFiles, EmailFile, shownFile, tooLarge } from './email-files.ts'
import { emailErrors } from './errors.ts'

export const createEmailFile = action({
  name: 'create-email-file',
  summary: 'Announce a file that is sent with an email',
  description:
    'Send the bytes with `PUT /email-files/<id>/content?from=<byte>` and the same token, in one or several requests, each stored completely or not at all; then give the id to `send-email` or `reply-chat`. The files of a mail may have 20 MB (20,971,520 bytes) in all. A file that is part of no mail is removed after a day.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: false },
  input: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .refine((name) => !/\p{Cc}/u.test(name), 'must not contain control characters')
      .refine((name) => name.isWellFormed(), 'must be valid Unicode'),
    mediaType: z
      .string()
      .max(127)
      .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as application/pdf')
      .default('application/octet-stream'),
    size: z.int().min(0).describe('Bytes'),
  }),
  output: z.object({ success: z.literal(true), file: EmailFile }),
  errors: [emailErrors.email_files_too_large, emailErrors.email_files_no_room],
  examples: [{ title: 'An offer', input: { name: 'Offer.pdf', mediaType: 'application/pdf', size: 48_123 } }],

  async run({ name, mediaType, size }, { db, org, person, newId, now }) {
    if (size > mailLimits.fileBytes) throw tooLarge('size')
    const file = { id: newId(), personId: person.id, name, type: mediaType, bytes: size }
    const [row] = await createFiles(db, org.id, [file], now())
    if (!row) throw new Error('a file that was not made')
    return { success: true as const, file: shownFile(row) }
  },
})

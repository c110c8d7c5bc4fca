import { Readable } from 'node:stream'
import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import type { PictureFault } from '#ports/pictures.ts'
import { pictureAddresses } from './email-pictures.ts'
import { emailErrors } from './errors.ts'
import { mailOf, usableMailbox } from './usable.ts'

const words: Readonly<Record<PictureFault, string>> = {
  refused: 'The picture’s address cannot be reached from here.',
  timed_out: 'The picture did not come in time.',
  failed: 'The picture’s server did not send it.',
  not_a_picture: 'This is no PNG, JPEG, GIF or WebP picture.',
  too_large: 'The picture has more than 5 MB.',
}

export const downloadEmailPicture = action({
  name: 'download-email-picture',
  summary: 'Load a picture that a mail shows from elsewhere',
  description:
    'Foyer asks the picture’s server, so that it learns nothing of your browser; it does learn that the mail was looked at, and when. Only addresses that the mail itself names, on the public internet, PNG, JPEG, GIF and WebP up to 5 MB.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({
    id: z.uuid(),
    userEmail: z.string().min(3).max(320),
    address: z.string().min(1).max(2_048).describe('As the mail has it'),
  }),
  output: Download,
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
    emailErrors.email_picture_not_found,
    emailErrors.email_picture_not_loaded,
  ],
  examples: [
    {
      title: 'A logo',
      input: {
        id: '01980000-0000-7000-8000-000000000000',
        userEmail: 'maya@example.com',
        address: 'https://shop.example/logo.png',
      },
    },
  ],

  async run({ id, userEmail, address }, { org, inOrg, person, ports, settings, fail }) {
    const html = await inOrg(async ({ db }) => {
      const { mailbox } = await usableMailbox(db, org.id, person, userEmail)
      await mailOf(db, org.id, mailbox, id)
      const body = await db
        .selectFrom('mailbox_bodies')
        .select('html')
        .where('org_id', '=', org.id)
        .where('id', '=', id)
        .executeTakeFirst()
      return body?.html ?? ''
    })
    if (!pictureAddresses(html, new URL(settings.publicUrl).origin).has(address))
      throw fail('email_picture_not_found', { field: 'address' })
    const loaded = await ports.pictures.load(address)
    if ('fault' in loaded)
      throw new Failure(emailErrors.email_picture_not_loaded, { field: 'address', message: words[loaded.fault] })
    return { name: 'picture', type: loaded.type, content: Readable.from([loaded.content]) }
  },
})

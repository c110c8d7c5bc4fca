import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { choice, extension, shape } from '#shapes'
import { MailPerson } from '../inbox/thread-mails.ts'
import { showsPictures } from './email-pictures.ts'
import { emailErrors } from './errors.ts'
import { Mail, shownMail } from './list-mails.ts'
import { loadReasons } from './load-classes.ts'
import { peopleOf } from './mails.ts'
import { isUnsent } from './unsent-mails.ts'
import { mailOf, ownMailbox, refuseUnconnected } from './usable.ts'

const MailLoad = shape('EmailLoad', {
  class: choice('EmailLoadClass', ['person', 'proxy', 'scanner', 'own']),
  words: z.string().describe('Who loaded the picture, as far as can be known'),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  times: z.int(),
})

const MailDetail = extension('EmailDetail', Mail, {
  bcc: z.array(MailPerson).describe('Of one that was written here'),
  reply_to: z.array(MailPerson),
  text: z.string().nullable(),
  html: z.string().nullable().describe('A stranger’s: show it only in a sandboxed frame'),
  loads: z.array(MailLoad).describe('Loads of the picture that says that a mail was opened'),
  shows_pictures: z
    .boolean()
    .describe('Its pictures from elsewhere are shown without asking: you chose that of its sender, who is proven'),
  seen_error: z.string().nullable().describe('Why its provider did not mark it'),
  copy_state: choice('EmailCopyState', ['waiting', 'failed'])
    .nullable()
    .describe(
      'Of a sent mail that its mailbox did not keep: `waiting` while Foyer tries again, for some hours, then `failed`. Foyer alone lists it in the folder of sent mails. Null: the mailbox has it, as far as is known',
    ),
  copy_error: z.string().nullable().describe('Why its mailbox did not keep it'),
  send_at: z.iso.datetime().nullable(),
})

export const showEmail = action({
  name: 'show-email',
  summary: 'Show a mail with all that is known of it',
  description: 'What it says, its files, how far one of ours has come, and who loaded its picture.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 300, seconds: 60 },
  input: z.object({ id: z.uuid(), userEmail: z.string().min(3).max(320) }),
  output: z.object({ mail: MailDetail }),
  errors: [
    mailboxErrors.foreign_mailbox,
    mailboxErrors.mailbox_not_connected,
    emailErrors.mail_not_allowed,
    emailErrors.email_not_found,
  ],
  examples: [{ title: 'One', input: { id: '01980000-0000-7000-8000-000000000000', userEmail: 'maya@example.com' } }],

  async run({ id, userEmail }, { db, org, person }) {
    const { mailbox } = await ownMailbox(db, org.id, person, userEmail)
    const row = await mailOf(db, org.id, mailbox, id)
    if (!isUnsent(row)) await refuseUnconnected(db, org.id, mailbox)
    const body = await db
      .selectFrom('mailbox_bodies')
      .select(['html', 'text'])
      .where('org_id', '=', org.id)
      .where('id', '=', id)
      .executeTakeFirst()
    const loads = await db
      .selectFrom('mail_loads')
      .selectAll()
      .where('org_id', '=', org.id)
      .where('mail_id', '=', id)
      .orderBy('first_at')
      .execute()
    return {
      mail: {
        ...shownMail(row),
        ...{ bcc: peopleOf(row.bcc_list), reply_to: peopleOf(row.reply_list) },
        ...{ text: body?.text ?? null, html: body?.html ?? null, seen_error: row.seen_error },
        ...{ copy_state: row.copy_state as 'waiting' | null, copy_error: row.copy_error },
        shows_pictures: await showsPictures(db, org.id, person.id, row),
        send_at: row.state === 'queued' ? (row.send_at?.toISOString() ?? null) : null,
        loads: loads.map((load) => ({
          ...{ class: load.class as 'person', words: loadReasons.get(load.reason) ?? load.reason, times: load.times },
          ...{ first_at: load.first_at.toISOString(), last_at: load.last_at.toISOString() },
        })),
      },
    }
  },
})

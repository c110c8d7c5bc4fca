import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { findMails, Mail, MailState, showMailRow } from './mails.ts'

export const listMails = action({
  name: 'list-mails',
  summary: 'List outgoing emails',
  description:
    'Newest first: queued, sent and failed emails, with the reason. Their content is not shown. Sent and failed emails are kept for 90 days.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ state: MailState.optional(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ mails: z.array(Mail), next_cursor: z.uuid().nullable() }),
  errors: [],
  examples: [
    { title: 'The newest emails', input: {} },
    { title: 'Failed emails', input: { state: 'failed', limit: 20 } },
  ],

  async run({ state, cursor, limit }, { org, db }) {
    const rows = await findMails(db, org.id, { state, cursor, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return { mails: page.map(showMailRow), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
  },
})

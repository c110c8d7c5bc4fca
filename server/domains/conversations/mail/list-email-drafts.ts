import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { EmailDraft, findDrafts, shownDraft } from './email-drafts.ts'

export const listEmailDrafts = action({
  name: 'list-email-drafts',
  summary: 'List the emails that you are writing',
  description: 'Your own, of all mailboxes, the one that was changed last first: 100 at most.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ drafts: z.array(EmailDraft) }),
  errors: [],
  examples: [{ title: 'All', input: {} }],

  async run(_input, { db, org, person }) {
    return { drafts: (await findDrafts(db, org.id, person.id)).map(shownDraft) }
  },
})

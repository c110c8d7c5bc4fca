import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { CannedReply, findCannedReplies, showCannedReply } from './canned-replies.ts'

export const listCannedReplies = action({
  name: 'list-canned-replies',
  summary: 'List canned replies, by shortcut',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 600, seconds: 60 },
  input: z.object({}),
  output: z.object({ canned_replies: z.array(CannedReply), next_cursor: z.null() }),
  errors: [],
  examples: [{ title: 'All canned replies', input: {} }],

  async run(_input, { db, org }) {
    return { canned_replies: (await findCannedReplies(db, org.id)).map(showCannedReply), next_cursor: null }
  },
})

import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { countDrafts } from './reply-drafts.ts'

const usualDays = 30

export const countReplyDrafts = action({
  name: 'count-reply-drafts',
  summary: 'Count drafted replies by what happened to them',
  description: 'Members count their own, admins those of all.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ days: z.int().min(1).max(365).default(usualDays) }),
  output: z.object({ ready: z.int(), used: z.int(), edited: z.int(), discarded: z.int() }),
  errors: [],
  examples: [{ title: 'Of thirty days', input: {} }],

  async run({ days }, { db, org, person, now }) {
    const from = new Date(now().getTime() - days * 86_400_000)
    const {
      ready = 0,
      used = 0,
      edited = 0,
      discarded = 0,
    } = await countDrafts(db, org.id, from, person.role === 'member' ? person.id : null)
    return { ready, used, edited, discarded }
  },
})

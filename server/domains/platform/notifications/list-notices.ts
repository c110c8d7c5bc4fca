import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { findNotices, Notice, unreadNotices } from './notices.ts'
import { findNotificationSettings, hiddenKinds } from './notification-settings.ts'

export const listNotices = action({
  name: 'list-notices',
  summary: 'List your notices',
  description:
    'Newest first; each user sees notices that their role can act on, without the topics that they turned off in the app, and has their own read mark.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({
    notices: z.array(Notice),
    unread: z.int(),
    sound: z.boolean().describe('Whether an open page plays a sound when there is a new one'),
    next_cursor: z.uuid().nullable(),
  }),
  errors: [],
  examples: [{ title: 'The newest notices', input: { limit: 20 } }],

  async run({ cursor, limit }, { db, org, person }) {
    const settings = await findNotificationSettings(db, org.id, person.id)
    const hidden = hiddenKinds(settings)
    const found = await findNotices(db, org.id, person, { hidden, cursor, limit: limit + 1 })
    const notices = found.slice(0, limit)
    return {
      notices,
      unread: await unreadNotices(db, org.id, person, hidden),
      sound: settings.hasSound,
      next_cursor: found.length > limit ? (notices.at(-1)?.id ?? null) : null,
    }
  },
})

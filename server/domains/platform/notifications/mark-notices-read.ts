import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { notificationErrors } from './errors.ts'
import { noticesRead } from './moments.ts'
import { markRead, unreadNotices } from './notices.ts'
import { findNotificationSettings, hiddenKinds } from './notification-settings.ts'

export const markNoticesRead = action({
  name: 'mark-notices-read',
  summary: 'Mark notices as read',
  description: 'Marks everything up to and including the notice as read, for the caller only.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ noticeId: z.uuid() }),
  output: z.object({ success: z.literal(true), unread: z.int() }),
  errors: [notificationErrors.notice_not_found],
  examples: [{ title: 'Up to a notice', input: { noticeId: '01a1fe4e-accf-7000-ad70-1e1929657498' } }],

  async run({ noticeId }, { db, org, person, within, fail }) {
    const known = await db
      .selectFrom('notices')
      .select('id')
      .where('org_id', '=', org.id)
      .where('id', '=', noticeId)
      .where((where) => where.or([where('person_id', 'is', null), where('person_id', '=', person.id)]))
      .executeTakeFirst()
    if (!known) throw fail('notice_not_found')
    await markRead(db, org.id, person.id, noticeId)
    await within(db, org.id, noticesRead, { personId: person.id })
    const hidden = hiddenKinds(await findNotificationSettings(db, org.id, person.id))
    return { success: true as const, unread: await unreadNotices(db, org.id, person, hidden) }
  },
})

import { reaction } from '#core/events/reaction.ts'
import { memberEvents } from '#domains/platform/users/events.ts'
import { bookingEvents } from './events.ts'
import { askAboutMeetingsOf, settleMeetingsOf } from './former-hosts.ts'

export const askAboutFormerHosts = reaction({
  name: 'ask-about-former-hosts',
  summary: 'Ask admins about the meetings of a member who left',
  on: [memberEvents.left, memberEvents.joined],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, emit }) {
    for (const { type, subjectId, facts } of events) {
      const meetings =
        type === 'member.joined'
          ? await settleMeetingsOf(db, org.id, subjectId)
          : await askAboutMeetingsOf(db, org.id, { id: subjectId, name: facts?.name ?? 'A member' })
      for (const id of meetings) await emit(bookingEvents.updated, id, { change: 'host' })
    }
  },
})

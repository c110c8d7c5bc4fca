import { declared, type NoticeFacts } from '#core/declared.ts'
import { reaction } from '#core/events/reaction.ts'
import { noticeEvents } from '../notifications/events.ts'
import { enterNoticeMails } from './notice-mails.ts'
import { enterPushes } from './push-messages.ts'
import { findRecipients, isFor, type Recipient, type WantedDelivery } from './recipients.ts'
import { enterSummaries } from './summaries.ts'

/**
 * Enters what of each notice leaves the app, for whom it is: an email a moment later, a part of the next summary, pushes. In the transaction
 * that moves its cursor, so each notice is entered once. One that was raised again or taken away meanwhile is another's, or no one's.
 */
export const deliverNotices = reaction({
  name: 'deliver-notices',
  summary: 'Enter notices for email, the morning summary and push',
  on: [noticeEvents.raised],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org, enqueue }) {
    const notices = await db
      .selectFrom('notices')
      .select(['kind', 'subject_id', 'person_id', 'least_role', 'facts'])
      .where('org_id', '=', org.id)
      .where(
        'id',
        'in',
        events.map(({ subjectId }) => subjectId),
      )
      .orderBy('id')
      .execute()
    if (notices.length === 0) return
    // Where the log is read late, what was due meanwhile is due at once.
    const now = events.at(-1)?.at ?? new Date()
    const recipients = await findRecipients(db, org.id)
    const mails: WantedDelivery[] = []
    const pushes: WantedDelivery[] = []
    const summaries = new Set<Recipient>()
    for (const notice of notices) {
      const definition = declared.notices.get(notice.kind)
      if (!definition) continue
      const responsible = definition.responsible?.(notice.facts as NoticeFacts) ?? null
      for (const recipient of recipients.filter((each) => isFor(each, notice))) {
        const { mail, push } = recipient.settings.choices[definition.topic]
        const wanted = { personId: recipient.id, kind: notice.kind, subjectId: notice.subject_id }
        if (mail === 'summary') summaries.add(recipient)
        if (responsible !== null && responsible !== recipient.id) continue
        if (mail === 'at_once' && !definition.isMailed) mails.push(wanted)
        if (push) pushes.push(wanted)
      }
    }
    await enterNoticeMails(db, org.id, mails, now)
    await enterSummaries(db, org.id, [...summaries], now)
    await enterPushes(db, org.id, pushes, { now, enqueue })
  },
})

import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { wake } from '#core/events/events.ts'
import { noticeEvents } from '../notifications/events.ts'
import { GivenNoticeChoice, GivenQuietHours, saveSettings, TimeOfDay } from '../notifications/notification-settings.ts'
import { findRecipient } from './recipients.ts'
import { NotificationSettings, showSettings } from './shown-settings.ts'
import { moveSummary } from './summaries.ts'

export const saveNotificationSettings = action({
  name: 'save-notification-settings',
  summary: 'Change how you are notified',
  description:
    'Only what is given changes; of `choices`, the topics that it names. Applies to this workspace, and to you alone.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    choices: z.array(GivenNoticeChoice).max(50).optional(),
    quiet: GivenQuietHours.nullish().describe('On the clock of your time zone; null: no quiet hours'),
    summaryAt: TimeOfDay.optional(),
    sound: z.boolean().optional(),
  }),
  output: z.object({ success: z.literal(true), settings: NotificationSettings }),
  errors: [transportErrors.not_signed_in],
  examples: [
    {
      title: 'Invoices at once, and quiet nights',
      input: {
        choices: [{ topic: 'invoices', app: true, mail: 'at_once', push: true }],
        quiet: { from: '20:00', to: '07:30' },
      },
    },
  ],

  async run({ choices = [], quiet, summaryAt, sound }, { db, org, person, now, fail }) {
    const before = await findRecipient(db, org.id, person.id)
    if (!before) throw fail('not_signed_in')
    await saveSettings(db, org.id, person.id, {
      choices: {
        ...before.settings.choices,
        ...Object.fromEntries(choices.map(({ topic, ...channels }) => [topic, channels])),
      },
      quiet: quiet === undefined ? before.settings.quiet : quiet,
      summaryAt: summaryAt ?? before.settings.summaryAt,
      hasSound: sound ?? before.settings.hasSound,
    })
    const recipient = await findRecipient(db, org.id, person.id)
    if (!recipient) throw new Error('a member is gone within a transaction')
    if (recipient.settings.summaryAt !== before.settings.summaryAt) await moveSummary(db, org.id, recipient, now())
    // The bell counts other topics from now on.
    await wake(db, org.id, noticeEvents.raised)
    return { success: true as const, settings: await showSettings(db, org.id, recipient) }
  },
})

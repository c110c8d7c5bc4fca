import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { choicesOf, NoticeChoice, QuietHours, TimeOfDay } from '../notifications/notification-settings.ts'
import { findSubscriptions, PushDevice, showDevice } from './push-subscriptions.ts'
import type { Recipient } from './recipients.ts'

/** How the caller is notified in this workspace. */
export const NotificationSettings = shape('NotificationSettings', {
  choices: z.array(NoticeChoice).describe('Every topic'),
  quiet: QuietHours.nullable().describe('Emails and pushes wait until they end; the app does not'),
  summary_at: TimeOfDay.describe('When the morning summary is mailed'),
  sound: z.boolean().describe('An open page plays a sound'),
  time_zone: z.string().describe('In which the times are: the caller’s own, else the workspace’s'),
  email: z.string().describe('Where emails go'),
  devices: z.array(PushDevice).describe('Browsers that are pushed to'),
})

export const showSettings = async (
  db: Db,
  orgId: string,
  { id, settings, zone, email }: Recipient,
): Promise<z.output<typeof NotificationSettings>> => ({
  choices: choicesOf(settings),
  quiet: settings.quiet,
  summary_at: settings.summaryAt,
  sound: settings.hasSound,
  time_zone: zone,
  email,
  devices: (await findSubscriptions(db, orgId, id)).map(showDevice),
})

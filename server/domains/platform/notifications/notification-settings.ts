import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { declared } from '#core/declared.ts'
import { NoticeTopic, noticeTopics } from '#core/notice-topics.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { ClockTime } from '#shapes/wall-clocks.ts'

/** A time of a clock of which a day has one. */
export const TimeOfDay = ClockTime.refine((time) => time !== '24:00', 'is 00:00 for midnight')

export const NoticeMail = choice('NoticeMail', ['at_once', 'summary', 'off'])

const choices = {
  app: z.boolean().describe('In the list of notifications, and counted on the bell'),
  mail: NoticeMail.describe('`at_once`: two minutes later, unless it was read by then. `summary`: in the morning summary'),
  push: z.boolean().describe('To the browsers that are registered'),
}

/** How a person is notified of what belongs to a topic. */
export const NoticeChoice = shape('NoticeChoice', { topic: NoticeTopic, ...choices })
export type NoticeChoice = z.output<typeof NoticeChoice>

/** As a person gives it. */
export const GivenNoticeChoice = z.object({ topic: NoticeTopic, ...choices })
export const GivenQuietHours = z.object({ from: TimeOfDay, to: TimeOfDay })

type Channels = Omit<NoticeChoice, 'topic'>

/** What a person is asked by name for, and what does not wait, is mailed and pushed at once; the rest is read in the app. */
const usual: Readonly<Record<NoticeTopic, Channels>> = {
  mentions: { app: true, mail: 'at_once', push: true },
  assignments: { app: true, mail: 'at_once', push: true },
  messages: { app: true, mail: 'at_once', push: true },
  promises: { app: true, mail: 'at_once', push: true },
  invoices: { app: true, mail: 'summary', push: false },
  meetings: { app: true, mail: 'at_once', push: true },
  documents: { app: true, mail: 'at_once', push: false },
  imports: { app: true, mail: 'off', push: false },
  connections: { app: true, mail: 'at_once', push: false },
  workflows: { app: true, mail: 'at_once', push: true },
  workspace: { app: true, mail: 'summary', push: false },
}

/** On the wall clock of the person; an end before the beginning is on the next day. */
export const QuietHours = shape('QuietHours', { from: TimeOfDay, to: TimeOfDay })
export type QuietHours = z.output<typeof QuietHours>

export interface NotificationSettings {
  readonly choices: Readonly<Record<NoticeTopic, Channels>>
  readonly quiet: QuietHours | null
  readonly summaryAt: string
  readonly hasSound: boolean
}

type SettingsRow = Pick<
  Selectable<Tables['notification_settings']>,
  'choices' | 'quiet_from' | 'quiet_to' | 'summary_at' | 'has_sound'
>

const Stored = z.partialRecord(NoticeTopic, z.object(choices)).catch({})

/** Of a person without a row everything is as usual. */
export const settingsOfRow = (
  row: Partial<{ [Column in keyof SettingsRow]: SettingsRow[Column] | null }> = {},
): NotificationSettings => ({
  choices: { ...usual, ...Stored.parse(row.choices ?? {}) },
  quiet: row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
  summaryAt: row.summary_at ?? '08:00',
  hasSound: row.has_sound ?? false,
})

export const findNotificationSettings = async (db: Db, orgId: string, personId: string): Promise<NotificationSettings> =>
  settingsOfRow(
    await db
      .selectFrom('notification_settings')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', personId)
      .executeTakeFirst(),
  )

/** Keeps what differs from the usual too: where that changes with a version, what a person chose stays. */
export const saveSettings = async (db: Db, orgId: string, personId: string, settings: NotificationSettings): Promise<void> => {
  const row = {
    choices: JSON.stringify(settings.choices),
    quiet_from: settings.quiet?.from ?? null,
    quiet_to: settings.quiet?.to ?? null,
    summary_at: settings.summaryAt,
    has_sound: settings.hasSound,
    updated_at: new Date(),
  }
  await db
    .insertInto('notification_settings')
    .values({ org_id: orgId, id: personId, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(row))
    .execute()
}

export const choicesOf = ({ choices: all }: NotificationSettings): NoticeChoice[] =>
  noticeTopics.map((topic) => ({ topic, ...all[topic] }))

/** Kinds that a person does not want to see in the app. */
export const hiddenKinds = (settings: NotificationSettings): string[] => kindsWhere(settings, ({ app }) => !app)

/** Kinds of which the channels of their topic are so. */
export const kindsWhere = ({ choices: all }: NotificationSettings, isSo: (channels: Channels) => boolean): string[] =>
  [...declared.notices.values()].filter(({ topic }) => isSo(all[topic])).map(({ kind }) => kind)

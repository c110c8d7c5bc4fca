import { z } from 'zod'
import { shape } from '#shapes'

/** When signers who have not signed are reminded by email. */
export const Reminders = z.object({
  after: z
    .array(z.int().min(1).max(90))
    .max(5)
    .refine((days) => new Set(days).size === days.length, 'the same day twice')
    .describe('So many days after a signer was asked'),
  before: z.int().min(1).max(30).nullable().describe('So many days before the deadline; `null`: not then'),
})
export type Reminders = z.output<typeof Reminders>

/** The same, as it is answered. */
export const SigningReminders = shape('SigningReminders', Reminders.shape)

/** Of a workspace that says nothing else. */
export const usualReminders: Reminders = { after: [3, 7], before: 1 }

const dayMs = 86_400_000

/** What is due of a rule and was not sent, by name; several that are due at once are one email. */
export const dueReminders = (
  { after, before }: Reminders,
  {
    at,
    askedAt,
    endsAt,
    sent,
  }: { readonly at: Date; readonly askedAt: Date; readonly endsAt: Date; readonly sent: readonly string[] },
): string[] =>
  [
    ...after.filter((days) => askedAt.getTime() + days * dayMs <= at.getTime()).map((days) => `after-${days}`),
    ...(before !== null && isBetween(endsAt.getTime() - before * dayMs, askedAt, at) ? [`before-${before}`] : []),
  ].filter((name) => !sent.includes(name))

/** One who was asked after that day is not reminded of it. */
const isBetween = (dueMs: number, askedAt: Date, at: Date): boolean => askedAt.getTime() < dueMs && dueMs <= at.getTime()

/** Those of the deadline: a later deadline has a reminder of its own. */
export const isOfDeadline = (name: string): boolean => name.startsWith('before-')

/** As the columns of a row say it. */
export const remindersOf = (row: {
  readonly remind_after: readonly number[]
  readonly remind_before: number | null
}): Reminders => ({
  after: [...row.remind_after],
  before: row.remind_before,
})

/** As the columns hold it. */
export const reminderColumns = ({ after, before }: Reminders) => ({
  remind_after: after.toSorted((a, b) => a - b),
  remind_before: before,
})

/** Null where a template leaves it to the workspace. */
export const templateReminders = (row: {
  readonly remind_after: readonly number[] | null
  readonly remind_before: number | null
}): Reminders | null => (row.remind_after === null ? null : remindersOf({ ...row, remind_after: row.remind_after }))

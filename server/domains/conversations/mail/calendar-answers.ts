import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { type CalendarAnswer, readAnswer } from '#shapes/icalendar/read-answer.ts'
import type { ReadMail } from '#shapes/mime/mails.ts'

/** Answers to invitations of one mail. What they say is a claim of its sender. */
export interface AnsweringMail {
  /** As the mail names its sender. */
  readonly from: string
  /** When it came, by the mailbox. */
  readonly at: Date
  readonly answers: readonly CalendarAnswer[]
}

/** Whether a mail answers an invitation. */
export const hasAnswer = ({ calendars }: Pick<ReadMail, 'calendars'>, now: Date): boolean =>
  calendars.some(({ text, method }) => readAnswer(text, { zone: 'UTC', now, method }) !== null)

const Parts = z.array(z.object({ method: z.string().nullable(), text: z.string() }))

/** Undefined for a mail that is gone, or names no sender. Times that float are read as UTC. */
export const findAnsweringMail = async (db: Db, orgId: string, mailId: string): Promise<AnsweringMail | undefined> => {
  const row = await db
    .selectFrom('mailbox_mails as m')
    .innerJoin('mailbox_bodies as b', (join) => join.onRef('b.org_id', '=', 'm.org_id').onRef('b.id', '=', 'm.id'))
    .select(['m.from_email', 'm.at', 'b.calendars'])
    .where('m.org_id', '=', orgId)
    .where('m.id', '=', mailId)
    .executeTakeFirst()
  if (!row?.from_email) return undefined
  const answers = Parts.parse(row.calendars).flatMap(
    ({ method, text }) => readAnswer(text, { zone: 'UTC', now: row.at, method }) ?? [],
  )
  return { from: row.from_email, at: row.at, answers }
}

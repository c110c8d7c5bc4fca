import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { AnsweringMail } from '#domains/conversations/mail/calendar-answers.ts'
import { emailKey } from '#domains/platform/users/users.ts'
import type { CalendarAnswer } from '#shapes/icalendar/read-answer.ts'
import { askAboutAnswer, finishAnswerTasks } from './answer-tasks.ts'
import { type BookingRow, bookingIdOf, isStanding, lockBooking } from './bookings.ts'
import { type ChangeContext, type Changer, findTypeOf, lockWithHosts, moveExactly } from './changes.ts'
import { findMemberHostIds } from './spans.ts'
import { stepReasons } from './step-reasons.ts'

/** What is kept of an answer, beside its word. What else its mail says stays in the mailbox. */
const AnswerFacts = z.object({
  /** When its mail came. */
  at: z.coerce.date(),
  /** The time that is proposed. */
  starts_at: z.coerce.date().nullable(),
  /** A member has decided about it. */
  is_settled: z.boolean(),
})
export type AnswerFacts = z.output<typeof AnswerFacts>

const factsOf = ({ answer_facts }: Pick<BookingRow, 'answer_facts'>): AnswerFacts | null =>
  answer_facts === null ? null : AnswerFacts.parse(answer_facts)

/** The booker declined, or proposed another time, and no member has decided about it. */
export const openAnswerOf = (booking: Pick<BookingRow, 'state' | 'answer' | 'answer_facts'>): AnswerFacts | null => {
  const facts = factsOf(booking)
  const isQuestion = booking.answer === 'declined' || booking.answer === 'proposed'
  return facts && isQuestion && !facts.is_settled && isStanding(booking) ? facts : null
}

/** Takes up the answers of a mail to invitations of bookings. Answers the bookings that changed. */
export const hearAnswers = async (db: Db, orgId: string, mail: AnsweringMail): Promise<string[]> => {
  const changed: string[] = []
  for (const answer of mail.answers) {
    const bookingId = bookingIdOf(answer.uid)
    if (bookingId && (await hear(db, orgId, bookingId, answer, mail))) changed.push(bookingId)
  }
  return changed
}

/**
 * A mail can name any sender: so an answer counts only from the address that the meeting was booked with, about the meeting as it stands,
 * and changes nothing but what is shown. A later one replaces an earlier one, in whatever order they are read.
 */
const hear = async (
  db: Db,
  orgId: string,
  bookingId: string,
  answer: CalendarAnswer,
  { from, at }: AnsweringMail,
): Promise<boolean> => {
  const booking = await lockBooking(db, orgId, bookingId)
  if (!booking || !isStanding(booking) || booking.ends_at <= at) return false
  const isBookers =
    booking.email_key === emailKey(from) && (!answer.attendee || emailKey(answer.attendee.email) === booking.email_key)
  const before = factsOf(booking)
  if (!isBookers || answer.sequence < booking.sequence || (before && before.at >= at)) return false
  const said = meaningOf(answer, booking, at)
  if (!said) return false
  const facts: AnswerFacts = { at, starts_at: said.startsAt, is_settled: false }
  await writeAnswer(db, booking, { answer: said.word, answer_facts: JSON.stringify(facts) })
  await finishAnswerTasks(db, orgId, bookingId, null, stepReasons.answeredAgain)
  const [hostId = null] = await findMemberHostIds(db, orgId, bookingId)
  if (said.word === 'declined' || said.word === 'proposed')
    await askAboutAnswer(db, orgId, booking, { hostId, startsAt: said.startsAt, at })
  return true
}

type Meaning = { readonly word: 'accepted' | 'tentative' | 'declined' | 'proposed'; readonly startsAt: Date | null }

/** Null where it says nothing about the booker. A counter without another time ahead is no proposal. */
const meaningOf = ({ method, answer, start }: CalendarAnswer, booking: BookingRow, at: Date): Meaning | null => {
  const isOther = start !== null && start.getTime() !== booking.starts_at.getTime() && start > at
  if (method === 'counter' && isOther) return { word: 'proposed', startsAt: start }
  if (answer === 'delegated' || answer === 'none') return null
  return { word: answer, startsAt: null }
}

const writeAnswer = async (
  db: Db,
  booking: BookingRow,
  set: { readonly answer?: string; readonly answer_facts: string },
): Promise<void> => {
  await db
    .updateTable('bookings')
    .set({ ...set, updated_at: sql`now()` })
    .where('org_id', '=', booking.org_id)
    .where('id', '=', booking.id)
    .execute()
}

/** How a decision ended: `done`, or why it could not. */
export type AnswerDecided = 'done' | 'booking_cancelled' | 'booking_not_answered' | 'slot_taken' | 'slot_not_offered'

/** Moves a meeting to the time that its booker proposed, with an email to them. The time may be any that is ahead and free. */
export const acceptProposal = async (
  context: ChangeContext,
  orgId: string,
  bookingId: string,
  changer: Changer,
): Promise<AnswerDecided> => {
  const { db, now } = context
  const booking = await lockWithHosts(db, orgId, bookingId)
  if (!booking || !isStanding(booking)) return 'booking_cancelled'
  const startsAt = openAnswerOf(booking)?.starts_at
  if (!startsAt) return 'booking_not_answered'
  if (startsAt <= now()) return 'slot_not_offered'
  const type = await findTypeOf(db, orgId, booking)
  return (await moveExactly(context, orgId, booking, type, startsAt, changer)) ? 'done' : 'slot_taken'
}

/** Keeps a meeting as it stands, whatever its booker answered. Nothing is sent. */
export const keepDespiteAnswer = async (
  { db }: Pick<ChangeContext, 'db'>,
  orgId: string,
  bookingId: string,
  personId: string | null,
): Promise<AnswerDecided> => {
  const booking = await lockBooking(db, orgId, bookingId)
  if (!booking || !isStanding(booking)) return 'booking_cancelled'
  const facts = openAnswerOf(booking)
  if (!facts) return 'booking_not_answered'
  await writeAnswer(db, booking, { answer_facts: JSON.stringify({ ...facts, is_settled: true }) })
  await finishAnswerTasks(db, orgId, bookingId, personId, stepReasons.kept)
  return 'done'
}

import { calendarBounds } from './bounds.ts'
import { type Component, type Property, propertiesOf, propertyOf, textOf } from './read-lines.ts'
import { readWall } from './read-times.ts'

export type AnswerOfAttendee = 'none' | 'accepted' | 'tentative' | 'declined'

export interface EventAttendee {
  readonly email: string
  readonly name: string
  readonly answer: AnswerOfAttendee
  readonly isSelf: boolean
}

/** What an event says beside its time. */
export interface EventDetails {
  readonly uid: string
  readonly sequence: number
  readonly title: string
  readonly location: string
  readonly description: string
  readonly url: string | null
  /** Takes time, as its author says. */
  readonly isBusy: boolean
  readonly isTentative: boolean
  /** One of the own addresses declined. */
  readonly isDeclined: boolean
  readonly isPrivate: boolean
  readonly attendees: readonly EventAttendee[]
  readonly updatedAt: Date | null
  /** What Foyer writes into events of its own: a claim, which any program can make. */
  readonly foyer: { readonly bookingId: string; readonly sequence: number } | null
}

export const readDetails = (component: Component, own: ReadonlySet<string>): EventDetails => {
  const text = (name: string): string => textOf(propertyOf(component, name))
  const [status, transp, busyStatus] = ['status', 'transp', 'x-microsoft-cdo-busystatus'].map((name) =>
    text(name).toUpperCase(),
  )
  const attendees = propertiesOf(component, 'attendee')
    .slice(0, calendarBounds.attendees)
    .flatMap((each) => readAttendee(each, own) ?? [])
  const bookingId = text('x-foyer-booking')
  const bookingSequence = Number(text('x-foyer-sequence'))
  return {
    uid: text('uid').slice(0, 500),
    sequence: sequenceOf(component),
    title: clean(text('summary'), calendarBounds.titleLength),
    location: clean(text('location'), calendarBounds.titleLength),
    description: clean(text('description'), calendarBounds.descriptionLength),
    url: text('url').slice(0, 2_000) || null,
    // Outlook writes its own word beside TRANSP, and some programs only that.
    isBusy: transp ? transp !== 'TRANSPARENT' : busyStatus !== 'FREE' && busyStatus !== 'WORKINGELSEWHERE',
    isTentative: status === 'TENTATIVE' || busyStatus === 'TENTATIVE',
    isDeclined: attendees.some(({ isSelf, answer }) => isSelf && answer === 'declined'),
    isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(text('class').toUpperCase()),
    attendees,
    updatedAt: instantOf(propertyOf(component, 'last-modified')) ?? instantOf(propertyOf(component, 'dtstamp')),
    foyer: bookingId
      ? { bookingId: bookingId.slice(0, 100), sequence: Number.isSafeInteger(bookingSequence) ? bookingSequence : 0 }
      : null,
  }
}

/** Control characters but line ends are no part of what a person wrote. */
const clean = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .toWellFormed()

export const sequenceOf = (component: Component): number => {
  const sequence = Number(textOf(propertyOf(component, 'sequence')))
  return Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0
}

/** Only of UTC, as the standard has these. */
export const instantOf = (property: Property | undefined): Date | null => {
  const wall = readWall(property?.values[0])
  return wall && !wall.isDay ? new Date(wall.wallMs) : null
}

const answers: Readonly<Record<string, AnswerOfAttendee>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
}

/** An address of the form `mailto:`; programs also write it into EMAIL beside an address of their own. Null without any. */
export const readAttendee = ({ parameters, values }: Property, own: ReadonlySet<string>): EventAttendee | null => {
  const said = [String(values[0] ?? ''), parameters.email ?? '', `mailto:${parameters.email ?? ''}`]
  const email = said
    .map((each) => /^mailto:\s*<?([^\s<>\p{Cc}]{1,254})>?\s*$/iu.exec(each)?.[1])
    .find((each) => each?.includes('@'))
  if (email === undefined) return null
  return {
    email,
    name: clean(parameters.cn ?? '', 200)
      .replaceAll('\n', ' ')
      .trim(),
    answer: answers[(parameters.partstat ?? '').toUpperCase()] ?? 'none',
    isSelf: own.has(email.toLowerCase()),
  }
}

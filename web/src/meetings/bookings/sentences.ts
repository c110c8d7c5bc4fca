import { serverReason } from '#web/i18n/server-messages.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'
import type { Notice } from '#web/wire.ts'
import { stepNames } from './step-strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('meetings/bookings/sentences#audit', {
  'archive-event-type': { done: 'archived an event type', tried: 'tried to archive an event type' },
  booking: { done: 'booked a meeting', tried: 'tried to book a meeting' },
  'cancel-booking': { done: 'cancelled a meeting by its link', tried: 'tried to cancel a meeting by its link' },
  'create-booking': { done: 'booked a meeting for a client', tried: 'tried to book a meeting for a client' },
  'decide-booker-answer': {
    done: 'decided about a booker’s answer by email',
    tried: 'tried to decide about a booker’s answer by email',
  },
  'decide-outside-change': {
    done: 'decided about a change in a host’s calendar',
    tried: 'tried to decide about a change in a host’s calendar',
  },
  'hold-slot': { done: 'held a time for a booking', tried: 'tried to hold a time for a booking' },
  'lift-booking-refusal': {
    done: 'let an address get booking emails again',
    tried: 'tried to let an address get booking emails again',
  },
  'manage-booking': { done: 'cancelled, approved or declined a meeting', tried: 'tried to change the state of a meeting' },
  'move-booking': {
    done: 'rescheduled a meeting, or changed its host',
    tried: 'tried to reschedule a meeting, or change its host',
  },
  'process-reminders': { done: 'sent due reminders', tried: 'tried to send due reminders' },
  'release-hold': { done: 'released a time on hold', tried: 'tried to release a time on hold' },
  'reschedule-booking': { done: 'rescheduled a meeting by its link', tried: 'tried to reschedule a meeting by its link' },
  'retry-booking-effect': { done: 'retried a step after a booking', tried: 'tried to retry a step after a booking' },
  'save-event-type': { done: 'saved an event type', tried: 'tried to save an event type' },
  'send-booking-reminder': { done: 'sent a reminder of a meeting', tried: 'tried to send a reminder of a meeting' },
  'settle-booking-clock': {
    done: 'decided about a meeting after a change of the clocks',
    tried: 'tried to decide about a meeting after a change of the clocks',
  },
  'set-hours': { done: 'set working hours', tried: 'tried to set working hours' },
})

const strings = messages('meetings/bookings/sentences', {
  hostLeft: 'A meeting needs another host',
  hostLeftSays: (host: string, name: string) =>
    `${host} left the workspace and hosts the meeting with ${name}. Choose another host, or cancel it.`,
  changed: 'A meeting was changed in its host’s calendar',
  changedSays: (name: string, change: string) =>
    `The meeting with ${name} was ${change} there. Tell the booker, or put it back: until then it stands as it was booked.`,
  shifted: 'Meetings show another time than was agreed',
  shiftedSays:
    'The clocks of a zone were changed. Decide for each meeting whether it keeps its time on the wall or its moment.',
  conflict: 'Another event is at the time of a meeting',
  conflictSays: (name: string) =>
    `The host’s calendar has another event during the meeting with ${name}. Reschedule it, or keep both.`,
  stepFailed: 'A step after a booking failed',
  stepFailedSays: (step: string, name: string, reason: string) => `${step}, meeting with ${name}: ${reason}`,
  news: {
    requested: 'New meeting request',
    confirmed: 'New meeting',
    moved: 'Meeting rescheduled',
    cancelled: 'Meeting cancelled',
    declined: 'Meeting request declined',
    handed: 'Meeting with a new host',
    released: 'No longer your meeting',
    unanswered: 'Meeting request not answered in time',
  },
  newsSays: (name: string) => `With ${name}. No email about it was sent to a host.`,
  unknown: 'a booker',
})

const nameOf = ({ name }: Notice['facts']): string => text(name) || strings.unknown

const linkOf = ({ subject_id }: Notice) =>
  ({ to: '/bookings/$bookingId', params: { bookingId: subject_id } }) satisfies ReturnType<NoticeSentences[string]>['link']
const news: Readonly<Record<string, string>> = strings.news
const steps: Readonly<Record<string, string>> = stepNames

export const notices: NoticeSentences = {
  meeting_changed: (notice) => ({
    title: strings.changed,
    text: strings.changedSays(nameOf(notice.facts), text(notice.facts.change)),
    tone: 'warn',
    link: linkOf(notice),
  }),
  meetings_shifted: () => ({ title: strings.shifted, text: strings.shiftedSays, tone: 'warn', link: { to: '/bookings' } }),
  meeting_conflict: (notice) => ({
    title: strings.conflict,
    text: strings.conflictSays(nameOf(notice.facts)),
    tone: 'warn',
    link: linkOf(notice),
  }),
  meeting_step_failed: (notice) => ({
    title: strings.stepFailed,
    text: strings.stepFailedSays(
      steps[text(notice.facts.step)] ?? text(notice.facts.step),
      nameOf(notice.facts),
      serverReason(text(notice.facts.reason)),
    ),
    tone: 'bad',
    link: linkOf(notice),
  }),
  meeting_news: (notice) => ({
    title: news[text(notice.facts.what)] ?? strings.news.confirmed,
    text: strings.newsSays(nameOf(notice.facts)),
    tone: 'good',
    link: linkOf(notice),
  }),
  meeting_host_left: (notice) => ({
    title: strings.hostLeft,
    text: strings.hostLeftSays(text(notice.facts.host), nameOf(notice.facts)),
    tone: 'bad',
    link: linkOf(notice),
  }),
}

import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const calendarEvents = {
  read: event({
    type: 'calendar.read',
    about: 'A calendar of a member was read.',
    facts: z.object({ person_id: z.uuid(), events: z.int().describe('That changed') }),
  }),
  updated: event({
    type: 'calendar.updated',
    about: 'A member changed which of their calendars are read, shared, or written into.',
    facts: z.object({ person_id: z.uuid() }),
  }),
  targeted: event({
    type: 'calendar.targeted',
    about: 'Meetings of a member are written into this calendar from now on.',
    facts: z.object({ person_id: z.uuid() }),
  }),
  conflict: event({
    type: 'calendar.conflict',
    about: 'An event in a host’s calendar is at the time of a meeting.',
    facts: z.object({ person_id: z.uuid(), event_id: z.string(), starts_at: z.iso.datetime() }),
  }),
  conflictEnded: event({
    type: 'calendar.conflict_ended',
    about: 'An event in a host’s calendar is no longer at the time of a meeting, or takes no time any more.',
    facts: z.object({ person_id: z.uuid() }),
  }),
  /** The host moved or deleted a meeting in their own calendar. */
  changedOutside: event({
    type: 'calendar.meeting_changed',
    about: 'A host moved or deleted a meeting in their own calendar.',
    facts: z.object({ person_id: z.uuid(), change: z.enum(['moved', 'deleted']), starts_at: z.iso.datetime().nullable() }),
  }),
  putBack: event({
    type: 'calendar.meeting_put_back',
    about: 'A host put a meeting that they had moved or deleted in their own calendar back to its time.',
    facts: z.object({ person_id: z.uuid() }),
  }),
}

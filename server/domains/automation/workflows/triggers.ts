import { z } from 'zod'
import { publicEvents } from '#core/events/public-events.ts'
import { choice, shape } from '#shapes'
import { RequestSubject } from './definition.ts'
import { nextTimes } from './schedule-times.ts'
import { wordsOf } from './schedule-words.ts'
import { Schedule } from './schedules.ts'

export const WorkflowTriggerKind = choice('WorkflowTriggerKind', ['event', 'schedule', 'webhook', 'request'])
/** As whom it acts, or who may start it. */
export const WorkflowRole = choice('WorkflowRole', ['member', 'admin'])

/** How requests of a webhook prove who sent them. */
export const WorkflowHookCheck = choice('WorkflowHookCheck', ['standard_webhooks', 'hmac', 'bearer', 'nothing'])
const shownTimes = 5

/** What starts a workflow, in parts from which a page makes a sentence. */
export const WorkflowTrigger = shape('WorkflowTrigger', {
  kind: WorkflowTriggerKind,
  event: z.string().nullable().describe('The type of the event'),
  event_about: z.string().nullable().describe('What has happened then, in words'),
  filter: z.string().nullable(),
  schedule: z.unknown().describe('As the definition has it'),
  schedule_words: z.string().nullable().describe('On weekdays at 09:00, Berlin time'),
  next_times: z.array(z.iso.datetime()).describe('When the schedule comes next, if it is in use'),
  check: WorkflowHookCheck.nullable().describe(
    'How requests of a webhook prove who sent them; `nothing`: who knows the address can start it',
  ),
  subject: RequestSubject.nullable().describe('What it is started for by hand'),
  open_to: WorkflowRole.nullable().describe('Who may start it by hand'),
})

/** Of a draft it may be unfinished: what is not there yet is null. */
const Given = z.looseObject({
  kind: z.enum(['event', 'schedule', 'webhook', 'request']),
  event: z.string().nullish().catch(null),
  filter: z.string().nullish().catch(null),
  schedule: z.unknown().optional(),
  check: z.object({ by: WorkflowHookCheck }).nullish().catch(null),
  subject: RequestSubject.nullish().catch(null),
  open_to: z.enum(['member', 'admin']).nullish().catch(null),
})

/** Of one that is in use `now` says when it comes next. */
export const wordsOfTrigger = (trigger: unknown, now: Date | null): z.output<typeof WorkflowTrigger> | null => {
  const { data } = Given.safeParse(trigger)
  if (!data) return null
  const schedule = Schedule.safeParse(data.schedule).data ?? null
  return {
    kind: data.kind,
    event: data.event ?? null,
    event_about: publicEvents().find(({ type }) => type === data.event)?.about ?? null,
    filter: data.filter ?? null,
    schedule: data.schedule ?? null,
    schedule_words: schedule ? wordsOf(schedule) : null,
    next_times: schedule && now ? nextTimes(schedule, now, shownTimes).map((at) => at.toISOString()) : [],
    check: data.kind === 'webhook' ? (data.check?.by ?? null) : null,
    subject: data.subject ?? null,
    open_to: data.kind === 'request' ? (data.open_to ?? 'admin') : null,
  }
}

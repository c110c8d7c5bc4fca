import { z } from 'zod'
import { publicEvents } from '#core/events/public-events.ts'
import { choice, shape } from '#shapes'

export const WorkflowTriggerKind = choice('WorkflowTriggerKind', ['event', 'schedule', 'webhook', 'request'])
/** As whom it acts, or who may start it. */
export const WorkflowRole = choice('WorkflowRole', ['member', 'admin'])

/** What starts a workflow, in parts from which a page makes a sentence. */
export const WorkflowTrigger = shape('WorkflowTrigger', {
  kind: WorkflowTriggerKind,
  event: z.string().nullable().describe('The type of the event'),
  event_about: z.string().nullable().describe('What has happened then, in words'),
  filter: z.string().nullable(),
  schedule: z.unknown().describe('As the definition has it'),
  subject: z.enum(['lead', 'contact', 'deal']).nullable().describe('What it is started for by hand'),
  open_to: WorkflowRole.nullable().describe('Who may start it by hand'),
})

/** Of a draft it may be unfinished: what is not there yet is null. */
const Given = z.looseObject({
  kind: z.enum(['event', 'schedule', 'webhook', 'request']),
  event: z.string().nullish().catch(null),
  filter: z.string().nullish().catch(null),
  schedule: z.unknown().optional(),
  subject: z.enum(['lead', 'contact', 'deal']).nullish().catch(null),
  open_to: z.enum(['member', 'admin']).nullish().catch(null),
})

export const wordsOfTrigger = (trigger: unknown): z.output<typeof WorkflowTrigger> | null => {
  const { data } = Given.safeParse(trigger)
  if (!data) return null
  return {
    kind: data.kind,
    event: data.event ?? null,
    event_about: publicEvents().find(({ type }) => type === data.event)?.about ?? null,
    filter: data.filter ?? null,
    schedule: data.schedule ?? null,
    subject: data.subject ?? null,
    open_to: data.kind === 'request' ? (data.open_to ?? 'admin') : null,
  }
}

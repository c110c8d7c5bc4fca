import type { StepCatalogue } from './editor/editing.ts'
import type { Definition } from './graph/graph.ts'
import { triggerText } from './states.ts'

/** What starts a workflow that is being written, in words. */
export const triggerOf = (trigger: Definition['trigger'], { events }: Pick<StepCatalogue, 'events'>): string => {
  const event = trigger.kind === 'event' && trigger.event ? trigger.event : null
  return triggerText({
    kind: trigger.kind,
    event,
    event_about: events.find(({ type }) => type === event)?.about ?? null,
    filter: null,
    schedule: null,
    schedule_words: null,
    next_times: [],
    check: null,
    subject: trigger.kind === 'request' ? (trigger.subject ?? null) : null,
    open_to: null,
  })
}

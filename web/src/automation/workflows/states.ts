import type { StateLabel } from '#web/ui/pill.tsx'
import type { Workflow } from '#web/wire.ts'
import { eventName } from './names/spoken-names.ts'
import { strings } from './strings.ts'

export const stateTones: Readonly<Record<Workflow['state'], StateLabel['tone']>> = {
  draft: undefined,
  published: 'good',
  stopped: 'warn',
  archived: undefined,
}

/** What starts it, in words. */
export const triggerText = (trigger: Workflow['trigger']): string => {
  switch (trigger?.kind) {
    case 'event':
      return trigger.event === null ? strings.startsWith.none : strings.startsWith.event(eventName(trigger.event))
    case 'schedule':
      return trigger.schedule_words ?? strings.startsWith.schedule
    case 'webhook':
      return strings.startsWith.webhook
    case 'request':
      return trigger.subject === null ? strings.startsWith.request : strings.startsWith.requestFor(trigger.subject)
    default:
      return strings.startsWith.none
  }
}

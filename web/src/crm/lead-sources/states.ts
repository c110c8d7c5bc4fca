import type { StateLabel } from '#web/ui/pill.tsx'
import type { LeadSourceState } from '#web/wire.ts'
import { strings } from './strings.ts'

export const stateLabels: Record<LeadSourceState, StateLabel> = {
  waiting: { label: strings.states.waiting },
  working: { label: strings.states.working, tone: 'good' },
  silent: { label: strings.states.silent, tone: 'warn' },
  rejecting: { label: strings.states.rejecting, tone: 'bad' },
  trouble: { label: strings.states.trouble, tone: 'bad' },
  off: { label: strings.states.off },
}

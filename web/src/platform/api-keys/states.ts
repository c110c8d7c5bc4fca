import type { StateLabel } from '#web/ui/pill.tsx'
import type { ApiKeyState } from '#web/wire.ts'
import { strings } from './strings.ts'

export const keyLabels: Record<ApiKeyState, StateLabel> = {
  active: { label: strings.keyStates.active, tone: 'good' },
  ending: { label: strings.keyStates.ending, tone: 'warn' },
  expired: { label: strings.keyStates.expired },
  revoked: { label: strings.keyStates.revoked, tone: 'bad' },
}

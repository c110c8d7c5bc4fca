import type { StateLabel } from '#web/ui/pill.tsx'
import type { Booking } from '#web/wire.ts'
import { strings } from './strings.ts'

const tones = {
  held: 'warn',
  pending: 'warn',
  confirmed: 'good',
  cancelled: undefined,
  declined: undefined,
  expired: undefined,
} as const

const isStanding = ({ state }: Booking): boolean => state === 'confirmed' || state === 'pending'

const isAhead = ({ ends_at }: Booking): boolean => Date.parse(ends_at) > Date.now()

/** It stands, and is not over. */
export const isComing = (booking: Booking): boolean => isStanding(booking) && isAhead(booking)

/** A host of it left the workspace. */
export const lacksHost = (booking: Booking): boolean => isComing(booking) && booking.former_hosts.length > 0

/** How a booking stands: trouble before everything else. */
export const standingOf = (booking: Booking): StateLabel => {
  const stands = isStanding(booking)
  if (lacksHost(booking)) return { label: strings.hostLeft, tone: 'bad' }
  if (stands && booking.conflicts.length > 0) return { label: strings.conflict, tone: 'bad' }
  if (stands && booking.changed_outside) return { label: strings.changedOutside, tone: 'bad' }
  if (booking.failed_effects > 0) return { label: strings.stepFailed, tone: 'bad' }
  const tone = tones[booking.state]
  return { label: strings.pills[booking.state], ...(tone && { tone }) }
}

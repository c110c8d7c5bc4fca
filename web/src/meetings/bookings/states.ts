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

export const isAhead = ({ ends_at }: Booking): boolean => Date.parse(ends_at) > Date.now()

/** How a booking stands: trouble before everything else. */
export const standingOf = (booking: Booking): StateLabel => {
  const isStanding = booking.state === 'confirmed' || booking.state === 'pending'
  if (isStanding && isAhead(booking) && booking.former_hosts.length > 0) return { label: strings.hostLeft, tone: 'bad' }
  if (isStanding && booking.conflicts.length > 0) return { label: strings.conflict, tone: 'bad' }
  if (isStanding && booking.changed_outside) return { label: strings.changedOutside, tone: 'bad' }
  if (booking.failed_effects > 0) return { label: strings.stepFailed, tone: 'bad' }
  const tone = tones[booking.state]
  return { label: strings.pills[booking.state], ...(tone && { tone }) }
}

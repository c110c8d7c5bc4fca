import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Booking } from '#web/wire.ts'
import { useBookingChange, useStarts } from './api.ts'
import { strings } from './strings.ts'

/** Another start for a meeting, of those that its event type offers. The server writes the times: no zone is worked out here. */
export const RescheduleWindow = ({ booking, onClose }: { booking: Booking | null; onClose: () => void }) => (
  <Window opened={booking !== null} onClose={onClose} title={strings.rescheduleTitle} sheet>
    {booking && <Starts booking={booking} onClose={onClose} />}
  </Window>
)

const dayMs = 86_400_000

const Starts = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const { organization } = useSession()
  const [day, setDay] = useState(booking.wall_clock.slice(0, 10))
  const move = useBookingChange('move-booking', (_, { changed }) => (changed ? strings.rescheduled : strings.notRescheduled))
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  // A day of any zone lies within these three of UTC; those of the day that is meant are picked by its date.
  const { data, error, isPending } = useStarts(
    Number.isNaN(midnightMs)
      ? null
      : {
          orgId: organization.id,
          eventType: booking.event_type.id,
          bookingId: booking.id,
          fromMs: midnightMs - dayMs,
          days: 3,
          timezone: booking.host_zone,
        },
  )
  const starts = data?.slots.filter(({ date }) => date === day) ?? []
  return (
    <Stack>
      <ErrorNote error={move.error ?? error} title={move.error ? strings.notSaved : strings.startsFailed} />
      <TextInput
        type="date"
        label={strings.pickDay}
        value={day}
        data-autofocus
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      {!isPending && starts.length === 0 && <p role="status">{strings.noStarts}</p>}
      <SimpleGrid cols={{ base: 3, sm: 4 }} spacing="xs" role="group" aria-label={strings.pickStart}>
        {starts.map(({ start, label }) => (
          <Button
            key={start}
            variant="default"
            loading={move.isPending && move.variables?.start === start}
            disabled={move.isPending}
            onClick={() => move.mutate({ bookingId: booking.id, start }, { onSuccess: onClose })}
          >
            {label}
          </Button>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

import { Button, Stack } from '@mantine/core'
import { serverReason } from '#web/i18n/server-messages.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import type { Booking } from '#web/wire.ts'
import { useBookingChange } from './api.ts'
import { useMayDecide } from './booking-decisions.tsx'
import { strings } from './strings.ts'

/** One reminder more, at once, for a host of the meeting or an admin; each press is one email. */
export const RemindNow = ({ booking }: { booking: Booking }) => {
  const send = useBookingChange('send-booking-reminder')
  const isToCome = booking.state === 'confirmed' && Date.parse(booking.starts_at) > Date.now()
  const isMine = useMayDecide(booking)
  if (!isToCome || !isMine || !booking.email) return null
  return (
    <Stack gap="xs" align="end">
      <Button
        size="xs"
        variant="default"
        loading={send.isPending}
        onClick={() =>
          send.mutate(
            { bookingId: booking.id },
            {
              onSuccess: ({ state, reason }) =>
                say(state === 'sent' ? strings.reminded : reason ? serverReason(reason) : strings.notReminded),
            },
          )
        }
      >
        {strings.remindNow}
      </Button>
      <ErrorNote error={send.error} title={strings.notReminded} />
    </Stack>
  )
}

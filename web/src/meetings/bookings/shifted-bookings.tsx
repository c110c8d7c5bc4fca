import { Button, Group } from '@mantine/core'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { ShiftedBooking } from '#web/wire.ts'
import { useBookingChange, useShifted } from './api.ts'
import { strings } from './strings.ts'

/** After an update of the zone rules: meetings that show another time than was agreed, until a member decides about each. */
export const ShiftedBookings = () => {
  const list = useShifted()
  const settle = useBookingChange('settle-booking-clock', ({ keep }) =>
    keep === 'moment' ? strings.momentKept : strings.clockKept,
  )
  const bookings = list.data?.pages.flatMap((page) => page.bookings) ?? []
  if (bookings.length === 0 && !list.hasNextPage) return null
  return (
    <WarningNote role="status" title={strings.shiftedTitle}>
      <ErrorNote error={settle.error} title={strings.notSettled} />
      <List label={strings.shiftedList} isInset>
        {bookings.map((shifted) => (
          <ListRow
            key={shifted.booking.id}
            title={<bdi>{shifted.booking.name ?? shifted.booking.email ?? strings.unknownBooker}</bdi>}
            link={{ to: '/bookings/$bookingId', params: { bookingId: shifted.booking.id } }}
            linkId={shifted.booking.id}
            actions={
              <Choices
                shifted={shifted}
                isPending={settle.isPending}
                onKeep={(keep) => settle.mutate({ bookingId: shifted.booking.id, keep })}
              />
            }
          >
            {strings.shifted(shifted.agreed, shifted.shown, shifted.zone)}
          </ListRow>
        ))}
      </List>
      {list.hasNextPage && (
        <Button size="xs" variant="default" mt="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.shiftedMore}
        </Button>
      )}
    </WarningNote>
  )
}

/** For its hosts and admins. */
const Choices = ({
  shifted: { booking },
  isPending,
  onKeep,
}: {
  shifted: ShiftedBooking
  isPending: boolean
  onKeep: (keep: 'wall_clock' | 'moment') => void
}) => {
  const { person, role } = useSession()
  if (!isAtLeast(role, 'admin') && !booking.hosts.some(({ id }) => id === person.id)) return null
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={isPending} onClick={() => onKeep('wall_clock')}>
        {strings.keepClock}
        <span className="hidden-visually"> {booking.name}</span>
      </Button>
      <Button size="xs" variant="default" disabled={isPending} onClick={() => onKeep('moment')}>
        {strings.keepMoment}
        <span className="hidden-visually"> {booking.name}</span>
      </Button>
    </Group>
  )
}

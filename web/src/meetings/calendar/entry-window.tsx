import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listed } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { Window } from '#web/ui/window.tsx'
import { useBooking } from '../bookings/api.ts'
import { BookingActions } from '../bookings/booking-actions.tsx'
import { DecideConflict, OpenAnswer, OutsideChange } from '../bookings/booking-decisions.tsx'
import type { Entry, Person } from './api.ts'
import { namesOf, standingOf } from './entry-block.tsx'
import { eventTitle, titleOf } from './entry-titles.ts'
import { strings } from './strings.ts'

/** What an entry of the calendar is, and what can be done with a booking. */
export const EntryWindow = ({
  entry,
  people,
  onClose,
}: {
  entry: Entry | null
  people: readonly Person[]
  onClose: () => void
}) => (
  <Window opened={entry !== null} onClose={onClose} title={<bdi>{entry ? titleOf(entry) : strings.nameless}</bdi>}>
    {entry && (
      <Stack>
        {standingOf(entry) && (
          <Pill {...(entry.conflicts.length > 0 || entry.changed_outside ? { tone: 'bad' as const } : {})}>
            {standingOf(entry)}
          </Pill>
        )}
        <Facts stacked>
          <Fact name={strings.when}>{entry.time || strings.allDay}</Fact>
          {entry.detail && (
            <Fact name={entry.kind === 'booking' ? strings.event : strings.place}>
              <bdi>{entry.detail}</bdi>
            </Fact>
          )}
          <Fact name={strings.hosts}>
            <bdi>{listed(namesOf(entry, people))}</bdi>
          </Fact>
        </Facts>
        {entry.kind === 'booking' && <OfBooking id={entry.id} />}
      </Stack>
    )}
  </Window>
)

const OfBooking = ({ id }: { id: string }) => {
  const { data, error, refetch } = useBooking(id)
  if (!data)
    return error ? (
      <ErrorNote title={strings.bookingFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <RowsPending rows={2} />
    )
  const { booking, meeting_link: joinLink } = data.detail
  return (
    <>
      {booking.conflicts.length > 0 && (
        <WarningNote tone="bad" role="status" title={strings.conflictTitle}>
          <bdi>{listed(booking.conflicts.map(eventTitle))}</bdi>
          <DecideConflict booking={booking} />
        </WarningNote>
      )}
      <OutsideChange booking={booking} title={strings.changedTitle} />
      <OpenAnswer booking={booking} />
      <Group gap="xs">
        <Button component={Link} to="/bookings/$bookingId" params={{ bookingId: id } as never}>
          {strings.openBooking}
        </Button>
        <BookingActions booking={booking} joinLink={joinLink} />
      </Group>
    </>
  )
}

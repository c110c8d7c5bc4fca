import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { IconCalendarDue, IconPlus } from '#icons'
import { listed } from '#web/i18n/format.ts'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { laterPart, laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import type { Booking } from '#web/wire.ts'
import { useBookings } from './api.ts'
import { type BookingsSearch, shownStates } from './bookings-search.ts'
import { ShiftedBookings } from './shifted-bookings.tsx'
import { standingOf } from './states.ts'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/bookings')

const NewBookingWindow = laterWindow(() => import('./new-booking-window.tsx').then(({ NewBookingWindow }) => NewBookingWindow))

/** Meetings, the next one first: with whom, when, and whether all that follows from them went well. */
export const BookingsPage = () => {
  const { state = 'upcoming', new: isNew, contact, ofContact, ofCompany } = route.useSearch()
  const whose = { ...(ofContact !== undefined && { ofContact }), ...(ofCompany !== undefined && { ofCompany }) }
  const isOfOne = ofContact !== undefined || ofCompany !== undefined
  const shown = { ...(state !== 'upcoming' && { state }), ...whose }
  const navigate = useNavigate()
  const close = (): void => void navigate({ to: '/bookings', search: shown, replace: true })
  const list = useBookings({
    ...{ state, limit: 50 },
    ...(ofContact !== undefined && { contactId: ofContact }),
    ...(ofCompany !== undefined && { companyId: ofCompany }),
  })
  const bookings = list.data?.pages.flatMap((page) => page.bookings)
  return (
    <>
      <PageHeader
        title={strings.title}
        tabs={<Tabs whose={whose} />}
        actions={
          <Button
            component={Link}
            to="/bookings"
            search={{ ...shown, new: 'yes', ...(ofContact !== undefined && { contact: ofContact }) } as never}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {strings.newBooking}
          </Button>
        }
      />
      <NewBookingWindow
        opened={isNew === 'yes'}
        contactId={contact}
        onClose={close}
        onBooked={(bookingId) => void navigate({ to: '/bookings/$bookingId', params: { bookingId } })}
      />
      <ShiftedBookings />
      {isOfOne && (
        <OneRecord
          kind={ofCompany === undefined ? 'contact' : 'company'}
          id={ofCompany ?? ofContact ?? ''}
          onClear={() => void navigate({ to: '/bookings', search: state === 'upcoming' ? {} : { state }, replace: true })}
        />
      )}
      {list.error && !bookings && (
        <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />
      )}
      {!bookings && !list.error && <TablePending rows={6} />}
      {bookings?.length === 0 && (
        <Empty
          icon={<IconCalendarDue size={24} stroke={1.6} />}
          title={strings.none[state]}
          {...(state === 'upcoming' && !isOfOne && { text: strings.noneText })}
        >
          <Button component={Link} to="/settings/event-types" variant="default">
            {strings.toTypes}
          </Button>
        </Empty>
      )}
      {bookings && bookings.length > 0 && (
        <DataTable
          label={strings.list}
          rows={bookings}
          idOf={({ id }) => id}
          name={strings.booker}
          nameOf={({ name, email }) => <bdi>{name ?? email ?? strings.unknownBooker}</bdi>}
          linkOf={({ id }) => ({ to: '/bookings/$bookingId', params: { bookingId: id } })}
          columns={columns}
        />
      )}
      {bookings && (
        <OlderRows
          list={{
            rows: bookings,
            hasOlder: list.hasNextPage,
            isLoadingOlder: list.isFetchingNextPage,
            olderError: list.isFetchNextPageError ? list.error : null,
            loadOlder: () => void list.fetchNextPage(),
          }}
        />
      )}
    </>
  )
}

const columns: readonly Column<Booking>[] = [
  { key: 'when', name: strings.when, cell: ({ when_short }) => when_short, phone: 'below' },
  { key: 'event', name: strings.event, cell: ({ event_type }) => <bdi>{event_type.name}</bdi> },
  {
    key: 'hosts',
    name: strings.hosts,
    cell: ({ hosts }) => <bdi>{listed(hosts.map(({ name }) => name))}</bdi>,
    isExtra: true,
  },
  {
    key: 'state',
    name: strings.state,
    cell: (booking) => <State of={standingOf(booking)} />,
    width: '10rem',
    atEnd: true,
    phone: 'end',
  },
]

const OneRecord = laterPart(() => import('#web/desk/lists/one-record.tsx').then(({ OneRecord }) => OneRecord))

const Tabs = ({ whose }: { whose: Pick<BookingsSearch, 'ofContact' | 'ofCompany'> }) => (
  <nav aria-label={strings.shown}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {shownStates.map((state) => (
        <li key={state}>
          <Link
            to="/bookings"
            search={{ ...(state !== 'upcoming' && { state }), ...whose }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{ 'aria-current': 'true' }}
            resetScroll={false}
          >
            {strings.states[state]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

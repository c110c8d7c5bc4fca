import { ActionIcon, Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconChevronLeft, IconChevronRight, IconPlus } from '#icons'
import { UnreadEvents } from '#web/connections/mailboxes/unread-events.tsx'
import { read } from '#web/gateway.ts'
import { datesBetween } from '#web/i18n/wall-times.ts'
import { useSession } from '#web/session.ts'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { WallPlace } from '../bookings/new-booking.ts'
import { type Entry, useCalendar } from './api.ts'
import classes from './calendar.module.css'
import { addDays, type CalendarView, calendarViews, daysOf } from './calendar-search.ts'
import { CalendarsShown } from './calendars-shown.tsx'
import { DaysList } from './days-list.tsx'
import { EntryWindow } from './entry-window.tsx'
import { HoursGrid } from './hours-grid.tsx'
import { MoveWindow } from './move-window.tsx'
import type { Move } from './moves.ts'
import { useShownPeople } from './shown-people.ts'
import { strings } from './strings.ts'

const NewBookingWindow = laterWindow(() =>
  import('../bookings/new-booking-window.tsx').then(({ NewBookingWindow }) => NewBookingWindow),
)

const route = getRouteApi('/staff/calendar')

/** On a phone seven days are too narrow to read: a week is shown as a day. */
const useView = (): { readonly view: CalendarView; readonly isWide: boolean } => {
  const { view } = route.useSearch()
  const isWide = useMediaQuery('(min-width: 48.01em)', true, { getInitialValueInEffect: false }) ?? true
  return { isWide, view: isWide ? (view ?? 'week') : view === 'list' ? 'list' : 'day' }
}

/** Meetings, events and absences on their days, of oneself and of colleagues. */
export const CalendarPage = () => {
  const { organization, person } = useSession()
  const { date } = route.useSearch()
  const navigate = route.useNavigate()
  const { view, isWide } = useView()
  const [shown, setShown] = useShownPeople(organization.id, person.id)
  const [opened, setOpened] = useState<Entry | null>(null)
  /** Where a meeting is to be booked; `any`: without a place in the grid. */
  const [place, setPlace] = useState<WallPlace | 'any' | null>(null)
  const [moved, setMoved] = useState<Move | null>(null)
  const { data, error, refetch, isPlaceholderData } = useCalendar({
    ...(date && { from: date }),
    ...{ days: daysOf[view], align: view === 'week' ? ('week' as const) : ('day' as const), userIds: [...shown] },
  })
  const first = data?.dates[0]
  const go = (to: { view?: CalendarView; date?: string | undefined }): void => {
    const next = { view: to.view ?? view, date: 'date' in to ? to.date : date }
    void navigate({ search: { view: next.view, ...(next.date && { date: next.date }) }, replace: true })
  }
  const step = (by: 1 | -1): void => {
    if (first) go({ date: addDays(date ?? first, by * daysOf[view]) })
  }
  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    t: () => go({ date: undefined }),
    d: () => go({ view: 'day' }),
    w: () => go({ view: 'week' }),
    l: () => go({ view: 'list' }),
  })
  return (
    <>
      <PageHeader
        title={strings.title}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPlace('any')}>
            {strings.newBooking}
          </Button>
        }
        tabs={<Views views={isWide ? calendarViews : phoneViews} view={view} date={date} />}
      />
      <Group className={classes.bar} gap="xs">
        <Button variant="default" onClick={() => go({ date: undefined })}>
          {strings.today}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={strings.back[view]} onClick={() => step(-1)}>
          <IconChevronLeft size={16} className="mirrors" aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={strings.on[view]} onClick={() => step(1)}>
          <IconChevronRight size={16} className="mirrors" aria-hidden />
        </ActionIcon>
        {data && (
          <h2 className={classes.range} aria-live="polite">
            {datesBetween(data.dates[0] ?? '', data.dates.at(-1) ?? '')}
          </h2>
        )}
        {data && <span className="dim">{strings.zone(data.time_zone)}</span>}
      </Group>
      {error && !data && <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <RowsPending rows={8} />}
      {data && (
        <div className={classes.panes}>
          <CalendarsShown people={data.people} own={person.id} shown={shown} onChange={setShown} />
          <div className={classes.main} aria-busy={isPlaceholderData}>
            {data.is_cut && <p role="status">{strings.cut}</p>}
            <OwnUnreadEvents />
            {view === 'list' ? (
              <DaysList shown={data} onOpen={setOpened} />
            ) : (
              <HoursGrid key={view} shown={data} onOpen={setOpened} onDrop={setMoved} onFree={setPlace} />
            )}
          </div>
          <NewBookingWindow
            opened={place !== null}
            place={place === 'any' ? null : place}
            onClose={() => setPlace(null)}
            onBooked={() => setPlace(null)}
          />
          <MoveWindow move={moved} zone={data.time_zone} onClose={() => setMoved(null)} />
          <EntryWindow entry={opened} people={data.people} onClose={() => setOpened(null)} />
        </div>
      )}
    </>
  )
}

/** Of one's own calendars alone. */
const OwnUnreadEvents = () => {
  const { data } = useQuery(read('list-account-calendars', {}))
  return data ? <UnreadEvents calendars={data.calendars} /> : null
}

const phoneViews = ['day', 'list'] as const

const Views = ({ views, view, date }: { views: readonly CalendarView[]; view: CalendarView; date: string | undefined }) => (
  <nav aria-label={strings.shownAs}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {views.map((each) => (
        <li key={each}>
          <Link
            to="/calendar"
            search={{ view: each, ...(date && { date }) }}
            {...(each === view && { 'aria-current': 'true' as const })}
            activeProps={{}}
            replace
            resetScroll={false}
          >
            {strings.views[each]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

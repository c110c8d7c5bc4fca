import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { listed } from '#web/i18n/format.ts'
import { ownReason, serverReason } from '#web/i18n/server-messages.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill, State } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Booking } from '#web/wire.ts'
import { eventTitle } from '../calendar/entry-titles.ts'
import { type Detail, useBooking, useBookingChange } from './api.ts'
import { BookingActions } from './booking-actions.tsx'
import { DecideConflict, HostLeft, LiftRefusal, OpenAnswer, OutsideChange, useMayDecide } from './booking-decisions.tsx'
import { RemindNow } from './remind-now.tsx'
import { standingOf } from './states.ts'
import { stepNames } from './step-strings.ts'
import { strings } from './strings.ts'

const back = { label: strings.title, to: '/bookings' } as const

/** One meeting: when and with whom, what followed from it outside, and what can be done about it. */
export const BookingPage = () => {
  const { bookingId } = useParams({ from: '/staff/bookings/$bookingId' })
  const { data, error, refetch } = useBooking(bookingId)
  if (!data)
    return (
      <>
        <PageHeader title={strings.booking} back={back} />
        {error ? (
          <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const { booking, effects, reminders, opted_out: hasOptedOut, meeting_link: joinLink } = data.detail
  return (
    <div key={bookingId}>
      <PageHeader
        title={booking.name ?? strings.booking}
        back={back}
        lead={
          <span role="status">
            <State of={standingOf(booking)} /> {booking.event_type.name} · {booking.when}
          </span>
        }
        actions={<BookingActions booking={booking} joinLink={joinLink} />}
      />
      <RecordPanes properties={<About booking={booking} />}>
        <HostLeft booking={booking} />
        {booking.conflicts.length > 0 && (
          <WarningNote tone="bad" role="status" title={strings.conflictTitle}>
            <bdi>{strings.conflictText(listed(booking.conflicts.map(eventTitle)))}</bdi>
            <DecideConflict booking={booking} />
          </WarningNote>
        )}
        <OutsideChange booking={booking} title={strings.changedOutside} />
        <OpenAnswer booking={booking} />
        {hasOptedOut && booking.email && (
          <WarningNote role="status" title={strings.optedOutTitle}>
            {strings.optedOutText}
            <LiftRefusal email={booking.email} />
          </WarningNote>
        )}
        <Card title={strings.steps}>
          <Steps booking={booking} effects={effects} />
        </Card>
        <Card title={strings.reminders} actions={<RemindNow booking={booking} />}>
          <Reminders reminders={reminders} />
        </Card>
      </RecordPanes>
    </div>
  )
}

const About = ({ booking }: { booking: Booking }) => (
  <Card title={strings.details}>
    <Facts stacked>
      <Fact name={strings.when}>{booking.when}</Fact>
      {booking.when_for_booker !== booking.when && <Fact name={strings.forBooker}>{booking.when_for_booker}</Fact>}
      <Fact name={strings.hosts}>
        <bdi>{listed(booking.hosts.map(({ name }) => name))}</bdi>
      </Fact>
      <Fact name={strings.why}>{whyOf(booking)}</Fact>
      {booking.email && (
        <Fact name={strings.email}>
          <a href={`mailto:${booking.email}`} className="text-link">
            {booking.email}
          </a>
        </Fact>
      )}
      {booking.phone && (
        <Fact name={strings.phone}>
          <bdi>{booking.phone}</bdi>
        </Fact>
      )}
      {booking.company && (
        <Fact name={strings.company}>
          <bdi>{booking.company}</bdi>
        </Fact>
      )}
      {booking.contact && (
        <Fact name={strings.contact}>
          <Link to="/contacts/$contactId" params={{ contactId: booking.contact.id }} className="text-link">
            <bdi>{booking.contact.name ?? strings.openContact}</bdi>
          </Link>
        </Fact>
      )}
      {booking.answers.map(({ key, label, answer }) => (
        <Fact key={key} name={label}>
          <bdi>{answer}</bdi>
        </Fact>
      ))}
      {booking.reason && (
        <Fact name={strings.reason}>
          <bdi>{ownReason(booking.reason)}</bdi>
        </Fact>
      )}
      {booking.answer && <Fact name={strings.answer}>{strings.answers[booking.answer as keyof typeof strings.answers]}</Fact>}
      {booking.calendar_as_of && (
        <Fact name={strings.asOf}>{strings.checkedBefore(minutesBetween(booking.calendar_as_of, booking.created_at))}</Fact>
      )}
    </Facts>
  </Card>
)

/** Of the copy by which it was booked: the calendar itself may have been read since. */
const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))

const whyOf = ({ because }: Booking): string => {
  const numberOf = (name: string): number => Number(because[name] ?? 0)
  switch (because.rule) {
    case 'all':
      return strings.whys.all(numberOf('of'))
    case 'fewest':
      return strings.whys.fewest(numberOf('bookings'), numberOf('free'))
    case 'kept':
      return strings.whys.kept()
    case 'chosen':
      return strings.whys.chosen()
    default:
      return strings.whys.only()
  }
}

const stepTones = { queued: 'accent', done: 'good', failed: 'bad', skipped: undefined, uncertain: 'warn' } as const

interface StepsProps {
  booking: Booking
  effects: Detail['effects']
}

const Steps = ({ booking, effects }: StepsProps) => {
  const mayRetry = useMayDecide(booking)
  const retry = useBookingChange('retry-booking-effect')
  if (effects.length === 0) return <p className="dim">{strings.noSteps}</p>
  return (
    <>
      <ErrorNote error={retry.error} title={strings.retryFailed} />
      <List label={strings.steps} isInset>
        {effects.map((effect) => (
          <ListRow
            key={effect.id}
            title={stepNames[effect.kind]}
            pills={<Pill tone={stepTones[effect.state]}>{strings.stepStates[effect.state]}</Pill>}
            end={<RelativeTime at={effect.updated_at} />}
            actions={
              mayRetry &&
              effect.may_repeat &&
              ['failed', 'uncertain'].includes(effect.state) && (
                <Button
                  size="xs"
                  variant="default"
                  loading={retry.isPending && retry.variables?.effectId === effect.id}
                  onClick={() => retry.mutate({ effectId: effect.id })}
                >
                  {strings.retry}
                  <span className="hidden-visually"> {stepNames[effect.kind]}</span>
                </Button>
              )
            }
          >
            {newsOf(effect.what)}
            {effect.person && (
              <>
                {' · '}
                <bdi>{effect.person.name}</bdi>
              </>
            )}
            {effect.reason && (
              <>
                {' · '}
                <bdi>{serverReason(effect.reason)}</bdi>
              </>
            )}
          </ListRow>
        ))}
      </List>
    </>
  )
}

const newsNames: Readonly<Record<string, string>> = strings.news
const newsOf = (what: string): string => newsNames[what] ?? what
const reminderStates: Readonly<Record<string, string>> = strings.reminderStates
const channels: Readonly<Record<string, string>> = strings.channels
const reminderTones: Readonly<Record<string, 'good' | 'bad' | 'warn' | 'accent'>> = {
  waiting: 'accent',
  sent: 'good',
  failed: 'bad',
  uncertain: 'warn',
}

const Reminders = ({ reminders }: { reminders: Detail['reminders'] }) =>
  reminders.length === 0 ? (
    <p className="dim">{strings.noReminders}</p>
  ) : (
    <List label={strings.reminders} isInset>
      {reminders.map((reminder) => (
        <ListRow
          key={`${reminder.due_at} ${reminder.minutes_before} ${reminder.channel}`}
          title={`${strings.before(reminder.minutes_before)}, ${channels[reminder.channel] ?? reminder.channel}`}
          pills={<Pill tone={reminderTones[reminder.state]}>{reminderStates[reminder.state] ?? reminder.state}</Pill>}
          end={<RelativeTime at={reminder.due_at} />}
        >
          {reminder.reason && <bdi>{serverReason(reminder.reason)}</bdi>}
        </ListRow>
      ))}
    </List>
  )

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { timeLeft } from '#web/i18n/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Booking } from '#web/wire.ts'
import type { Section } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, HomeRow, Of, OpenButton } from './home-card.tsx'
import { strings } from './strings.ts'

/** The meetings of today that are not over. */
export const MeetingsCard = ({ meetings }: { meetings: Section<'meetings'> }) => (
  <HomeCard
    title={strings.meetings}
    count={strings.meetingsToday(strings.upTo(meetings.count))}
    link={{ text: strings.calendar, to: '/calendar' }}
  >
    <HomeList label={strings.meetings}>
      {meetings.rows.map((meeting) => (
        <HomeRow
          key={meeting.id}
          id={meeting.id}
          mark={
            <time className={classes.clock} dateTime={meeting.starts_at}>
              {meeting.time}
            </time>
          }
          link={{ to: '/bookings/$bookingId', params: { bookingId: meeting.id } as never }}
          title={meeting.event_type.name}
          text={
            meeting.state === 'pending'
              ? strings.requested
              : [meeting.contact?.name ?? meeting.name, meeting.company].filter(Boolean).join(' · ')
          }
          end={<Until starts={meeting.starts_at} />}
          action={<MeetingAction meeting={meeting} />}
        />
      ))}
    </HomeList>
  </HomeCard>
)

/** Said, and joined, from two hours before. */
const soonMs = 2 * 3_600_000

/** Joins who takes part in it, where there is a room by then; opens it for others, and before. */
const MeetingAction = ({ meeting }: { meeting: Booking }) => {
  const isSoon = Date.parse(meeting.starts_at) - useClock() <= soonMs
  const { data } = useQuery({
    ...read('show-booking-detail', { bookingId: meeting.id }),
    // Its host and admins alone are given the link, and nothing is read for a meeting of the afternoon.
    enabled: isSoon && meeting.state === 'confirmed',
  })
  const link = data?.detail.meeting_link ?? null
  const name = meeting.event_type.name
  if (link === null || !isSoon)
    return <OpenButton link={{ to: '/bookings/$bookingId', params: { bookingId: meeting.id } as never }} name={name} />
  return (
    <Button component="a" size="xs" variant="default" href={link} target="_blank" rel="noopener">
      {strings.join}
      <Of name={name} />
    </Button>
  )
}

const Until = ({ starts }: { starts: string }) => {
  const leftMs = Date.parse(starts) - useClock()
  if (leftMs > soonMs) return null
  return <Pill tone={leftMs <= 0 ? 'good' : 'accent'}>{leftMs <= 0 ? strings.running : strings.inTime(timeLeft(leftMs))}</Pill>
}

import { timeLeft } from '#web/i18n/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Section } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, HomeRow } from './home-card.tsx'
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
        />
      ))}
    </HomeList>
  </HomeCard>
)

/** Said from two hours before. */
const soonMs = 2 * 3_600_000

const Until = ({ starts }: { starts: string }) => {
  const leftMs = Date.parse(starts) - useClock()
  if (leftMs > soonMs) return null
  return <Pill tone={leftMs <= 0 ? 'good' : 'accent'}>{leftMs <= 0 ? strings.running : strings.inTime(timeLeft(leftMs))}</Pill>
}

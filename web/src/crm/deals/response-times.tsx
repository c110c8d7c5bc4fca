import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconAlertTriangle, IconClockHour4 } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { useClock } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { LongestWait } from '#web/wire.ts'
import { type ResponseTimes, useResponseTimes } from './api.ts'
import classes from './response-times.module.css'
import { lasting } from './standing.ts'
import { strings } from './strings.ts'

const inMinutes = (minutes: number): string => lasting(minutes * 60_000)

/** How soon people here answer, and who waits longest: one line above the board. */
export const ResponseStrip = () => {
  const { data } = useResponseTimes()
  const nowMs = useClock()
  const [isOpen, setOpen] = useState(false)
  if (!data || (data.answered === 0 && data.waiting === 0)) return null
  return (
    <div className={classes.strip}>
      <IconClockHour4 size={16} stroke={1.8} aria-hidden />
      <span>{data.median_minutes === null ? strings.noReplies : strings.medianReply(inMinutes(data.median_minutes))}</span>
      <span className="dim">{strings.target(inMinutes(data.target_minutes))}</span>
      <span>{data.waiting === 0 ? strings.noneWaiting : strings.waiting(data.waiting)}</span>
      {data.worst && <Worst of={data.worst} target={data.target_minutes} nowMs={nowMs} />}
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {strings.byTeammate}
      </Button>
      <Window opened={isOpen} onClose={() => setOpen(false)} title={strings.responseTimes}>
        <ByPerson times={data} />
      </Window>
    </div>
  )
}

const Worst = ({ of: worst, target, nowMs }: { of: LongestWait; target: number; nowMs: number }) => {
  const waitedMs = nowMs - Date.parse(worst.waiting_since)
  const isLate = waitedMs > target * 60_000
  const said = strings.longest(worst.name, lasting(waitedMs), worst.assigned_name)
  const inside = (
    <>
      {isLate && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
      <bdi>{said}</bdi>
    </>
  )
  return worst.kind === 'deal' ? (
    <Link to="/deals/$dealId" params={{ dealId: worst.id }} className={classes.worst} data-late={isLate || undefined}>
      {inside}
    </Link>
  ) : (
    <Link to="/leads/$leadId" params={{ leadId: worst.id }} className={classes.worst} data-late={isLate || undefined}>
      {inside}
    </Link>
  )
}

const ByPerson = ({ times }: { times: ResponseTimes }) => (
  <>
    <p className="dim">{strings.responseText(inMinutes(times.target_minutes))}</p>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{strings.person}</th>
          <th scope="col" className={classes.end}>
            {strings.replied}
          </th>
          <th scope="col" className={classes.end}>
            {strings.median}
          </th>
          <th scope="col" className={classes.end}>
            {strings.waitingNow}
          </th>
        </tr>
      </thead>
      <tbody>
        {times.by_person.map(({ person, answered, median_minutes, waiting }) => (
          <tr key={person.id}>
            <th scope="row">{person.name}</th>
            <td className={classes.end}>{counted(answered)}</td>
            <td className={classes.end}>{median_minutes === null ? '–' : inMinutes(median_minutes)}</td>
            <td className={classes.end}>{counted(waiting)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCalendarDue, IconCalendarOff } from '#icons'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Deal } from '#web/wire.ts'
import classes from './deal-marks.module.css'
import { dueWord, lasting, standingTone, waitingOf } from './standing.ts'
import { strings } from './strings.ts'

/** What is looked at of a deal for its marks. */
type Awaited = Pick<Deal, 'state' | 'response'>
type Stepping = Pick<Deal, 'state' | 'lost_reason'> & {
  readonly next_task: Pick<NonNullable<Deal['next_task']>, 'title' | 'due_at'> | null
}

/** Until when the first reply is due; where none is, what stands in its place. */
export const ReplyDue = ({ deal, children = null }: { deal: Awaited; children?: ReactNode }) => {
  const waiting = waitingOf(deal, useClock())
  if (!waiting) return children
  return (
    <Pill tone={waiting.tone}>
      {waiting.isLate && <IconAlertTriangle size={13} stroke={2} aria-hidden className={classes.late} />}
      {waiting.word}
    </Pill>
  )
}

const dayMs = 86_400_000

/** For how many days an open deal has stood in its stage: marked where that is long. */
export const StageTime = ({ deal: { state, stage, stage_since } }: { deal: Pick<Deal, 'state' | 'stage' | 'stage_since'> }) => {
  const ms = useClock() - Date.parse(stage_since)
  if (state !== 'open' || ms < dayMs) return null
  const time = lasting(ms)
  return (
    <span className={classes.since} data-tone={standingTone(ms)} title={strings.inStageFor(stage.name, time)}>
      <span className="hidden-visually">{strings.inStageFor(stage.name, time)}</span>
      <span aria-hidden>{time}</span>
    </span>
  )
}

/** The next step of a deal and when it is due, or why there is none. */
export const NextStep = ({ deal }: { deal: Stepping }) => {
  const nowMs = useClock()
  const task = deal.next_task
  const due = task && dueWord(task.due_at, nowMs)
  if (task)
    return (
      <span className={classes.step} data-late={due?.isLate || undefined}>
        <IconCalendarDue size={14} stroke={1.8} aria-hidden />
        <span className={classes.text}>
          <bdi>{task.title}</bdi>
          {due && <span className={classes.due}> · {due.word}</span>}
        </span>
      </span>
    )
  if (deal.state === 'lost' && deal.lost_reason !== null)
    return (
      <span className={classes.step}>
        <bdi className={classes.text}>{strings.lostBecause(deal.lost_reason)}</bdi>
      </span>
    )
  if (deal.state !== 'open') return null
  return (
    <span className={classes.step} data-late>
      <IconCalendarOff size={14} stroke={1.8} aria-hidden />
      <span className={classes.text}>{strings.nothingNext}</span>
    </span>
  )
}

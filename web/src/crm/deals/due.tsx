import { dayAndMinute, relativeTime } from '#web/i18n/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Task } from '#web/wire.ts'
import { strings } from './strings.ts'

/** When a task is due; red once it is overdue. */
export const Due = ({ task }: { task: Pick<Task, 'due_at'> }) => {
  const nowMs = useClock()
  if (task.due_at === null) return strings.noDue
  return (
    <span title={dayAndMinute(task.due_at)}>
      <Pill tone={Date.parse(task.due_at) < nowMs ? 'bad' : 'accent'}>{relativeTime(task.due_at, nowMs)}</Pill>
    </span>
  )
}

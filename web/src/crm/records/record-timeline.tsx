import { useState } from 'react'
import { counted } from '#web/i18n/format.ts'
import type { TimelineEntry } from '#web/wire.ts'
import { useTimelineCounts, type Whose } from '../timeline/api.ts'
import { Timeline } from '../timeline/timeline.tsx'
import classes from './record-timeline.module.css'
import { strings } from './strings.ts'

type Kind = TimelineEntry['kind']
type Group = keyof typeof strings.groups

const groups: Readonly<Record<Group, readonly Kind[]>> = {
  messages: ['message', 'mail'],
  calls: ['call'],
  notes: ['note'],
  deals: ['deal', 'stage', 'assignment', 'task', 'booking', 'proposal', 'document', 'design'],
  money: ['payment', 'invoice'],
  changes: ['lead', 'file', 'merge', 'fact', 'edit', 'workflow'],
}
const names = Object.keys(groups) as Group[]

/** The server counts no further. */
const mostCounted = 100

/** Everything that happened with a record, or one kind of it. */
export const RecordTimeline = ({ of: whose }: { of: Whose }) => {
  const [group, setGroup] = useState<Group | null>(null)
  const { data: counts } = useTimelineCounts(whose)
  const countOf = (kinds: readonly Kind[]): string => {
    if (!counts) return ''
    const each = kinds.map((kind) => counts[kind] ?? 0)
    const sum = each.reduce((one, other) => one + other, 0)
    return each.some((count) => count >= mostCounted) ? strings.manyOf(sum) : counted(sum)
  }
  const chip = (name: Group | null) => (
    <button key={name ?? 'all'} type="button" aria-pressed={group === name} onClick={() => setGroup(name)}>
      {name === null ? strings.all : strings.groups[name]}
      <span className={classes.count}>{countOf(name === null ? Object.values(groups).flat() : groups[name])}</span>
    </button>
  )
  return (
    <section aria-label={strings.timeline}>
      <fieldset className={classes.filter} aria-label={strings.filter}>
        {[null, ...names].map(chip)}
      </fieldset>
      <Timeline
        of={whose}
        kinds={group === null ? undefined : groups[group]}
        none={group === null ? undefined : strings.noneOfKind}
      />
    </section>
  )
}

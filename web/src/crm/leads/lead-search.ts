import { type Group, textOfFilter } from '#web/desk/lists/filter-text.ts'
import { type ListSearch, readListSearch } from '#web/desk/lists/list-search.ts'
import type { Input, ListCondition } from '#web/wire.ts'

/** Reads the search of an address, also as addresses once said source and time: `source=apollo&range=7d`. */
export const readLeadSearch = (search: Record<string, unknown>): ListSearch => {
  const read = readListSearch(search)
  const order = search.order === 'received_at' ? 'received_at' : read.order
  if (read.f !== undefined) return { ...read, order }
  const conditions = [...sourceOf(search.source), ...timesOf(search)]
  return { ...read, order, ...(conditions.length > 0 && { f: textOfFilter({ match: 'all', conditions, groups: [] }) }) }
}

const sourceOf = (source: unknown): ListCondition[] =>
  typeof source === 'string' && source !== '' ? [{ field: 'source', op: 'is', value: source.slice(0, 64) }] : []

const timesOf = ({ range, from, to }: Record<string, unknown>): ListCondition[] => {
  const received = (op: ListCondition['op'], value: string | number): ListCondition => ({ field: 'received_at', op, value })
  if (range === 'today') return [received('in_period', 'today')]
  if (range === '7d') return [received('last_days', 7)]
  if (range === '30d') return [received('last_days', 30)]
  if (range !== 'custom') return []
  return [
    ...(isDay(from) ? [received('after', dayBefore(from))] : []),
    ...(isDay(to) ? [received('before', dayAfter(to))] : []),
  ]
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && moved(text, 0) === text

const moved = (day: string, by: number): string | null => {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return null
  return new Date(at.getTime() + by * 86_400_000).toISOString().slice(0, 10)
}
const dayBefore = (day: string): string => moved(day, -1) ?? day
const dayAfter = (day: string): string => moved(day, 1) ?? day

type Exported = Pick<Input<'list-leads'>, 'search' | 'source' | 'from' | 'to'>

/** The same as the export takes it; null where it cannot say it. */
export const exportOf = ({ q }: ListSearch, filter: Group, now: Date): Exported | null => {
  if (filter.groups.length > 0 || (filter.match === 'any' && filter.conditions.length > 1)) return null
  let exported: Exported = q === undefined ? {} : { search: q }
  for (const condition of filter.conditions) {
    const part = partOf(condition, now)
    if (!part || Object.keys(part).some((key) => key in exported)) return null
    exported = { ...exported, ...part }
  }
  return exported
}

const partOf = ({ field, op, value }: ListCondition, now: Date): Exported | null => {
  if (field === 'source' && op === 'is' && typeof value === 'string') return { source: value }
  if (field !== 'received_at') return null
  const startOf = (daysAgo: number): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString()
  if (op === 'in_period' && value === 'today') return { from: startOf(0) }
  if (op === 'last_days' && typeof value === 'number') return { from: startOf(value - 1) }
  if (typeof value !== 'string' || !isDay(value)) return null
  const localDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
  if (op === 'before') return { to: localDay(value) }
  return op === 'after' ? { from: localDay(dayAfter(value)) } : null
}

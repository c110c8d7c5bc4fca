/* Whether a start can be had, told from what is known outside: a few lines of their own, which share nothing with those of the product. */

export interface TakenTime {
  readonly host: string
  readonly from: number
  readonly to: number
}

/** Of the wall of each host, all weekdays: no clock is set back over an end of them. */
export const hostWindows = [
  [
    ['00:00', '05:00'],
    ['06:00', '22:30'],
  ],
  [['00:00', '22:30']],
] as const

export interface OracleHost {
  readonly id: string
  readonly zone: string
  readonly windows: readonly (readonly [string, string])[]
}
export interface OracleType {
  readonly minutes: number
  readonly grid?: number
  readonly bufferBefore?: number
  readonly bufferAfter?: number
  readonly mode: 'round_robin' | 'collective'
}

const minuteMs = 60_000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the wall of a zone shows, in minutes. */
const shownAt = (ms: number, zone: string): number => {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(zone, clock)
  return minutesOf(clock.format(ms))
}
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** It begins on the grid of a window, and each five minutes of it show a time of that window. */
export const isInHours = ({ zone, windows }: OracleHost, start: number, { minutes, grid = minutes }: OracleType): boolean =>
  windows.some(([from, to]) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    if ((shownAt(start, zone) - begin) % grid !== 0) return false
    for (let at = start; at < start + minutes * minuteMs; at += 5 * minuteMs)
      if (shownAt(at, zone) < begin || shownAt(at, zone) >= end) return false
    return true
  })

export const overlaps = (one: TakenTime, other: TakenTime): boolean =>
  one.host === other.host && one.from < other.to && other.from < one.to

const spanOf = (host: string, start: number, { minutes, bufferBefore = 0, bufferAfter = 0 }: OracleType): TakenTime => ({
  ...{ host, from: start - bufferBefore * minuteMs, to: start + (minutes + bufferAfter) * minuteMs },
})

/** Whether enough hosts are at work and free. */
export const canBeHad = (
  hosts: readonly OracleHost[],
  taken: readonly TakenTime[],
  start: number,
  type: OracleType,
): boolean => {
  const free = hosts.filter(
    (host) => isInHours(host, start, type) && !taken.some((each) => overlaps(each, spanOf(host.id, start, type))),
  )
  return type.mode === 'collective' ? free.length === hosts.length : free.length > 0
}

import type { Entry, Part } from './api.ts'

/** An entry on one day, beside those that overlap it. */
export interface Placed {
  readonly entry: Entry
  readonly part: Part
  /** From 0; of how many. */
  readonly lane: number
  readonly lanes: number
}

/** What is shorter is drawn as long as this, so that it can be read and met. */
export const leastMinutes = 20

export const isWholeDay = (part: Part): boolean => part.from_minute === 0 && part.to_minute === 1_440

const endOf = ({ part }: { part: Part }): number => Math.max(part.to_minute, part.from_minute + leastMinutes)

/** Entries of a day beside each other: groups that overlap share the width, each in the first lane that is free. */
export const inLanes = (entries: readonly Entry[], date: string): Placed[] => {
  const all = entries
    .flatMap((entry) => entry.parts.filter((part) => part.date === date && !isWholeDay(part)).map((part) => ({ entry, part })))
    .sort((a, b) => a.part.from_minute - b.part.from_minute || endOf(b) - endOf(a))
  const placed: Placed[] = []
  let group: { entry: Entry; part: Part; lane: number }[] = []
  let ends: number[] = []
  const close = (): void => {
    placed.push(...group.map((each) => ({ ...each, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const each of all) {
    if (ends.every((end) => end <= each.part.from_minute)) close()
    const free = ends.findIndex((end) => end <= each.part.from_minute)
    const lane = free === -1 ? ends.length : free
    ends[lane] = endOf(each)
    group.push({ ...each, lane })
  }
  close()
  return placed
}

export const wholeDaysOf = (entries: readonly Entry[], date: string): Entry[] =>
  entries.filter(({ parts }) => parts.some((part) => part.date === date && isWholeDay(part)))

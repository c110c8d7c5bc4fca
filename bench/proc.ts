import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the kernel a second, as nearly all Linux has it. */
const ticksPerSecond = 100

/** What stands behind the name, which may have blanks: state, parent, … Empty once the process has ended. */
const fieldsOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Processor seconds of a process so far; 0 once it has ended. */
export const processorSecondsOf = (pid: number): number =>
  (Number(fieldsOf(pid)[11] ?? 0) + Number(fieldsOf(pid)[12] ?? 0)) / ticksPerSecond

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1] ?? 0)

/** The same of its children that have ended. */
export const endedSecondsBelow = (pid: number): number =>
  (Number(fieldsOf(pid)[13] ?? 0) + Number(fieldsOf(pid)[14] ?? 0)) / ticksPerSecond

/** A process and all below it. */
export const familyOf = (pid: number): number[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(all.map((each) => [each, Number(fieldsOf(each)[1])]))
  const below = (parent: number): number[] =>
    all.filter((each) => parents.get(each) === parent).flatMap((each) => [each, ...below(each)])
  return [pid, ...below(pid)]
}

/** Its share of memory; what several processes use is split among them. */
export const kilobytesOf = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const largestLogBytes = 10 * 2 ** 20

export const openLog = (file: string) => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(file, `${file}.1`)
  const handle = openSync(file, 'a', 0o600)
  const start = statSync(file).size
  return {
    handle,
    /** Why this run of the server ended, in its own words. */
    lastFatal: (): string => {
      const lines = readFrom(file, start).trim().split('\n')
      return (
        (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): +/, '') ||
        'it printed nothing'
      )
    },
  }
}

const readFrom = (file: string, start: number): string => {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(64 * 1024)
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, start))
  } finally {
    closeSync(handle)
  }
}

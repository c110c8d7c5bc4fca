import { randomInt } from 'node:crypto'
import { idOf } from './ids.ts'
import type { Running } from './queries.ts'
import { Refused } from './refusals.ts'

const livesMs = 2 * 86_400_000
const mostKept = 50

interface Kept {
  readonly account: string
  readonly running: Running
  readonly batch: number
  /** How many rows were given. */
  readonly given: number
  readonly until: number
}

/** Queries that are not done. Each locator is used once; all are lost when the sandbox starts anew. */
export const openLocators = (now: () => Date) => {
  const kept = new Map<string, Kept>()
  return {
    put(entry: Omit<Kept, 'until'>): string {
      const locator = `${idOf('01g', randomInt(2 ** 40))}-${entry.given}`
      kept.set(locator, { ...entry, until: now().getTime() + livesMs })
      for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
      return locator
    },
    take(account: string, locator: string): Kept {
      const found = kept.get(locator)
      kept.delete(locator)
      if (!found || found.account !== account || found.until < now().getTime())
        throw new Refused(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator')
      return found
    },
  }
}
export type Locators = ReturnType<typeof openLocators>

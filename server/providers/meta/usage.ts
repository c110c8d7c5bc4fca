import { z } from 'zod'
import type { AdUsage } from '#ports/lead-ads.ts'
import { parsed } from '../answers.ts'

const Percent = z.coerce.number().min(0).catch(0)
const Shares = z.object({
  call_count: Percent.default(0),
  total_cputime: Percent.default(0),
  total_time: Percent.default(0),
  /** Minutes. */
  estimated_time_to_regain_access: Percent.default(0),
})
const OfBusinesses = z.record(z.string(), z.array(Shares))

const longestMs = 24 * 3_600_000

/**
 * What the headers of answers say is used, in percent: of the app's limit, and of those of pages and businesses
 * (https://developers.facebook.com/docs/graph-api/overview/rate-limiting).
 */
export const openUsage = () => {
  let newest: AdUsage | null = null
  return {
    see(headers: Readonly<Record<string, string>>): void {
      const ofBusinesses = OfBusinesses.safeParse(parsed(headers['x-business-use-case-usage'] ?? '')).data ?? {}
      const ofApp = Shares.safeParse(parsed(headers['x-app-usage'] ?? '')).data
      const all = [...Object.values(ofBusinesses).flat(), ...(ofApp ? [ofApp] : [])]
      if (all.length === 0) return
      const minutes = Math.max(...all.map((each) => each.estimated_time_to_regain_access))
      newest = {
        percent: Math.max(...all.flatMap((each) => [each.call_count, each.total_cputime, each.total_time])),
        waitMs: Math.min(minutes * 60_000, longestMs),
      }
    },
    now: (): AdUsage | null => newest,
  }
}

import type { CrmAllowance } from '#ports/crm.ts'

type Headers = Readonly<Record<string, string>>

const dayMs = 86_400_000

/**
 * What the headers of answers say is left (https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines). Searches have
 * none of them, and apps of a consent have no daily ones.
 */
export const openAllowances = (now: () => Date) => {
  let burst: { readonly remaining: number; readonly until: number } | null = null
  let daily: { readonly remaining: number; readonly seenAt: number } | null = null
  return {
    see(headers: Headers): void {
      const at = now().getTime()
      const remaining = numberIn(headers, 'x-hubspot-ratelimit-remaining')
      const intervalMs = numberIn(headers, 'x-hubspot-ratelimit-interval-milliseconds') ?? 10_000
      if (remaining !== null) burst = { remaining, until: at + intervalMs }
      const ofDay = numberIn(headers, 'x-hubspot-ratelimit-daily-remaining')
      if (ofDay !== null) daily = { remaining: ofDay, seenAt: at }
    },
    /**
     * The scarcest. `offsetMs`, asked for only where it matters: how far the account's time zone, in which its days begin, is ahead of UTC.
     */
    async left(offsetMs: () => Promise<number>): Promise<CrmAllowance | null> {
      const at = now().getTime()
      const all: CrmAllowance[] = []
      if (burst && burst.until > at) all.push({ remaining: burst.remaining, resetsAt: new Date(burst.until) })
      if (daily) {
        const offset = await offsetMs()
        const midnight = (Math.floor((daily.seenAt + offset) / dayMs) + 1) * dayMs - offset
        if (midnight > at) all.push({ remaining: daily.remaining, resetsAt: new Date(midnight) })
      }
      return all.toSorted((one, other) => one.remaining - other.remaining)[0] ?? null
    },
  }
}

const numberIn = (headers: Headers, name: string): number | null =>
  /^\d{1,12}$/.test(headers[name] ?? '') ? Number(headers[name]) : null

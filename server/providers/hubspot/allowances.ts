import type { CrmAllowance } from '#ports/crm.ts'

type Headers = Readonly<Record<string, string>>

const dayMs = 86_400_000

/** What an answer said of a window. `share`: what is left of its limit, from 0 to 1. */
interface Said {
  readonly remaining: number
  readonly share: number
}

/**
 * What the headers of answers say is left (https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines). Searches have
 * none of them, and apps of a consent have no daily ones.
 */
export const openAllowances = (now: () => Date) => {
  let burst: (Said & { readonly until: number }) | null = null
  let daily: (Said & { readonly seenAt: number }) | null = null
  return {
    see(headers: Headers): void {
      const at = now().getTime()
      const intervalMs = numberIn(headers, 'x-hubspot-ratelimit-interval-milliseconds') ?? 10_000
      const ofBurst = saidIn(headers, 'x-hubspot-ratelimit-remaining', 'x-hubspot-ratelimit-max')
      if (ofBurst) burst = { ...ofBurst, until: at + intervalMs }
      const ofDay = saidIn(headers, 'x-hubspot-ratelimit-daily-remaining', 'x-hubspot-ratelimit-daily')
      if (ofDay) daily = { ...ofDay, seenAt: at }
    },
    /**
     * Of the window with the smaller share left: 150 of 190 in ten seconds are not scarcer than 2,000 of 250,000 in a day. `offsetMs`, asked
     * for only where it matters: how far the account's time zone, in which its days begin, is ahead of UTC.
     */
    async left(offsetMs: () => Promise<number>): Promise<CrmAllowance | null> {
      const at = now().getTime()
      const all: (CrmAllowance & { readonly share: number })[] = []
      if (burst && burst.until > at) all.push({ ...burst, resetsAt: new Date(burst.until) })
      if (daily) {
        const offset = await offsetMs()
        const midnight = (Math.floor((daily.seenAt + offset) / dayMs) + 1) * dayMs - offset
        if (midnight > at) all.push({ ...daily, resetsAt: new Date(midnight) })
      }
      const [scarcest] = all.toSorted((one, other) => one.share - other.share)
      return scarcest ? { remaining: scarcest.remaining, resetsAt: scarcest.resetsAt } : null
    },
  }
}

/** A limit that is not named is taken for untouched. */
const saidIn = (headers: Headers, left: string, limit: string): Said | null => {
  const remaining = numberIn(headers, left)
  return remaining === null ? null : { remaining, share: remaining / Math.max(1, remaining, numberIn(headers, limit) ?? 0) }
}

const numberIn = (headers: Headers, name: string): number | null =>
  /^\d{1,12}$/.test(headers[name] ?? '') ? Number(headers[name]) : null

import type { CrmAllowance } from '#ports/crm.ts'

/** What a call takes from the budget of a day (contract: `x-token-cost`). */
export const costs = { list: 10, one: 1, write: 5, recents: 40, users: 20, me: 2, summary: 40 } as const

/** A budget is a multiple of this: times the plan's factor, times the seats. */
const smallestBudget = 30_000

export const nextMidnight = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))

/**
 * What the headers of answers say is left: of the window of 2 seconds, and of the day. The day's headers can be missing: then what this
 * account's calls cost since they last came is taken off. Where they never came the day's budget is not known.
 */
export const makeBudget = (now: () => Date) => {
  let day: { readonly until: Date; readonly limit: number; remaining: number } | null = null

  const countDay = (headers: Readonly<Record<string, string>>, cost: number): void => {
    const remaining = numberIn(headers['x-daily-ratelimit-token-remaining'])
    if (remaining !== null) {
      const limit = numberIn(headers['x-daily-ratelimit-token-limit']) ?? Math.ceil(remaining / smallestBudget) * smallestBudget
      day = { until: nextMidnight(now()), limit: Math.max(limit, smallestBudget), remaining }
    } else if (day && day.until > now()) day.remaining = Math.max(0, day.remaining - cost)
    else day = null
  }

  /** Of both windows the one of which the smaller share is left. Null: neither is known. */
  return (headers: Readonly<Record<string, string>>, cost: number): CrmAllowance | null => {
    countDay(headers, cost)
    const left = numberIn(headers['x-ratelimit-remaining'])
    const burst = left === null ? null : { remaining: left, resetsAt: new Date(now().getTime() + burstMs(headers)) }
    const burstShare = left === null ? 1 : left / Math.max(left, numberIn(headers['x-ratelimit-limit']) ?? left, 1)
    if (day === null) return burst
    const ofDay = { remaining: Math.floor(day.remaining / costs.list), resetsAt: day.until }
    return burst && burstShare <= day.remaining / day.limit ? burst : ofDay
  }
}

const windowMs = 2_000

/** Until the window of 2 seconds ends. */
export const burstMs = (headers: Readonly<Record<string, string>>): number =>
  Math.min(60_000, Math.max(1_000, (numberIn(headers['x-ratelimit-reset']) ?? windowMs / 1_000) * 1_000))

export const numberIn = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,12}$/.test(header.trim()) ? Number(header) : null

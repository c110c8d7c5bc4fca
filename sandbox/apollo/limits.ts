import type { FastifyReply, FastifyRequest } from 'fastify'
import { faultOf } from '../faults.ts'
import type { Team } from './teams.ts'

/** Faults that only Apollo has. */
export const ownFaults = {
  hour_limit: '429 as with a used-up hour: Retry-After of 29 minutes, and no calls left.',
  silent_limit: '429 without Retry-After.',
  no_credits: '422 as of a team without credits.',
  half_credits: 'Bulk match: credits end after the first person, with status 200.',
  short_matches: 'Bulk match: one person fewer in the answer than in the request.',
  no_master_key: '403 as with a key that is no master key.',
} as const

/** https://docs.apollo.io/reference/rate-limits: per team and endpoint, in windows that begin with the first call. Empty: without a limit. */
const limits = {
  search: { minute: 200, hour: 6_000, day: 50_000 },
  enrich: { minute: 1_000, hour: null, day: null },
  other: { minute: 200, hour: 6_000, day: 50_000 },
} as const
export type LimitedAs = keyof typeof limits

const windows = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
type Span = keyof typeof windows
const names = {
  minute: ['x-rate-limit-minute', 'x-minute-usage', 'x-minute-requests-left'],
  hour: ['x-rate-limit-hourly', 'x-hourly-usage', 'x-hourly-requests-left'],
  day: ['x-rate-limit-24-hour', 'x-24-hour-usage', 'x-24-hour-requests-left'],
} as const satisfies Record<Span, readonly [string, string, string]>

/** Counts the calls of each team; answers where a window is used up, undefined where the request goes on. */
export const openLimits = (now: () => Date) => {
  const counted = new Map<string, { readonly since: number; count: number }>()
  const take = (team: Team, endpoint: LimitedAs, span: Span) => {
    const key = `${team.id} ${endpoint} ${span}`
    const at = now().getTime()
    const found = counted.get(key)
    const window = found && found.since + windows[span] > at ? found : { since: at, count: 0 }
    counted.set(key, window)
    window.count += 1
    return { used: window.count, endsInMs: window.since + windows[span] - at }
  }
  return (request: FastifyRequest, reply: FastifyReply, team: Team, endpoint: LimitedAs): FastifyReply | undefined => {
    const fault = faultOf(request)
    if (fault === 'hour_limit')
      return reply.code(429).headers({ 'retry-after': '1740', 'x-hourly-requests-left': '0' }).send(tooMany)
    if (fault === 'silent_limit') return reply.code(429).send(tooMany)
    let waitMs = 0
    for (const span of ['minute', 'hour', 'day'] as const) {
      const limit: number | null = limits[endpoint][span]
      const { used, endsInMs } = take(team, endpoint, span)
      const [limitName, usageName, leftName] = names[span]
      reply.headers({
        [limitName]: limit === null ? '' : String(limit),
        [usageName]: String(used),
        [leftName]: limit === null ? '' : String(Math.max(0, limit - used)),
      })
      if (limit !== null && used > limit) waitMs = Math.max(waitMs, endsInMs)
    }
    if (waitMs === 0) return undefined
    return reply
      .code(429)
      .header('retry-after', String(Math.ceil(waitMs / 1_000)))
      .send(tooMany)
  }
}

export const tooMany = {
  message:
    'The maximum number of api calls allowed for this endpoint is used up. Please upgrade your plan from https://app.apollo.io/#/settings/plans/upgrade.',
}

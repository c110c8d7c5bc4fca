import type { FastifyReply, FastifyRequest } from 'fastify'
import { suffers } from '../crm/crm-faults.ts'
import { faultOf } from '../faults.ts'
import { overLimit } from './refusals.ts'

/** Requests in ten seconds of one private app, and in a day; searches of the account in a second (https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines). */
const most = { burst: 190, day: 250_000, search: 5 } as const
const windowMs = { burst: 10_000, day: 86_400_000, search: 1_000 } as const
type Window = keyof typeof most

/** Counts requests of each account, and refuses those over the limit where the dial says `limits`. */
export const openLimits = (now: () => Date) => {
  const counted = new Map<string, { readonly window: number; count: number }>()
  const count = (account: string, kind: Window): number => {
    const window = Math.floor(now().getTime() / windowMs[kind])
    const key = `${account} ${kind}`
    const known = counted.get(key)
    const mine = known?.window === window ? known : { window, count: 0 }
    counted.set(key, mine)
    mine.count += 1
    return mine.count
  }
  const refuse = (reply: FastifyReply, policy: Parameters<typeof overLimit>[0]): FastifyReply =>
    reply.code(429).send(overLimit(policy))

  return {
    /** The reply that refuses the request; undefined where it may go on. */
    pass(request: FastifyRequest, reply: FastifyReply, account: string): FastifyReply | undefined {
      const isSearch = request.url.split('?')[0]?.endsWith('/search') === true
      if (suffers(request, 'daily_limit')) return refuse(reply, 'DAILY')
      if (suffers(request, 'burst_limit')) return refuse(reply, isSearch ? 'SECONDLY' : 'TEN_SECONDLY_ROLLING')
      if (faultOf(request) !== 'limits') return undefined
      if (isSearch) return count(account, 'search') > most.search ? refuse(reply, 'SECONDLY') : undefined
      const [burst, day] = [count(account, 'burst'), count(account, 'day')]
      reply.headers({
        'X-HubSpot-RateLimit-Daily': String(most.day),
        'X-HubSpot-RateLimit-Daily-Remaining': String(Math.max(0, most.day - day)),
        'X-HubSpot-RateLimit-Interval-Milliseconds': String(windowMs.burst),
        'X-HubSpot-RateLimit-Max': String(most.burst),
        'X-HubSpot-RateLimit-Remaining': String(Math.max(0, most.burst - burst)),
      })
      if (day > most.day) return refuse(reply, 'DAILY')
      return burst > most.burst ? refuse(reply, 'TEN_SECONDLY_ROLLING') : undefined
    },
  }
}
export type Limits = ReturnType<typeof openLimits>

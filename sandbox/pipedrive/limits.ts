import type { FastifyReply, FastifyRequest } from 'fastify'
import { suffers } from '../crm/crm-faults.ts'
import { faultOf } from '../faults.ts'
import { errorBody } from './refusals.ts'

/** Faults that only Pipedrive has. */
export const ownFaults = {
  counted_limits: 'As on the smallest plan: 20 requests in 2 seconds and 30,000 tokens a day, with their headers.',
  edge_block: '403 and HTML from the edge, as after many responses with 429.',
  lost_cursors: 'Cursors of earlier pages are refused.',
} as const

const windowMs = 2_000
const requestsInWindow = { key: 20, oauth: 80 } as const
const tokensOfDay = 30_000

/** Counts what each token calls in two seconds, and what each company spends in a day (UTC). Only what the dial strikes is counted. */
export const openLimits = (now: () => Date) => {
  const windows = new Map<string, { readonly startedAt: number; count: number }>()
  const days = new Map<string, { readonly day: string; spent: number }>()

  const count = (token: string, account: string, kind: 'key' | 'oauth', cost: number) => {
    const at = now().getTime()
    const found = windows.get(token)
    const window = found && found.startedAt + windowMs > at ? found : { startedAt: at, count: 0 }
    windows.set(token, window)
    const today = now().toISOString().slice(0, 10)
    const before = days.get(account)
    const day = before?.day === today ? before : { day: today, spent: 0 }
    days.set(account, day)
    const limit = requestsInWindow[kind]
    const isBurst = window.count >= limit
    const isDay = day.spent + cost > tokensOfDay
    if (!isBurst) window.count += 1
    if (!isBurst && !isDay) day.spent += cost
    return {
      ...{ isBurst, isDay },
      headers: {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(limit - window.count),
        'x-ratelimit-reset': String(Math.max(1, Math.ceil((window.startedAt + windowMs - at) / 1_000))),
        'x-daily-ratelimit-token-limit': String(tokensOfDay),
        'x-daily-ratelimit-token-remaining': String(isDay ? 0 : tokensOfDay - day.spent),
      },
    }
  }

  /** Answers where a limit is reached; undefined where the request goes on. */
  return (request: FastifyRequest, reply: FastifyReply, who: { token: string; account: string; kind: 'key' | 'oauth' }) => {
    if (faultOf(request) === 'edge_block')
      return reply.code(403).type('text/html').send('<!doctype html><title>Access denied</title><h1>Access denied</h1>')
    if (suffers(request, 'daily_limit'))
      return reply.code(429).header('x-daily-ratelimit-token-remaining', '0').send(errorBody(429, 'daily budget exceeded'))
    if (suffers(request, 'burst_limit'))
      return reply
        .code(429)
        .headers({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2' })
        .send(errorBody(429, 'rate limit exceeded'))
    if (faultOf(request) !== 'counted_limits') return undefined
    const found = count(who.token, who.account, who.kind, request.routeOptions.config.tokenCost ?? 10)
    reply.headers(found.headers)
    if (!found.isBurst && !found.isDay) return undefined
    return reply.code(429).send(errorBody(429, found.isDay ? 'daily budget exceeded' : 'rate limit exceeded'))
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the call takes from Pipedrive's budget of a day. */
    tokenCost?: number
  }
}

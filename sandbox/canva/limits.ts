import type { FastifyRequest } from 'fastify'
import { faultOf, type OwnFaults } from '../faults.ts'
import { tooMany } from './refusals.ts'

/** What goes wrong with Canva alone. */
export const ownFaults = {
  counted_limits: 'As Canva’s own limits for each user and endpoint; no header says what is left.',
  slow_jobs: 'Exports and autofills take a minute.',
  license_required: 'Exports fail: the design has premium elements that are not paid for.',
  approval_required: 'Exports fail: the design waits for a reviewer.',
  internal_failure: 'Exports and autofills fail.',
  dead_addresses: 'Addresses of exported files are past their time at once.',
  large_files: 'Each file of an export has 100 MB.',
  trial_over: 'The trial of autofill is used up: 429 quota_exceeded.',
} as const satisfies OwnFaults
type OwnFault = keyof typeof ownFaults

export const suffers = (request: FastifyRequest, fault: OwnFault): boolean => faultOf(request) === fault

/** Times and seconds, by what the contract says of each endpoint. */
const limits = {
  me: [[10, 60]],
  lists: [[100, 60]],
  create: [[20, 60]],
  export: [
    [20, 60],
    [75, 300],
    [500, 86_400],
  ],
  poll: [[120, 60]],
  fill: [[60, 60]],
} as const satisfies Readonly<Record<string, readonly (readonly [number, number])[]>>
export type Endpoint = keyof typeof limits

/** Counts what each user calls. Only what the dial strikes is counted. */
export const openLimits = (now: () => Date) => {
  const calls = new Map<string, readonly number[]>()
  return (request: FastifyRequest, user: string, endpoint: Endpoint): void => {
    if (!suffers(request, 'counted_limits')) return
    const at = now().getTime()
    const key = `${user} ${endpoint}`
    const lately = (calls.get(key) ?? []).filter((each) => each > at - 86_400_000)
    for (const [times, seconds] of limits[endpoint])
      if (lately.filter((each) => each > at - seconds * 1_000).length >= times) throw tooMany()
    calls.set(key, [...lately, at])
  }
}

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'

/* What bookers, hosts and their calendars do, where and when. */

/** Types with lengths and buffers that cross each other, over two hosts in zones of their own. */
export const modelTypes = [
  { slug: 'short', minutes: 30, mode: 'round_robin' },
  { slug: 'long', minutes: 45, grid: 15, bufferBefore: 15, bufferAfter: 30, mode: 'round_robin' },
  { slug: 'both', minutes: 30, mode: 'collective' },
  { slug: 'asked', minutes: 20, grid: 10, approval: true, mode: 'round_robin' },
] as const

/** Zones whose clocks jump by an hour, by half of one, by two, at midnight, and never. */
const zones = [
  ...['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Antarctica/Troll'],
  ...['Africa/Cairo', 'America/Havana', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kolkata'],
]

/** When clocks of a zone jump next, three weeks ahead or later; where they never do, the noon of a Monday. */
export const nextJump = (zone: string): number => {
  const from = Temporal.Now.zonedDateTimeISO(zone).add({ days: 21 })
  const jump = from.getTimeZoneTransition('next')
  if (jump) return jump.epochMilliseconds
  return from.add({ days: 8 - from.dayOfWeek }).withPlainTime('12:00').epochMilliseconds
}

export interface ModelPlace {
  /** Of the two hosts. The day is one on which clocks of the first one jump. */
  readonly zones: readonly [string, string]
}
export const modelPlace: fc.Arbitrary<ModelPlace> = fc.record({
  zones: fc.tuple(fc.constantFrom(...zones), fc.constantFrom(...zones)),
})

const place = fc.record({
  type: fc.constantFrom(...modelTypes.map(({ slug }) => slug)),
  /** Quarter hours of ten hours around the jump: some are outside the hours, many collide. */
  quarter: fc.nat(40),
})
const host = fc.nat(1)
/** In quarter hours. */
const length = fc.integer({ min: 1, max: 12 })
const time = { quarter: fc.nat(40), length, host }
const step = fc.oneof(
  { weight: 6, arbitrary: place.map((at) => ({ what: 'book' as const, ...at })) },
  { weight: 2, arbitrary: place.map((at) => ({ what: 'hold' as const, ...at })) },
  // With a hold of before: another one in its place, or a booking of its start or of another one.
  { weight: 2, arbitrary: place.map((at) => ({ what: 'hold' as const, ...at, isAgain: true })) },
  { weight: 2, arbitrary: place.map((at) => ({ what: 'book' as const, ...at, isAgain: true })) },
  { weight: 1, arbitrary: fc.constant({ what: 'release' as const }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('move' as const), nth: fc.nat(9), quarter: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('approve' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('decline' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ what: 'expire' as const }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('event' as const), ...time, isBusy: fc.nat(3).map(Boolean) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('end event' as const), nth: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('away' as const), ...time }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('back' as const), host }) },
)
export type ModelStep = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Some alone, whose answer can be told; most of several at once. */
export const modelRounds: fc.Arbitrary<ModelStep[][]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(step, { minLength: 2, maxLength: 6 }) },
  ),
  { minLength: 3, maxLength: 8 },
)

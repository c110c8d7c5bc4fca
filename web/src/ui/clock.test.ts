import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

const minuteMs = 60_000
const openedMs = Date.parse('2026-11-29T12:00:00Z')

/** The clock of a page that was opened at noon. */
const openPage = async (name: string): Promise<typeof import('./clock.ts')> => {
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: openedMs })
  return import(`./clock.ts?${name}`)
}

test('a page that showed no time for a while says what time it is, at its first render already', async (t) => {
  const { readClock, watchClock } = await openPage('idle')
  t.after(() => mock.timers.reset())
  mock.timers.tick(3 * minuteMs)
  assert.equal(readClock(), openedMs + 3 * minuteMs)
  const leave = watchClock(() => undefined)
  leave()
  mock.timers.tick(5 * minuteMs)
  assert.equal(readClock(), openedMs + 8 * minuteMs)
})

test('a computer that slept is right before its next tick', async (t) => {
  const { readClock, watchClock } = await openPage('asleep')
  t.after(() => mock.timers.reset())
  const leave = watchClock(() => undefined)
  t.after(leave)
  mock.timers.setTime(openedMs + 60 * minuteMs)
  assert.equal(readClock(), openedMs + 60 * minuteMs)
  mock.timers.setTime(openedMs + 10 * minuteMs)
  assert.equal(readClock(), openedMs + 10 * minuteMs, 'a time of day that was set back')
})

test('between two ticks all times of a page agree, and at a tick each of them changes', async (t) => {
  const { readClock, watchClock } = await openPage('ticking')
  t.after(() => mock.timers.reset())
  const told: number[] = []
  const leave = watchClock(() => told.push(readClock()))
  mock.timers.tick(19_999)
  assert.equal(readClock(), openedMs)
  mock.timers.tick(1)
  assert.deepEqual(told, [openedMs + 20_000])
  leave()
  mock.timers.tick(minuteMs)
  assert.equal(told.length, 1)
})

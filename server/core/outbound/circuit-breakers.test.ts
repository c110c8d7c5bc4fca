import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Finding, makeCircuitBreakers } from './circuit-breakers.ts'

const make = () => {
  const clock = { ms: 1_000_000 }
  const changes: string[] = []
  const breakers = makeCircuitBreakers({ nowMs: () => clock.ms, onChange: (name, to) => changes.push(`${name} ${to}`) })
  const call = (name: string, finding: Finding): boolean => {
    const { may } = breakers.ask(name)
    if (may) breakers.tell(name, finding)
    return may
  }
  const failTimes = (name: string, times: number): void => {
    for (let n = 0; n < times; n++) {
      clock.ms += 1_250
      call(name, 'failed')
    }
  }
  return { clock, changes, circuits: breakers, call, failTimes }
}

test('failures of a moment open nothing, however many; one that lasts five seconds does', () => {
  const { clock, circuits: breakers, call } = make()
  for (let n = 0; n < 600; n++) {
    call('x', 'failed')
    clock.ms += 1
  }
  assert.equal(breakers.stateOf('x'), 'closed')
  call('x', 'well')
  assert.equal(breakers.size, 0)
  for (let n = 0; n < 501; n++) {
    assert.equal(breakers.stateOf('x'), 'closed', `after ${n * 10} ms`)
    call('x', 'failed')
    clock.ms += 10
  }
  assert.equal(breakers.stateOf('x'), 'open')
})

test('calls that hung for five seconds say so all at once', () => {
  const { clock, circuits: breakers } = make()
  const begunMs = clock.ms
  clock.ms += 5_000
  for (let n = 0; n < 5; n++) breakers.tell('x', 'failed', begunMs)
  assert.equal(breakers.stateOf('x'), 'open')
})

test('five failures in a row within a minute open the circuit for 30 seconds, and no other', () => {
  const { clock, changes, circuits: breakers, call, failTimes } = make()
  failTimes('stripe a', 4)
  assert.equal(breakers.stateOf('stripe a'), 'closed')
  failTimes('stripe a', 1)
  assert.deepEqual([breakers.stateOf('stripe a'), call('stripe a', 'well')], ['open', false])
  assert.deepEqual(breakers.ask('stripe a'), { may: false, retryAtMs: clock.ms + 30_000 })
  assert.deepEqual([breakers.stateOf('stripe b'), breakers.stateOf('razorpay a')], ['closed', 'closed'])
  assert.deepEqual(changes, ['stripe a open'])
})

test('a success in between, or failures that are rare, keep it closed', () => {
  const { clock, circuits: breakers, call, failTimes } = make()
  for (let n = 0; n < 10; n++) {
    failTimes('x', 4)
    call('x', 'well')
  }
  assert.equal(breakers.size, 0)
  for (let n = 0; n < 20; n++) {
    failTimes('x', 1)
    clock.ms += 15_001
  }
  assert.equal(breakers.stateOf('x'), 'closed')
})

test('when its time is over one call is let through; it closes the circuit, or opens it for twice as long, at most five minutes', () => {
  const { clock, changes, circuits: breakers, call, failTimes } = make()
  failTimes('x', 5)
  for (const seconds of [30, 60, 120, 240, 300, 300]) {
    clock.ms += seconds * 1_000 - 1
    assert.equal(call('x', 'failed'), false, `${seconds} s are not over`)
    clock.ms += 1
    assert.equal(breakers.stateOf('x'), 'half_open')
    assert.equal(breakers.ask('x').may, true)
    assert.equal(breakers.ask('x').may, false, 'a second one waits for the first')
    breakers.tell('x', 'failed')
  }
  clock.ms += 300_000
  call('x', 'unknown')
  assert.equal(breakers.stateOf('x'), 'half_open', 'what nobody knows opens and closes nothing')
  assert.equal(call('x', 'well'), true)
  assert.deepEqual([breakers.stateOf('x'), breakers.size, changes], ['closed', 0, ['x open', 'x closed']])
})

test('for any order of calls: an open circuit lets nothing through before its time, a half-open one no two at once, and it is never open for good', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const) }),
    fc.record({ kind: fc.constant('tell' as const), finding: fc.constantFrom<Finding>('well', 'failed', 'unknown') }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { clock, circuits: breakers } = make()
      let out = 0
      let tryingSince: number | null = null
      for (const each of steps) {
        if (each.kind === 'wait') clock.ms += each.ms
        else if (each.kind === 'ask') {
          const state = breakers.stateOf('x')
          const asked = breakers.ask('x')
          if (state === 'closed') assert.equal(asked.may, true)
          if (state === 'open') assert.equal(asked.may, false)
          if (asked.may) out++
          if (asked.may && state === 'half_open') {
            // A probe without a result blocks the next one for a minute, and no longer.
            assert.ok(tryingSince === null || clock.ms - tryingSince >= 60_000)
            tryingSince = clock.ms
          }
          if (!asked.may) assert.ok(asked.retryAtMs > clock.ms && asked.retryAtMs <= clock.ms + 300_000)
        } else if (out > 0) {
          out--
          tryingSince = null
          breakers.tell('x', each.finding)
        }
      }
      clock.ms += 400_000
      assert.equal(breakers.ask('x').may, true)
    }),
    { numRuns: 300 },
  )
})

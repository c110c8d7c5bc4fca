import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarProgress, mailProgress, worstOf } from './progress.ts'

const now = new Date('2026-11-24T12:00:00Z')
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
const mail = (more: Partial<Parameters<typeof mailProgress>[0]>) =>
  mailProgress({
    ...{ syncedAt: ago(1), behindSince: null, nextPollAt: ago(0), pollMs: 60_000, now },
    ...{ isReading: false, listed: null, ...more },
  })
const calendars = (more: Partial<Parameters<typeof calendarProgress>[0]>) =>
  calendarProgress({
    ...{ syncedAt: ago(1), behindSince: null, nextPollAt: ago(0), pollMs: 300_000, now, known: 2, unread: 0, ...more },
  })

test('mail that was read lately is current, and one that nothing reads stands still, however its account is', () => {
  assert.equal(mail({}), 'current')
  assert.equal(mail({ isReading: true }), 'current')
  assert.equal(mail({ syncedAt: null }), 'waiting')
  assert.equal(mail({ syncedAt: null, nextPollAt: ago(4) }), 'behind')
  assert.equal(mail({ nextPollAt: ago(4) }), 'behind')
  assert.equal(mail({ syncedAt: ago(11) }), 'behind')
  assert.equal(mail({ syncedAt: ago(11), pollMs: 600_000 }), 'current')
  assert.equal(mail({ behindSince: ago(1) }), 'behind')
  assert.equal(mail({ behindSince: ago(1), isReading: true }), 'behind')
})

test('a first reading, and one from the start, goes on as long as a reader has it', () => {
  assert.equal(mail({ syncedAt: null, isReading: true }), 'reading')
  assert.equal(mail({ syncedAt: ago(60), listed: 10, isReading: true }), 'reading')
  assert.equal(mail({ syncedAt: ago(60), listed: 10 }), 'behind')
})

test('of several calendars the oldest reading counts; without a ticked one nothing is waited for', () => {
  assert.equal(calendars({}), 'current')
  assert.equal(calendars({ unread: 1 }), 'waiting')
  assert.equal(calendars({ syncedAt: ago(16) }), 'behind')
  assert.equal(calendars({ syncedAt: null, nextPollAt: null }), 'current')
  assert.equal(calendars({ syncedAt: null, nextPollAt: null, known: 0 }), 'waiting')
  assert.equal(worstOf(['current', 'behind', 'reading']), 'behind')
  assert.equal(worstOf([]), 'waiting')
})

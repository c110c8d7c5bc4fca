import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayTime } from './time-texts.ts'
import { firstMomentAt, isRepeated, momentsOf, readTime, wallClockOf } from './wall-clocks.ts'
import { isZone, zoneNames } from './zones.ts'

/** What the runtime itself shows, without our conversions. */
const shownBy = (ms: number, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(ms)
  const of = (type: string) => parts.find((part) => part.type === type)?.value
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`
}

/** The transitions of a zone from 2026 to 2028, found by looking at every hour of its clock: independent of the code under test. */
const transitionsOf = (zone: string): number[] => {
  const found: number[] = []
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offsetAt = (ms: number) => format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
  const dayMs = 86_400_000
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2029, 0, 1); day += dayMs) {
    if (offsetAt(day) === offsetAt(day + dayMs)) continue
    let [low, high] = [day, day + dayMs]
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000
      if (offsetAt(middle) === offsetAt(low)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

test('every zone, around each of its transitions from 2026 to 2028, shows what the runtime shows, and is read back to the same instant', () => {
  const seen = new Set<string>()
  let transitions = 0
  for (const zone of zoneNames()) {
    for (const transition of transitionsOf(zone)) {
      transitions += 1
      for (const minutes of [-180, -121, -120, -60, -31, -30, -1, 0, 1, 29, 30, 45, 60, 119, 120, 180]) {
        const ms = transition + minutes * 60_000
        const { date, time } = wallClockOf(ms, zone)
        assert.equal(`${date} ${time}`, shownBy(ms, zone), `${zone} ${new Date(ms).toISOString()}`)
        const moments = momentsOf(date, time, zone)
        assert.ok(moments.includes(ms), `${zone} ${date} ${time} is not read back`)
        assert.equal(isRepeated(ms, zone), moments.length === 2, `${zone} ${date} ${time}`)
      }
    }
    seen.add(zone)
  }
  assert.ok(seen.size > 400 && transitions > 600, `${seen.size} zones, ${transitions} transitions`)
})

test('a skipped time is none, with the first instant after it; a repeated one is two', () => {
  assert.deepEqual(momentsOf('2027-09-05', '00:00', 'America/Santiago'), [])
  assert.equal(new Date(firstMomentAt('2027-09-05', '00:00', 'America/Santiago')).toISOString(), '2027-09-05T04:00:00.000Z')
  assert.deepEqual(momentsOf('2027-09-26', '02:45', 'Pacific/Chatham'), [])
  assert.equal(momentsOf('2027-04-04', '01:45', 'Australia/Lord_Howe').length, 2)
  assert.equal(momentsOf('2027-10-31', '01:30', 'Antarctica/Troll').length, 2)
  assert.deepEqual(momentsOf('2011-12-30', '12:00', 'Pacific/Apia'), [])
  assert.equal(new Date(firstMomentAt('2011-12-30', '12:00', 'Pacific/Apia')).toISOString(), '2011-12-30T10:00:00.000Z')
  assert.deepEqual(readTime('2027-03-28T02:30:00', 'Europe/Berlin'), { skipped: true, next: new Date('2027-03-28T01:00:00Z') })
  assert.deepEqual(readTime('2027-10-31T02:30', 'Europe/Berlin'), {
    ambiguous: [new Date('2027-10-31T00:30:00Z'), new Date('2027-10-31T01:30:00Z')],
  })
})

test('with an offset the instant counts; a text that is no time is reported', () => {
  assert.deepEqual(readTime('2027-10-31T02:30:00+01:00', 'Europe/Berlin'), { instant: new Date('2027-10-31T01:30:00Z') })
  assert.deepEqual(readTime('2027-10-31T02:30:00z', 'Asia/Tokyo'), { instant: new Date('2027-10-31T02:30:00Z') })
  for (const text of [
    '',
    'tomorrow',
    '2027-02-30T10:00Z',
    '2027-02-03',
    '2027-02-03T24:00Z',
    '2027-02-03T10:61',
    '20270203T100000Z',
  ])
    assert.deepEqual(readTime(text, 'UTC'), { unreadable: true }, text)
})

test('a link of the zone database is a zone; an offset, a path and a misspelling are none', () => {
  for (const zone of ['Europe/Berlin', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
    assert.ok(isZone(zone))
  for (const zone of ['+02:00', 'Berlin', '../etc/passwd', '', 'Europe/Atlantis', 'x'.repeat(500)]) assert.ok(!isZone(zone))
})

test('the words of a time name its zone, and its offset where the hour is repeated', () => {
  const said = sayTime(new Date('2027-10-31T01:30:00Z'), { locale: 'de', zone: 'Europe/Berlin' })
  assert.deepEqual(said, {
    day: 'Sonntag, 31. Oktober 2027',
    time: '02:30 (UTC+01:00)',
    zone: 'Mitteleuropäische Normalzeit (Europe/Berlin)',
    city: 'Berlin',
    short: 'So., 31. Okt., 02:30 (UTC+01:00)',
    whole: 'Sonntag, 31. Oktober 2027, 02:30 (UTC+01:00), Mitteleuropäische Normalzeit (Europe/Berlin)',
  })
  assert.equal(sayTime(new Date('2027-01-15T17:00:00Z'), { locale: 'en-US', zone: 'America/Vancouver' }).time, '10:00 AM')
})

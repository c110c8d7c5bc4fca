import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { sayTime } from '#shapes/time-texts.ts'

// English in a browser of a country whose clocks have 24 hours.
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB', 'de-DE'] }, configurable: true })

const instant = '2026-11-21T14:05:09Z'
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

test('each page says a time of the day as the server does, whatever country the browser is of', async () => {
  const format = await import(`./format.ts?${import.meta.filename}`)
  const { time } = sayTime(new Date(instant), { locale: 'en', zone })
  assert.match(time, /^\d{1,2}:05\s[AP]M$/)
  assert.equal(format.timeOfDay(instant), time)
  assert.equal(format.dayAndMinute(instant), `21 Nov 2026, ${time}`, 'the date is of the country')
  assert.ok(format.dayAndTime(instant).endsWith(` ${time}`), format.dayAndTime(instant))
  assert.equal(format.relativeTime(instant, Date.parse('2026-11-29T12:00:00Z'), true), `21 Nov, ${time}`)
  assert.equal(format.absoluteTime(instant).replace(':09', ''), format.dayAndMinute(instant))
})

test('the hours of the calendar are on the same clock', async () => {
  const { clockOf, hourOf } = await import('./wall-times.ts')
  const said = (at: string): string => sayTime(new Date(at), { locale: 'en', zone: 'UTC' }).time
  for (const minute of [0, 570, 720, 845]) assert.equal(clockOf(minute), said(new Date(minute * 60_000).toISOString()))
  assert.match(hourOf(14), /^2\sPM$/)
})

test('no page has a clock of its own', () => {
  const web = path.join(import.meta.dirname, '..')
  const own = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !/\.test\.ts$|^i18n\/(format|wall-times)\.ts$/.test(file))
    .filter((file) =>
      /timeStyle|hourCycle|hour12|toLocaleTimeString|hour: '(numeric|2-digit)'/.test(
        readFileSync(path.join(web, file), 'utf8'),
      ),
    )
  assert.deepEqual(own, [])
})

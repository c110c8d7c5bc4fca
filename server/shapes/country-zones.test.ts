import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneOfCountry } from './country-zones.ts'

test('a country that shows one time has its zone, one that shows several has none', () => {
  const now = Date.parse('2026-11-28')
  assert.deepEqual(
    ['DE', 'FR', 'JP', 'US', 'BR', 'PT', 'XX', 'de', ''].map((country) => zoneOfCountry(country, now)),
    ['Europe/Berlin', 'Europe/Paris', 'Asia/Tokyo', null, null, null, null, null, null],
  )
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { SeenIds } from './seen-ids.ts'

const digest = (n: number): string => createHash('sha256').update(String(n)).digest('hex').slice(0, 32)

describe('the ids that a file has shown', () => {
  it('are each new once, through every growth of the table', () => {
    const seen = new SeenIds()
    for (let n = 0; n < 50_000; n++) assert.equal(seen.add(digest(n)), false, `id ${n}`)
    for (let n = 0; n < 50_000; n++) assert.equal(seen.add(digest(n)), true, `id ${n}`)
  })

  it('end at a bound: later ones are never called repeats, those before still are', () => {
    const seen = new SeenIds(100)
    for (let n = 0; n < 200; n++) assert.equal(seen.add(digest(n)), false)
    assert.equal(seen.add(digest(99)), true)
    assert.equal(seen.add(digest(150)), false)
  })
})

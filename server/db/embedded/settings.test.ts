import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBuffersBytes, startParameters, walBytes } from './settings.ts'

const GB = 2 ** 30
const place = { cluster: '/tmp/cluster', socketDir: '/tmp' }

test('the database takes an eighth of the memory, from 128 MB to 2 GB', () => {
  assert.deepEqual(
    [0.5, 1, 4, 16, 64].map((memory) => sharedBuffersBytes(memory * GB) / GB),
    [0.125, 0.125, 0.5, 2, 2],
  )
})

test('a small disk keeps a small log', () => {
  assert.deepEqual(
    [2, 16, 64, 1_000].map((free) => walBytes(free * GB) / GB),
    [1, 2, 8, 8],
  )
})

test('an eighth of the log stays to be written over, so that commits seldom wait for a new piece of it', () => {
  const parameters = startParameters(place, {})
  const megabytes = (name: string) => Number(new RegExp(`^${name}=(\\d+)MB$`, 'm').exec(parameters.join('\n'))?.[1])
  assert.equal(megabytes('min_wal_size'), Math.floor(megabytes('max_wal_size') / 8))
  assert.ok(megabytes('min_wal_size') >= 128)
})

test('no setting can make commits unsafe, unless the database is a disposable one', () => {
  assert.throws(() => startParameters(place, { settings: { fsync: 'off' } }), /fsync/)
  assert.ok(startParameters(place, { settings: { fsync: 'off' }, scratch: true }).includes('fsync=off'))
  assert.ok(startParameters(place, {}).includes('synchronous_commit=on'))
})

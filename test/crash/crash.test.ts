import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { crashRounds } from './rounds.ts'

test('after kill -9 of server, database, both and worker under load, every acknowledged lead is there once and whole', {
  skip: !existsSync('/proc') && 'finding the worker process needs /proc',
  timeout: 350_000,
}, async (t) => {
  const figures = await crashRounds({ rounds: 4, seed: Date.now() % 1_000_000, say: (line) => t.diagnostic(line) })
  t.diagnostic(
    `seed ${figures.seed}: ${figures.acknowledged} acknowledged, ${figures.refused} refused, ${figures.unanswered} unanswered, ${figures.files} files`,
  )
  assert.ok(figures.acknowledged > 500, 'there was no load worth the name')
  assert.equal(figures.rounds, 4)
  assert.ok(figures.putBack > 0, 'nothing was in the middle of a move')
  assert.ok(figures.runs > 5, 'hardly a run was started')
  assert.deepEqual(Object.fromEntries(Object.entries(figures.found).filter(([, count]) => count !== 0)), {})
  assert.deepEqual(figures.wrongStatuses, {}, 'answers other than 200 and 503')
  assert.ok(figures.stopMs < 10_000, `SIGTERM took ${figures.stopMs} ms`)
  assert.equal(figures.leftProcesses, 0, 'processes left')
})

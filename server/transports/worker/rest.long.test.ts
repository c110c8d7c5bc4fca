import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const windowMs = 2_000
/** A dozen a second: the looks of all loops together. At rest there are one or two. */
const few = 24
const mostWindows = 20

test('a worker with nothing to do asks the database little, as long as it has nothing to do', async () => {
  let statements = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements++
    return query.apply(this, args as never)
  } as typeof query
  const inWindow = async (): Promise<number> => {
    const before = statements
    await sleep(windowMs)
    return statements - before
  }
  const worker = await app.startWorker()
  try {
    // It begins with what it does at each start.
    const seen: number[] = []
    while (seen.length < mostWindows && (seen.at(-1) ?? few) >= few) seen.push(await inWindow())
    assert.ok((seen.at(-1) ?? few) < few, `statements in windows of two seconds: ${seen.join(', ')}`)
    // Some 90 in the windows in which a minute begins, up to four on a slow machine: what is due each minute is looked for.
    const later: number[] = []
    while (later.length < 10) later.push(await inWindow())
    assert.ok(later.filter((count) => count < few).length >= 5, `then, at rest: ${later.join(', ')}`)
  } finally {
    pg.Client.prototype.query = query
    await worker.stop()
  }
})

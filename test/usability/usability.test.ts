import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startPages } from '#test/support/page.ts'
import { type Effort, expertMs, handAt } from './hand.ts'
import { type Ground, preparedGround, tasks } from './tasks.ts'

/** The page of figures; `FOYER_WRITE_USABILITY=1 npm test -- usability` writes it anew. */
const file = path.join(import.meta.dirname, '../../docs/usability.md')

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
let ground: Ground
before(async () => {
  pages = await startPages()
  worker = await pages.app.startWorker() // files the words by which things are found, and does the changes of many
  ground = await preparedGround(pages.app)
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const efforts = new Map<string, Effort>()

for (const task of tasks)
  test(`a member ${task.does} by as many clicks and keys as the page of figures says`, async () => {
    const { page, errors, close } = await pages.open('/', { as: ground.owner, width: 1440 })
    await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
    const hand = handAt(page)
    await task.perform(hand, ground)
    assert.deepEqual(errors, [])
    efforts.set(task.does, hand.effort)
    await close()
    if (process.env.FOYER_WRITE_USABILITY) return
    assert.ok(
      readFileSync(file, 'utf8').includes(rowOf(task.does, hand.effort)),
      `the page lacks: ${rowOf(task.does, hand.effort)}`,
    )
  })

test('the page of figures is written anew where that is asked for', { skip: !process.env.FOYER_WRITE_USABILITY }, () => {
  const [before = '', ...rest] = readFileSync(file, 'utf8').split('<!-- figures -->\n')
  const rows = tasks.map(({ does }) => rowOf(does, efforts.get(does) ?? assert.fail(does)))
  const head = '| A member … | Clicks | Keys | Characters | Seconds |\n|---|--:|--:|--:|--:|\n'
  writeFileSync(file, [before, `\n${head}${rows.join('\n')}\n\n`, rest.at(-1) ?? ''].join('<!-- figures -->\n'))
})

const rowOf = (does: string, effort: Effort): string =>
  `| ${does} | ${effort.clicks} | ${effort.keys} | ${effort.characters} | ${(expertMs(effort) / 1_000).toFixed(1)} |`

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { isRead, startPages } from '#test/support/page.ts'
import { landmarksOf, pictureSize, preparedStudio, scenes } from './scenes.ts'

const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/images')

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('the pictures of the README show the app as it is (npm run pictures takes them anew)', async () => {
  const shown = JSON.parse(readFileSync(path.join(folder, 'pictures.json'), 'utf8')) as Record<string, string[]>
  const owner = await preparedStudio(pages.app)
  for (const { name, path: address, ready } of scenes) {
    const { page, close } = await pages.open(address, { as: owner, ...pictureSize })
    await ready(page).waitFor()
    await isRead(page)
    assert.deepEqual(await landmarksOf(page), shown[name], `docs/images/${name}.png is out of date`)
    await close()
  }
})

test('the README shows all of them, and an animation', () => {
  const text = readFileSync(path.join(root, 'README.md'), 'utf8')
  for (const file of [...scenes.map(({ name }) => `${name}.png`), 'lead-arrives.png']) {
    assert.ok(text.includes(`docs/images/${file}`), file)
    assert.ok(existsSync(path.join(folder, file)), file)
  }
  assert.ok(readFileSync(path.join(folder, 'lead-arrives.png')).includes('acTL'), 'it moves')
})

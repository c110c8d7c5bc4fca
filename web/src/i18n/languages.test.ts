import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { preparedStudio } from '#test/pictures/scenes.ts'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { translatedCatalogues } from '#test/support/catalogues.ts'
import { startPages } from '#test/support/page.ts'
import { type LocaleName, locales } from './locale.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let owner: Someone
/** Pages of records that have most to show. */
let records: readonly string[] = []
before(async () => {
  pages = await startPages()
  owner = await preparedStudio(pages.app)
  records = await recordPages()
})
after(() => pages?.stop())

const web = path.join(import.meta.dirname, '..')
const languages = Object.keys(locales).filter((name) => name !== 'en' && name !== 'pseudo') as LocaleName[]

/** Every page that one can go to from everywhere. */
const navigation: string[] = [
  ...new Set(
    globSync('**/module.ts', { cwd: web })
      .flatMap((file) => [...readFileSync(path.join(web, file), 'utf8').matchAll(/\bto: '(.+?)'/g)])
      .map(([, to]) => to ?? ''),
  ),
].sort()

/** One of each kind of record: with a conversation, tasks, and what else the demo has given it; the tasks stand on one page. */
const recordPages = async (): Promise<string[]> => {
  const first = async (kind: string, sort?: string): Promise<string> => {
    const { status, body } = await pages.app.call('list-records', { kind, limit: 1, ...(sort && { sort }) }, owner)
    const [record] = body.records as unknown as { id: string }[]
    assert.ok(status === 200 && record, `the demo has no ${kind}`)
    return record.id
  }
  const paths = { contact: 'contacts', company: 'companies', lead: 'leads', deal: 'deals' } as const
  const found: string[] = []
  for (const [kind, path] of Object.entries(paths)) found.push(`/${path}/${await first(kind)}`)
  // The technical part of a lead has a page of its own.
  return [...found, `${found[2]}?tab=technical`, '/tasks']
}

const wordOfLoading = (language: LocaleName): string =>
  translatedCatalogues(web, language).get('ui/strings')?.words.get('loading')?.text ?? 'Loading'

/** What people press or read by, and cannot read to its end. Names of records may be cut: they have a title. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('button, [role=tab], th, h1, h2, label, nav a, nav span')]
    return parts
      .flatMap((part) => [part, ...part.querySelectorAll<HTMLElement>('span')])
      .filter(
        (part) =>
          part.innerText.trim() !== '' &&
          part.innerText.trim() !== 'Rao Studio' &&
          !part.closest('[title], [data-row]') &&
          part.clientWidth > 4,
      )
      .filter((part) => getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.innerText.trim())
  })

/** What makes a page wider than its window, by its words. */
const sticksOut = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isClipped = (part: HTMLElement): boolean => {
      for (let at = part.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !isClipped(part))
      .map((part) => `${part.tagName}.${part.className} ${part.innerText.slice(0, 60)}`)
      .slice(-3)
      .join(' · ')
  })

/** The same pages in English, by page and width: what is cut there is cut by its data. */
const cutInEnglish = new Map<string, number>()

for (const [at, language] of (['en', ...languages] as const).entries())
  test(`${language}: no page is wider than a phone or a desk, and no text on it is cut`, async () => {
    const { page, errors, follow, overhang, close } = await pages.open(`/?locale=${language}`, { as: owner, width: 360 })
    assert.equal(await page.evaluate(() => document.documentElement.lang), locales[language].tag)
    // Each language sees a third of the pages besides the main ones; together they see each page at least once.
    const seen = [
      ...(language === 'en' ? navigation : navigation.filter((to, n) => to.split('/').length < 3 || n % 3 === at % 3)),
      ...records,
    ]
    for (const address of seen) {
      if (address !== '/') await follow(address).catch((error: Error) => assert.fail(`${address}: ${error.message}`))
      await page.waitForFunction(
        (loading) => [...document.querySelectorAll('[role=status]')].every((part) => part.ariaLabel !== loading),
        wordOfLoading(language),
      )
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        // Charts and tables follow the width a frame later.
        await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 60)))')
        const key = `${address} at ${width} px`
        assert.equal(await overhang(), 0, `${key} scrolls sideways: ${await sticksOut(page)}`)
        const cut = await cutTexts(page)
        if (language === 'en') cutInEnglish.set(key, cut.length)
        else assert.ok(cut.length <= (cutInEnglish.get(key) ?? 0), `${key}: ${cut.join(' · ')}`)
      }
      if (address === '/') assert.deepEqual(await faultsOf(page), [], `${language} ${address}`)
    }
    assert.deepEqual(errors, [])
    await close()
  })

test('a reader whose browser speaks German reads German until another language is chosen, and errors of the server too', async () => {
  const { browser, app } = pages
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(`${app.url}/sign-in`)
  await page.locator('h1').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de')
  await page.goto(`${app.url}/sign-in?locale=fr`)
  await page.locator('h1').waitFor()
  await page.goto(`${app.url}/sign-in`)
  await page.locator('h1').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
  await context.close()
})

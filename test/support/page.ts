import assert from 'node:assert/strict'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildWeb } from '#transports/web/build-web.ts'
import { type Someone, startApp, type TestApp } from './app.ts'
import { faultsOf, openBrowser } from './browser.ts'
import { share } from './shared.ts'

type Scheme = 'light' | 'dark'

interface Look {
  readonly as?: Pick<Someone, 'session'> | null
  readonly width?: number
  readonly height?: number
  readonly scheme?: Scheme
}

/** A page with cookies and storage of its own, and with what went wrong in it. */
export interface Opened {
  readonly page: Page
  readonly context: BrowserContext
  readonly errors: readonly string[]
  /** Another address, loaded anew, once its heading stands. */
  go(path: string): Promise<void>
  /** Another page, as by a link of the app: a tenth of the work of loading it. */
  follow(path: string): Promise<void>
  /** By how many pixels the page is wider than the window. */
  overhang(): Promise<number>
  /** That the page as it stands fits and keeps WCAG 2.2 AA, at a phone's width in the dark and at a desk's in the light. */
  keeps(what: string): Promise<void>
  close(): Promise<void>
}

const phone = { width: 360, scheme: 'dark' } as const
const desk = { width: 1280, scheme: 'light' } as const

/** The built app on a real server, and a browser to look at it. */
export const startPages = async ({
  host = '127.0.0.1',
  locale,
  ...options
}: Omit<NonNullable<Parameters<typeof startApp>[0]>, 'webFolder'> & {
  /** Under which the browser knows the server: passkeys want a name and take no address. */
  host?: '127.0.0.1' | 'localhost'
  locale?: BrowserContextOptions['locale']
} = {}): Promise<{
  app: TestApp
  browser: Browser
  site: string
  open(path: string, look?: Look): Promise<Opened>
  stop(): Promise<void>
}> => {
  const app = await startApp({ ...options, webFolder: await buildWeb({ say: () => {} }) })
  const site = app.url.replace('127.0.0.1', host)
  const { thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close())
  const opened = new Set<() => Promise<void>>()

  const open = async (
    address: string,
    { as = app.owner, width = 1280, height = 900, scheme = 'light' }: Look = {},
  ): Promise<Opened> => {
    const tab = await takeTab(browser, locale)
    const { context, page } = tab
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    if (as) await context.addCookies([{ name: 'foyer_session', value: as.session, url: site }])
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const go = async (to: string): Promise<void> => {
      // Where only the part after # differs, nothing would be loaded.
      if (to.includes('#')) await page.goto('about:blank')
      await page.goto(site + to)
      await page.locator('h1').waitFor()
    }
    const follow = async (to: string): Promise<void> => {
      await page.locator('h1').first().waitFor()
      await page.evaluate(`
        for (const heading of document.querySelectorAll('h1')) heading.dataset.left = ''
        history.pushState({}, '', ${JSON.stringify(to)})
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))`)
      await page.locator('h1:not([data-left])').waitFor()
    }
    const overhang = (): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    const wear = async (look: { width: number; scheme: Scheme }): Promise<void> => {
      await page.setViewportSize({ width: look.width, height })
      await page.emulateMedia({ colorScheme: look.scheme })
      await page.locator(`html[data-mantine-color-scheme=${look.scheme}]`).waitFor()
      await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))')
    }
    let isChanged = false
    const close = async (): Promise<void> => {
      if (!opened.delete(close)) return
      if (isChanged) await context.close()
      else await leaveTab(tab, site)
    }
    opened.add(close)
    await go(address)
    return {
      page,
      // Who reaches for it does what no cleaning takes back.
      get context() {
        isChanged = true
        return context
      },
      errors,
      go,
      follow,
      overhang,
      async keeps(what) {
        const given = { width, scheme }
        // The one it has comes last, so that the page stands as it stood.
        const looks = given.width < desk.width ? [desk, phone] : [phone, desk]
        for (const look of looks) {
          await wear(look)
          if (process.env.FOYER_TEST_PICTURES)
            await page.screenshot({ path: pictureOf(`${what} ${look.width}`), fullPage: true })
          assert.equal(await overhang(), 0, `${what} at ${look.width} px is wider than the window`)
          const faults = await faultsOf(page, look === looks[0] ? 'what a look changes' : 'everything')
          assert.deepEqual(faults, [], `${what} at ${look.width} px, ${look.scheme}`)
        }
        await wear(given)
      },
      close,
    }
  }

  return {
    app,
    browser,
    site,
    open,
    async stop() {
      await Promise.all([...opened].map((close) => close()))
      await release()
      await app.stop()
    },
  }
}

/** A page of a browser, in a context of its own: with cookies and storage of its own. */
interface Tab {
  readonly locale: string | undefined
  readonly context: BrowserContext
  readonly page: Page
}

/** Those that nobody uses, with a browser's files and compiled scripts in their processes. */
const tabs = new WeakMap<Browser, Tab[]>()

/** One that was used before, if there is one: 0.3 s of work for loading the app in it, in place of 0.7 s in a process of its own. */
const takeTab = async (browser: Browser, locale: string | undefined): Promise<Tab> => {
  const left = tabs.get(browser) ?? []
  const at = left.findIndex((tab) => tab.locale === locale)
  const [tab] = at < 0 ? [] : left.splice(at, 1)
  if (tab) return tab
  const context = await browser.newContext({ reducedMotion: 'reduce', ...(locale && { locale }) })
  // Tests look for English words, also where the browser counts and dates as in another country.
  if (locale)
    await context.addInitScript(
      "if (location.protocol === 'http:') localStorage.getItem('foyer-locale') ?? localStorage.setItem('foyer-locale', 'en')",
    )
  return { locale, context, page: await context.newPage() }
}

/** Emptied of all but what the browser keeps of files. */
const leaveTab = async (tab: Tab, site: string): Promise<void> => {
  const { context, page } = tab
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A page of the same site: from about:blank, the browser takes a new process for the next.
  await page.goto(`${site}/healthz`)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await context.clearCookies()
  const browser = context.browser()
  if (browser) tabs.set(browser, [...(tabs.get(browser) ?? []), tab])
}

const pictureOf = (what: string): string =>
  path.join(process.env.FOYER_TEST_PICTURES ?? '', `${what.replaceAll(/[^\w]+/g, '-')}.png`)

/** The page shows what it was asked for, not that it is being read. */
export const isRead = (page: Page): Promise<void> =>
  page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })

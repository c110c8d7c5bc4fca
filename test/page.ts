import type { Browser, Page } from 'playwright-core'
import { buildWeb } from '#doors/build-web.ts'
import { type Someone, startApp, type TestApp } from './app.ts'
import { openBrowser } from './browser.ts'

interface Look {
  readonly as?: Someone | null
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
}

/** A page in a browser of its own, with what went wrong in it. */
export interface Opened {
  readonly page: Page
  readonly errors: readonly string[]
  /** Another address, loaded anew, once its heading stands. */
  go(path: string): Promise<void>
  /** By how many pixels the page is wider than the window. */
  overhang(): Promise<number>
  close(): Promise<void>
}

/** The built app on a real server, and a browser to look at it. */
export const startPages = async (
  options: Omit<NonNullable<Parameters<typeof startApp>[0]>, 'webFolder'> = {},
): Promise<{ app: TestApp; browser: Browser; open(path: string, look?: Look): Promise<Opened>; stop(): Promise<void> }> => {
  const app = await startApp({ ...options, webFolder: await buildWeb({ say: () => {} }) })
  const browser = await openBrowser()

  const open = async (path: string, { as = app.owner, width = 1280, scheme = 'light' }: Look = {}): Promise<Opened> => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    })
    if (as) await context.addCookies([{ name: 'foyer_session', value: as.session, url: app.url }])
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const go = async (to: string): Promise<void> => {
      await page.goto('about:blank')
      await page.goto(app.url + to)
      await page.locator('h1').waitFor()
    }
    await go(path)
    return {
      page,
      errors,
      go,
      overhang: () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
      close: () => context.close(),
    }
  }

  return {
    app,
    browser,
    open,
    async stop() {
      await browser.close()
      await app.stop()
    },
  }
}

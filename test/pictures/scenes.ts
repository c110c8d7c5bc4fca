import type { Locator, Page } from 'playwright-core'
import type { Someone, TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'
import { dayMs, meetingSoon, paidInvoice, waitingDocument, writesIn } from '#test/support/todays-work.ts'

/** One picture of the README. */
export interface Scene {
  readonly name: 'home' | 'leads' | 'deals' | 'inbox'
  readonly path: string
  /** Stands once the page shows what it is about. */
  ready(page: Page): Locator
}

export const pictureSize = { width: 1280, height: 800 } as const

export const scenes: readonly Scene[] = [
  { name: 'home', path: '/', ready: (page) => page.getByText('Hannah Weiß').first() },
  { name: 'leads', path: '/leads', ready: (page) => page.locator('[data-row]').first() },
  { name: 'deals', path: '/deals', ready: (page) => page.locator('[data-card]').first() },
  { name: 'inbox', path: '/inbox', ready: (page) => page.getByText('We would like a second meeting').first() },
]

/** A workspace on a usual morning. */
export const preparedStudio = async (app: TestApp): Promise<Someone> => {
  const owner = await app.given.organization('Rao Studio')
  const { orgId } = owner
  await app.call('update-profile', { name: 'Maya Rao' }, owner)
  await app.call('seed-demo', {}, owner)
  await writesIn(app, orgId, 'Hannah Weiß', { minutes: 9, text: 'We would like a second meeting, Thursday if you can.' })
  for (const [weeks, amountMinor] of [210, 260, 140, 290, 330, 384].entries())
    await paidInvoice(app, orgId, { at: new Date(Date.now() - (5 - weeks) * 7 * dayMs), amountMinor: amountMinor * 1_000 })
  await meetingSoon(app, owner, Math.min(34, Math.floor((dayMs - (Date.now() % dayMs)) / 60_000)))
  await waitingDocument(app, owner, 'Kitchen contract', 2)
  await followEvents(app, orgId, 'search')
  return owner
}

/** What stands on the page at any hour, by which a reader knows it: its title, its columns and what can be pressed. Without counts and names of people. */
export const landmarksOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const parts = document.querySelectorAll('h1, th, nav a, main header button, main [role=tab]')
    const words = [...parts].map((part) => part.innerText.trim()).filter((text) => /^[A-Z][a-z]+( [a-z]+){0,3}$/.test(text))
    return [...new Set(words)].sort()
  })()`)

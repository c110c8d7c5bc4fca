import type { Locator, Page } from 'playwright-core'
import type { Someone, TestApp } from '#test/support/app.ts'
import { followEvents } from '#test/support/reactions.ts'
import {
  dayMs,
  dueInvoice,
  meetingSoon,
  paidInvoice,
  standingDeal,
  waitingDocument,
  writesIn,
} from '#test/support/todays-work.ts'

/** One picture of the README. */
export interface Scene {
  readonly name: 'home' | 'leads' | 'deals' | 'inbox'
  readonly path: string
  /** Stands once the page shows what it is about. */
  ready(page: Page): Locator
}

export const pictureSize = { width: 1280, height: 800 } as const

export const scenes: readonly Scene[] = [
  { name: 'home', path: '/', ready: (page) => page.getByText('Marcus Whitfield').first() },
  { name: 'leads', path: '/leads', ready: (page) => page.locator('[data-row]').first() },
  { name: 'deals', path: '/deals', ready: (page) => page.getByText('Harbourlight Trust, east wing').first() },
  { name: 'inbox', path: '/inbox', ready: (page) => page.getByText('We would like a second meeting').first() },
]

/** A workspace on a usual morning. */
export const preparedStudio = async (app: TestApp): Promise<Someone> => {
  const owner = await app.given.organization('Rao Studio')
  const { orgId, personId } = owner
  await app.call('seed-demo', {}, owner)
  for (const [name, minutes, text] of [
    ['Marcus Whitfield', 68, 'Is Saturday still possible for the site visit? We have the keys until noon.'],
    ['Nadia El Amrani', 54, 'We open in March and need drawings for 140 m² by January.'],
    ['Sheena Nelson', 26, 'Perfect, the oak one please.'],
    ['Hannah Weiß', 9, 'We would like a second meeting, Thursday if you can.'],
  ] as const)
    await writesIn(app, orgId, name, { minutes, text })
  for (const [name, days, hasStep] of [
    ['Harbourlight Trust, east wing', 21, false],
    ['Dubois Traiteur, shop floor', 9, false],
    ['Byrne Brewing, labels', 3, true],
    ['Haddad Law, website', 1, true],
  ] as const)
    await standingDeal(app, orgId, name, { days, hasStep, ownerId: personId })
  await dueInvoice(app, orgId, -9, 432_000, 'GBP')
  await dueInvoice(app, orgId, 2, 216_000, 'GBP')
  for (const [weeks, amountMinor] of [210, 260, 140, 290, 330, 384].entries())
    await paidInvoice(app, orgId, { at: new Date(Date.now() - (5 - weeks) * 7 * dayMs), amountMinor: amountMinor * 1_000 })
  await meetingSoon(app, owner, Math.min(34, Math.floor((dayMs - (Date.now() % dayMs)) / 60_000)))
  await waitingDocument(app, owner, 'Kitchen contract', 2)
  await followEvents(app, orgId, 'search')
  return owner
}

/** What stands on the page by which a reader knows it: headings, and the names of what can be pressed. Without counts and names of people. */
export const landmarksOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const parts = document.querySelectorAll('h1, h2, th, nav a, main button, main [role=tab]')
    const words = [...parts].map((part) => part.innerText.trim()).filter((text) => /^[A-Z][a-z]+( [a-z]+){0,3}$/.test(text))
    return [...new Set(words)].sort()
  })()`)

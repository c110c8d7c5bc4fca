import type { Role } from '#web/wire.ts'
import type { NavigationEntry } from '../module.ts'
import { modules } from '../modules.ts'
import { isAtLeast } from '../session.ts'
import { strings } from './strings.ts'

/**
 * The pages that can be gone to from everywhere, those of daily work first. The sidebar, the settings' index, the command palette, the keys
 * behind `g` and their help are all made of this list.
 */
export const pages: readonly NavigationEntry[] = modules
  .flatMap(({ navigation = [] }) => navigation)
  .sort((a, b) => Number(a.at !== 'main') - Number(b.at !== 'main'))

/** The settings by whom and what they concern; `at` of a page says to which of these it belongs. */
export const settingsGroups = [
  { at: 'you', name: strings.settingsOfYou },
  { at: 'business', name: strings.settingsOfBusiness },
  { at: 'team', name: strings.settingsOfTeam },
  { at: 'channels', name: strings.settingsOfChannels },
  { at: 'payments', name: strings.settingsOfPayments },
  { at: 'developers', name: strings.settingsOfDevelopers },
  { at: 'system', name: strings.settingsOfSystem },
] as const

/** What is used most, for the bar of a phone: with the way to all others it holds five places that a thumb can hit. */
const inBar: readonly string[] = ['/', '/inbox', '/leads', '/deals']

export type Page = NavigationEntry

/** Where a role may go. */
export const pagesFor = (role: Role, at?: Page['at']): Page[] =>
  pages.filter((page) => isAtLeast(role, page.least) && (at === undefined || page.at === at))

export const pagesInBar = (role: Role): Page[] => pagesFor(role).filter(({ to }) => inBar.includes(to))

/** Whether an address is this page or one beneath it. */
export const isAt = (page: Page, path: string): boolean => path === page.to || path.startsWith(`${page.to}/`)

/** The page that an address belongs to: of several, one beneath another, the nearest. */
export const pageAt = (path: string): Page | undefined =>
  pages.filter((each) => isAt(each, path)).toSorted((a, b) => b.to.length - a.to.length)[0]

/** Whether a role may open an address: one beneath a page is as open as the page. */
export const mayOpen = (role: Role, path: string): boolean => {
  const page = pageAt(path)
  return !page || isAtLeast(role, page.least)
}

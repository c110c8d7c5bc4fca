import {
  IconAddressBook,
  IconArrowsSort,
  IconBell,
  IconBriefcase,
  IconBuilding,
  IconBuildingSkyscraper,
  IconCheckbox,
  IconDoorEnter,
  IconFileInvoice,
  IconFileUpload,
  IconHistory,
  IconKey,
  IconLayoutKanban,
  IconMailbox,
  IconMessage2Code,
  IconMessageCircle,
  IconMessages,
  IconPhone,
  IconPlugConnected,
  IconProgressCheck,
  IconScale,
  IconSettings,
  IconTransferIn,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Session } from '../gateway.ts'
import { isAtLeast } from '../session.ts'
import { words } from './strings.ts'

/**
 * The pages that can be gone to from everywhere, in their order. The navigation, the settings' index, the command palette,
 * the keys behind `g` and their help are all made of this list; `words.test.ts` sees to it that no page is missing.
 */
export const pages = [
  { to: '/inbox', at: 'main', name: words.inbox, about: words.inboxAbout, Icon: IconMessages, least: 'member', key: 'h' },
  { to: '/leads', at: 'main', name: words.leads, about: words.leadsAbout, Icon: IconDoorEnter, least: 'member', key: 'l' },
  {
    to: '/contacts',
    at: 'main',
    name: words.contacts,
    about: words.contactsAbout,
    Icon: IconAddressBook,
    least: 'member',
    key: 'c',
  },
  {
    to: '/companies',
    at: 'main',
    name: words.companies,
    about: words.companiesAbout,
    Icon: IconBuildingSkyscraper,
    least: 'member',
    key: 'v',
  },
  { to: '/deals', at: 'main', name: words.deals, about: words.dealsAbout, Icon: IconBriefcase, least: 'member', key: 'e' },
  { to: '/tasks', at: 'main', name: words.tasks, about: words.tasksAbout, Icon: IconCheckbox, least: 'member', key: 't' },
  {
    to: '/invoices',
    at: 'main',
    name: words.invoices,
    about: words.invoicesAbout,
    Icon: IconFileInvoice,
    least: 'member',
    key: 'i',
  },
  {
    to: '/uploads',
    at: 'main',
    name: words.uploads,
    about: words.uploadsAbout,
    Icon: IconFileUpload,
    least: 'member',
    key: 'u',
  },
  { to: '/notices', at: 'bell', name: words.notices, about: words.noticesAbout, Icon: IconBell, least: 'member', key: 'n' },
  {
    to: '/settings',
    at: 'bar',
    name: words.settings,
    about: words.settingsLead,
    Icon: IconSettings,
    least: 'member',
    key: 's',
  },
  {
    to: '/settings/profile',
    at: 'you',
    name: words.profile,
    about: words.profileLead,
    Icon: IconUserCircle,
    least: 'member',
    key: 'p',
  },
  {
    to: '/settings/workspace',
    at: 'business',
    name: words.workspace,
    about: words.workspaceLead,
    Icon: IconBuilding,
    least: 'member',
    key: 'b',
  },
  {
    to: '/settings/members',
    at: 'team',
    name: words.members,
    about: words.membersLead,
    Icon: IconUsers,
    least: 'member',
    key: 'm',
  },
  {
    to: '/settings/pipelines',
    at: 'business',
    name: words.pipelines,
    about: words.pipelinesLead,
    Icon: IconLayoutKanban,
    least: 'member',
    key: 'f',
  },
  {
    to: '/settings/assignment',
    at: 'team',
    name: words.assignment,
    about: words.assignmentLead,
    Icon: IconArrowsSort,
    least: 'member',
    key: 'y',
  },
  {
    to: '/settings/canned-replies',
    at: 'channels',
    name: words.cannedReplies,
    about: words.cannedRepliesLead,
    Icon: IconMessage2Code,
    least: 'member',
    key: 'q',
  },
  {
    to: '/settings/activity',
    at: 'system',
    name: words.activity,
    about: words.activityLead,
    Icon: IconHistory,
    least: 'admin',
    key: 'a',
  },
  {
    to: '/settings/connections',
    at: 'channels',
    name: words.connections,
    about: words.connectionsLead,
    Icon: IconPlugConnected,
    least: 'member',
    key: 'x',
  },
  {
    to: '/settings/website-chat',
    at: 'channels',
    name: words.websiteChat,
    about: words.websiteChatLead,
    Icon: IconMessageCircle,
    least: 'admin',
    key: 'z',
  },
  {
    to: '/settings/calls',
    at: 'channels',
    name: words.calls,
    about: words.callsLead,
    Icon: IconPhone,
    least: 'member',
    // Every letter is taken.
    key: '0',
  },
  {
    to: '/settings/outbox',
    at: 'system',
    name: words.outbox,
    about: words.outboxLead,
    Icon: IconMailbox,
    least: 'admin',
    key: 'o',
  },
  {
    to: '/settings/reconciliation',
    at: 'payments',
    name: words.reconciliation,
    about: words.reconciliationLead,
    Icon: IconScale,
    least: 'admin',
    key: 'r',
  },
  { to: '/settings/keys', at: 'developers', name: words.keys, about: words.keysLead, Icon: IconKey, least: 'admin', key: 'k' },
  {
    to: '/settings/deliveries',
    at: 'developers',
    name: words.deliveries,
    about: words.deliveriesLead,
    Icon: IconTransferIn,
    least: 'admin',
    key: 'd',
  },
  {
    to: '/settings/webhooks',
    at: 'developers',
    name: words.webhooks,
    about: words.webhooksLead,
    Icon: IconWebhook,
    least: 'admin',
    key: 'w',
  },
  {
    to: '/settings/background',
    at: 'system',
    name: words.background,
    about: words.backgroundLead,
    Icon: IconProgressCheck,
    least: 'admin',
    key: 'j',
  },
] as const

/** The settings by whom and what they concern; `at` of a page says to which of these it belongs. */
export const settingsGroups = [
  { at: 'you', name: words.settingsOfYou },
  { at: 'business', name: words.settingsOfBusiness },
  { at: 'team', name: words.settingsOfTeam },
  { at: 'channels', name: words.settingsOfChannels },
  { at: 'payments', name: words.settingsOfPayments },
  { at: 'developers', name: words.settingsOfDevelopers },
  { at: 'system', name: words.settingsOfSystem },
] as const

/** What is used most, for the bar of a phone: with the way to all others it holds five places that a thumb can hit. */
const inBar: readonly string[] = ['/inbox', '/leads', '/contacts', '/deals']

export type Page = (typeof pages)[number]

/** Where a role may go. */
export const pagesFor = (role: Session['role'], at?: Page['at']): Page[] =>
  pages.filter((page) => isAtLeast(role, page.least) && (at === undefined || page.at === at))

export const pagesInBar = (role: Session['role']): Page[] => pagesFor(role).filter(({ to }) => inBar.includes(to))

/** Whether an address is this page or one beneath it. */
export const isAt = (page: Page, path: string): boolean => path === page.to || path.startsWith(`${page.to}/`)

/** Whether a role may open an address: one beneath a page is as open as the page. */
export const mayOpen = (role: Session['role'], path: string): boolean => {
  const page = pages.filter((each) => isAt(each, path)).toSorted((a, b) => b.to.length - a.to.length)[0]
  return !page || isAtLeast(role, page.least)
}

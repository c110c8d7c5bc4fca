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
import { strings } from './strings.ts'

/**
 * The pages that can be gone to from everywhere, in their order. The navigation, the settings' index, the command palette,
 * the keys behind `g` and their help are all made of this list; `strings.test.ts` sees to it that no page is missing.
 */
export const pages = [
  { to: '/inbox', at: 'main', name: strings.inbox, about: strings.inboxAbout, Icon: IconMessages, least: 'member', key: 'h' },
  { to: '/leads', at: 'main', name: strings.leads, about: strings.leadsAbout, Icon: IconDoorEnter, least: 'member', key: 'l' },
  {
    to: '/contacts',
    at: 'main',
    name: strings.contacts,
    about: strings.contactsAbout,
    Icon: IconAddressBook,
    least: 'member',
    key: 'c',
  },
  {
    to: '/companies',
    at: 'main',
    name: strings.companies,
    about: strings.companiesAbout,
    Icon: IconBuildingSkyscraper,
    least: 'member',
    key: 'v',
  },
  { to: '/deals', at: 'main', name: strings.deals, about: strings.dealsAbout, Icon: IconBriefcase, least: 'member', key: 'e' },
  { to: '/tasks', at: 'main', name: strings.tasks, about: strings.tasksAbout, Icon: IconCheckbox, least: 'member', key: 't' },
  {
    to: '/invoices',
    at: 'main',
    name: strings.invoices,
    about: strings.invoicesAbout,
    Icon: IconFileInvoice,
    least: 'member',
    key: 'i',
  },
  {
    to: '/uploads',
    at: 'main',
    name: strings.uploads,
    about: strings.uploadsAbout,
    Icon: IconFileUpload,
    least: 'member',
    key: 'u',
  },
  { to: '/notices', at: 'bell', name: strings.notices, about: strings.noticesAbout, Icon: IconBell, least: 'member', key: 'n' },
  {
    to: '/settings',
    at: 'bar',
    name: strings.settings,
    about: strings.settingsLead,
    Icon: IconSettings,
    least: 'member',
    key: 's',
  },
  {
    to: '/settings/profile',
    at: 'you',
    name: strings.profile,
    about: strings.profileLead,
    Icon: IconUserCircle,
    least: 'member',
    key: 'p',
  },
  {
    to: '/settings/workspace',
    at: 'business',
    name: strings.workspace,
    about: strings.workspaceLead,
    Icon: IconBuilding,
    least: 'member',
    key: 'b',
  },
  {
    to: '/settings/members',
    at: 'team',
    name: strings.members,
    about: strings.membersLead,
    Icon: IconUsers,
    least: 'member',
    key: 'm',
  },
  {
    to: '/settings/pipelines',
    at: 'business',
    name: strings.pipelines,
    about: strings.pipelinesLead,
    Icon: IconLayoutKanban,
    least: 'member',
    key: 'f',
  },
  {
    to: '/settings/assignment',
    at: 'team',
    name: strings.assignment,
    about: strings.assignmentLead,
    Icon: IconArrowsSort,
    least: 'member',
    key: 'y',
  },
  {
    to: '/settings/canned-replies',
    at: 'channels',
    name: strings.cannedReplies,
    about: strings.cannedRepliesLead,
    Icon: IconMessage2Code,
    least: 'member',
    key: 'q',
  },
  {
    to: '/settings/activity',
    at: 'system',
    name: strings.activity,
    about: strings.activityLead,
    Icon: IconHistory,
    least: 'admin',
    key: 'a',
  },
  {
    to: '/settings/connections',
    at: 'channels',
    name: strings.connections,
    about: strings.connectionsLead,
    Icon: IconPlugConnected,
    least: 'member',
    key: 'x',
  },
  {
    to: '/settings/website-chat',
    at: 'channels',
    name: strings.websiteChat,
    about: strings.websiteChatLead,
    Icon: IconMessageCircle,
    least: 'admin',
    key: 'z',
  },
  {
    to: '/settings/calls',
    at: 'channels',
    name: strings.calls,
    about: strings.callsLead,
    Icon: IconPhone,
    least: 'member',
    // Every letter is taken.
    key: '0',
  },
  {
    to: '/settings/outbox',
    at: 'system',
    name: strings.outbox,
    about: strings.outboxLead,
    Icon: IconMailbox,
    least: 'admin',
    key: 'o',
  },
  {
    to: '/settings/reconciliation',
    at: 'payments',
    name: strings.reconciliation,
    about: strings.reconciliationLead,
    Icon: IconScale,
    least: 'admin',
    key: 'r',
  },
  {
    to: '/settings/keys',
    at: 'developers',
    name: strings.keys,
    about: strings.keysLead,
    Icon: IconKey,
    least: 'admin',
    key: 'k',
  },
  {
    to: '/settings/deliveries',
    at: 'developers',
    name: strings.deliveries,
    about: strings.deliveriesLead,
    Icon: IconTransferIn,
    least: 'admin',
    key: 'd',
  },
  {
    to: '/settings/webhooks',
    at: 'developers',
    name: strings.webhooks,
    about: strings.webhooksLead,
    Icon: IconWebhook,
    least: 'admin',
    key: 'w',
  },
  {
    to: '/settings/background',
    at: 'system',
    name: strings.background,
    about: strings.backgroundLead,
    Icon: IconProgressCheck,
    least: 'admin',
    key: 'j',
  },
] as const

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

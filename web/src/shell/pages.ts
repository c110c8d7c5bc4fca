import {
  IconAddressBook,
  IconBell,
  IconBuilding,
  IconDoorEnter,
  IconFileInvoice,
  IconFileUpload,
  IconHistory,
  IconKey,
  IconMailbox,
  IconProgressCheck,
  IconScale,
  IconSettings,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Session } from '../gateway.ts'
import { isAtLeast } from '../session.ts'
import { words } from './messages.ts'

/**
 * The pages that can be gone to from everywhere, in their order. The navigation, the settings' index, the command palette,
 * the keys behind `g` and their help are all made of this list; `words.test.ts` sees to it that no page is missing.
 */
export const pages = [
  { to: '/leads', at: 'rooms', name: words.leads, about: words.leadsAbout, Icon: IconDoorEnter, least: 'member', key: 'l' },
  {
    to: '/contacts',
    at: 'rooms',
    name: words.contacts,
    about: words.contactsAbout,
    Icon: IconAddressBook,
    least: 'member',
    key: 'c',
  },
  {
    to: '/uploads',
    at: 'rooms',
    name: words.uploads,
    about: words.uploadsAbout,
    Icon: IconFileUpload,
    least: 'member',
    key: 'u',
  },
  {
    to: '/invoices',
    at: 'rooms',
    name: words.invoices,
    about: words.invoicesAbout,
    Icon: IconFileInvoice,
    least: 'member',
    key: 'i',
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
  { to: '/settings/keys', at: 'settings', name: words.keys, about: words.keysLead, Icon: IconKey, least: 'admin', key: 'k' },
  {
    to: '/settings/deliveries',
    at: 'settings',
    name: words.deliveries,
    about: words.deliveriesLead,
    Icon: IconTruckDelivery,
    least: 'admin',
    key: 'd',
  },
  {
    to: '/settings/webhooks',
    at: 'settings',
    name: words.webhooks,
    about: words.webhooksLead,
    Icon: IconWebhook,
    least: 'admin',
    key: 'w',
  },
  {
    to: '/settings/reconciliation',
    at: 'settings',
    name: words.reconciliation,
    about: words.reconciliationLead,
    Icon: IconScale,
    least: 'admin',
    key: 'r',
  },
  {
    to: '/settings/outbox',
    at: 'settings',
    name: words.outbox,
    about: words.outboxLead,
    Icon: IconMailbox,
    least: 'admin',
    key: 'o',
  },
  {
    to: '/settings/background',
    at: 'settings',
    name: words.background,
    about: words.backgroundLead,
    Icon: IconProgressCheck,
    least: 'admin',
    key: 'j',
  },
  {
    to: '/settings/activity',
    at: 'settings',
    name: words.activity,
    about: words.activityLead,
    Icon: IconHistory,
    least: 'admin',
    key: 'a',
  },
  {
    to: '/settings/members',
    at: 'settings',
    name: words.members,
    about: words.membersLead,
    Icon: IconUsers,
    least: 'member',
    key: 'm',
  },
  {
    to: '/settings/workspace',
    at: 'settings',
    name: words.workspace,
    about: words.workspaceLead,
    Icon: IconBuilding,
    least: 'member',
    key: 'b',
  },
  {
    to: '/settings/profile',
    at: 'settings',
    name: words.profile,
    about: words.profileLead,
    Icon: IconUserCircle,
    least: 'member',
    key: 'p',
  },
] as const

export type Page = (typeof pages)[number]

/** Where a role may go. */
export const pagesFor = (role: Session['role'], at?: Page['at']): Page[] =>
  pages.filter((page) => isAtLeast(role, page.least) && (at === undefined || page.at === at))

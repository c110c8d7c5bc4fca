import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import type { DemoCount } from '#web/wire.ts'

export const strings = messages('platform/organizations/strings', {
  workspace: 'Workspace',
  about: 'Your workspace’s name, default country, time zone and limits.',
  loadFailed: 'The settings could not be loaded.',
  general: 'General',
  name: 'Name',
  nameMissing: 'Enter a name.',
  saved: 'Settings saved.',
  onlyAdmins: 'Only owners and admins can change these settings.',
  country: 'Default country',
  countryHint: 'For phone numbers without a country code.',
  countryNone: 'None: only numbers with + and a country code',
  zone: 'Time zone',
  zoneHint: 'Of due dates and reports, and of members who have set none of their own.',
  room: 'Address of video rooms',
  roomHint: 'For meetings whose calendar makes no room: {id} becomes each room’s own.',
  roomExample: 'https://meet.example.com/{id}',
  roomWrong: 'Use https:// and put {id} into the path, such as https://meet.example.com/{id}.',
  noCountry: 'No country',
  noSuchCountry: 'No matching country',
  limits: 'Limits',
  keyLimit: 'Rate limit per key',
  keyLimitHint: 'Default rate limit per key (requests/minute).',
  quota: 'Monthly quota',
  quotaHint: 'Beyond it, new leads are rejected until next month. Duplicates don’t count.',
  quotaField: 'New leads per month',
  thisMonth: 'This month',
  withoutQuota: (n: number) => `${counted(n)} ${n === 1 ? 'lead' : 'leads'}. No quota is set.`,
  ofQuota: (n: number, quota: number, day: string) => `${counted(n)} of ${counted(quota)} leads. Resets on ${day}.`,
  quotaUsed: 'Quota used this month',
  quotaFull: 'Quota reached: new leads are rejected. Raise it, then replay them from the request log.',
  demoTitle: 'Demo data',
  demoHas:
    'This workspace has demo data. Clearing it keeps your own records, and demo deals and conversations to which you added tasks or messages.',
  demoNone:
    'Adds some weeks of invented work: about sixty leads, 12 deals, 8 conversations, calls, tasks and 6 invoices. Nothing is sent. You can clear it at any time.',
  demoLoad: 'Load demo data',
  demoClear: 'Clear demo data',
  demoAdded: (n: DemoCount) =>
    `Added: ${counted(n.leads)} leads, ${counted(n.companies)} companies, ${counted(n.deals)} deals, ${counted(n.messages)} messages, ${counted(n.tasks)} tasks, ${counted(n.invoices)} invoices.`,
  demoRemoved: (n: DemoCount) =>
    `Removed: ${counted(n.leads)} leads, ${counted(n.companies)} companies, ${counted(n.deals)} deals, ${counted(n.messages)} messages, ${counted(n.tasks)} tasks, ${counted(n.invoices)} invoices.`,
})

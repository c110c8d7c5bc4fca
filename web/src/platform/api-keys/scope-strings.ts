import { messages } from '#web/i18n/strings.ts'
import type { ScopeName } from '#web/wire.ts'

/** Permissions of a key, in a few words. */
export const scopeNames: Readonly<Record<ScopeName, string>> = messages({
  'leads:write': 'Send leads',
  'leads:read': 'Read leads and their sources',
  'lead-states:write': 'Add leads by hand, change their state and owner',
  'deliveries:read': 'Read the request log',
  'deliveries:write': 'Replay rejected requests',
  'uploads:read': 'View import results',
  'lists:read': 'List and count records of every kind',
  'contacts:read': 'Read contacts',
  'companies:read': 'Read companies',
  'contacts:write': 'Create and update contacts',
  'records:read': 'Read the tags and fields of a workspace',
  'records:write': 'Tag records, and set their own fields',
  'companies:write': 'Create and update companies and their fields',
  'timeline:read': 'Read contact timelines',
  'search:read': 'Search all records and conversations',
  'chats:read': 'Read conversations',
  'chats:write': 'Send messages and close or assign conversations',
  'emails:write': 'Send emails from the mailboxes of the team',
  'deals:read': 'Read deals and their tasks',
  'deals:write': 'Create, move and assign deals',
  'bookings:read': 'Read bookings and event types',
  'bookings:write': 'Create, cancel, approve and reschedule bookings',
  'reminders:write': 'Send due reminders of meetings',
  'invoices:read': 'Read invoices and payments',
  'invoices:write': 'Create, send, void and delete invoices',
  'payments:read': 'Reconcile payments',
  'payments:write': 'Create checkouts for invoices',
  'documents:read': 'Read templates and documents',
  'documents:write': 'Make, send, void and remind of documents; change templates',
  'proposals:read': 'Read proposals and views',
  'proposals:write': 'Create, send and withdraw proposals',
  'reviews:read': 'Read reviews and ratings',
  'reviews:write': 'Sync reviews and reply to them',
  'knowledge:read': 'Search and read knowledge',
  'workflows:read': 'Read workflows, versions and runs',
  'workflows:write': 'Edit, publish and stop workflows; start and cancel runs',
  'webhooks:read': 'Read webhooks and deliveries',
  'webhooks:write': 'Resend webhook deliveries',
  'business:read': 'Read the business details',
  'business:write': 'Change the business details',
  'reports:read': 'Read reports and the records behind them',
  'workspace:read': 'Read settings and members',
  'audit:read': 'Read the audit log',
})

const areas = messages({
  leads: 'Leads',
  people: 'Contacts and companies',
  inbox: 'Inbox',
  deals: 'Deals and tasks',
  meetings: 'Meetings',
  money: 'Invoices, payments, documents and proposals',
  reviews: 'Reviews',
  knowledge: 'Knowledge',
  workflows: 'Workflows',
  workspace: 'Workspace',
  webhooks: 'Webhooks',
})

/** The area of the app that each belongs to. */
const areaOf: Readonly<Record<ScopeName, keyof typeof areas>> = {
  'business:read': 'workspace',
  'business:write': 'workspace',
  'leads:write': 'leads',
  'leads:read': 'leads',
  'lead-states:write': 'leads',
  'deliveries:read': 'leads',
  'deliveries:write': 'leads',
  'uploads:read': 'leads',
  'lists:read': 'people',
  'contacts:read': 'people',
  'companies:read': 'people',
  'contacts:write': 'people',
  'records:read': 'people',
  'records:write': 'people',
  'companies:write': 'people',
  'timeline:read': 'people',
  'search:read': 'people',
  'chats:read': 'inbox',
  'chats:write': 'inbox',
  'emails:write': 'inbox',
  'deals:read': 'deals',
  'deals:write': 'deals',
  'bookings:read': 'meetings',
  'bookings:write': 'meetings',
  'reminders:write': 'meetings',
  'invoices:read': 'money',
  'invoices:write': 'money',
  'payments:read': 'money',
  'payments:write': 'money',
  'documents:read': 'money',
  'documents:write': 'money',
  'proposals:read': 'money',
  'proposals:write': 'money',
  'reviews:read': 'reviews',
  'reviews:write': 'reviews',
  'knowledge:read': 'knowledge',
  'workflows:read': 'workflows',
  'workflows:write': 'workflows',
  'reports:read': 'workspace',
  'workspace:read': 'workspace',
  'audit:read': 'workspace',
  'webhooks:read': 'webhooks',
  'webhooks:write': 'webhooks',
}

/** The offered ones by area, the most common first. */
export const scopesByArea = (offered: readonly ScopeName[]): { name: string; scopes: ScopeName[] }[] =>
  Object.entries(areas)
    .map(([area, name]) => ({ name, scopes: inOrder.filter((scope) => areaOf[scope] === area && offered.includes(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)

const inOrder = Object.keys(areaOf) as ScopeName[]

/** A scope by its name; one that only the command line may store has none, and stands as it is. */
export const nameOfScope = (scope: string): string => (scope in scopeNames ? scopeNames[scope as ScopeName] : scope)

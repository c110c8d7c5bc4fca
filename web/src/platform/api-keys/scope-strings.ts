import { messages } from '#web/i18n/strings.ts'
import type { Scope } from '#web/wire.ts'

type Name = Scope['scope']

/** What a key may do, in a few words. */
export const scopeNames: Readonly<Record<Name, string>> = messages({
  'leads:write': 'Send leads',
  'leads:read': 'Read leads and their sources',
  'deliveries:read': 'Read every request, refused ones too',
  'deliveries:write': 'Take refused requests after all',
  'uploads:read': 'Read how files of leads fared',
  'contacts:read': 'Read contacts',
  'companies:read': 'Read companies',
  'timeline:read': 'Read what happened with a person',
  'chats:read': 'Read conversations',
  'chats:write': 'Send messages',
  'deals:read': 'Read deals and their tasks',
  'deals:write': 'Make, move and assign deals',
  'invoices:read': 'Read invoices and how they were paid',
  'invoices:write': 'Write, send, void and remove invoices',
  'payments:read': 'Compare payments with the providers’ books',
  'webhooks:read': 'Read webhooks and what was sent',
  'webhooks:write': 'Send to webhooks again',
  'workspace:read': 'Read settings and members',
  'audit:read': 'Read who did what',
})

const rooms = messages({
  leads: 'Leads',
  people: 'Contacts and companies',
  inbox: 'Inbox',
  deals: 'Deals and tasks',
  money: 'Invoices and payments',
  workspace: 'Workspace',
  webhooks: 'Webhooks',
})

/** In which area of the app each is at home. */
const roomOf: Readonly<Record<Name, keyof typeof rooms>> = {
  'leads:write': 'leads',
  'leads:read': 'leads',
  'deliveries:read': 'leads',
  'deliveries:write': 'leads',
  'uploads:read': 'leads',
  'contacts:read': 'people',
  'companies:read': 'people',
  'timeline:read': 'people',
  'chats:read': 'inbox',
  'chats:write': 'inbox',
  'deals:read': 'deals',
  'deals:write': 'deals',
  'invoices:read': 'money',
  'invoices:write': 'money',
  'payments:read': 'money',
  'workspace:read': 'workspace',
  'audit:read': 'workspace',
  'webhooks:read': 'webhooks',
  'webhooks:write': 'webhooks',
}

/** What is offered, area by area, what nearly every tool wants first. */
export const scopesByArea = (offered: readonly Name[]): { name: string; scopes: Name[] }[] =>
  Object.entries(rooms)
    .map(([area, name]) => ({ name, scopes: inOrder.filter((scope) => roomOf[scope] === area && offered.includes(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)

const inOrder = Object.keys(roomOf) as Name[]

/** A scope in words; one that only the command line may store has none, and stands as it is. */
export const wordOfScope = (scope: string): string => (scope in scopeNames ? scopeNames[scope as Name] : scope)

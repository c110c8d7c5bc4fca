import { z } from 'zod'

/** What a key can be allowed to do, as Settings offers it. A scope stands here exactly when an action honours it (test/reference/scopes.test.ts). */
export const offeredScopes = {
  'leads:write': 'Send leads',
  'leads:read': 'Read leads and their sources',
  'contacts:read': 'Read contacts',
  'timeline:read': 'Read what happened with a person: messages, calls, payments, deals',
  'companies:read': 'Read companies and what is known of them',
  'deals:read': 'Read deals, their tasks and how fast prospects are answered',
  'deals:write': 'Make deals, move them, give them to somebody and say what is next',
  'deliveries:read': 'Read what came to the lead API, refused requests too',
  'deliveries:write': 'Take refused requests after all',
  'uploads:read': 'Read how files of leads fared',
  'payments:read': 'Read how payments compare with the providers’ books',
  'workspace:read': 'Read the settings of the workspace and who its members are',
  'webhooks:read': 'Read webhooks and what was sent to them',
  'webhooks:write': 'Send to webhooks again',
  'invoices:read': 'Read invoices and how they were paid',
  'invoices:write': 'Write, send, void and remove invoices',
  'chats:read': 'Read conversations',
  'chats:write': 'Send messages',
  'audit:read': 'Read who did what',
} as const satisfies Record<string, string>

export type OfferedScope = keyof typeof offeredScopes

export const OfferedScope = z.enum(Object.keys(offeredScopes) as [OfferedScope, ...OfferedScope[]])

/** The form of any scope, `word:word`: what the command line may store for an action that is still to come. */
export const scopeForm = /^[a-z]+(?:[-_][a-z]+)*:[a-z]+(?:[-_][a-z]+)*$/

export const isScope = (text: string): boolean => text.length <= 64 && scopeForm.test(text)

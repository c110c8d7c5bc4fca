import type { LinkProps } from '@tanstack/react-router'

export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

/** The conversation with a contact: a thread is named by it. */
export const threadOf = (contactId: string): Place => ({ to: '/inbox/$projectId', params: { projectId: contactId } as never })

/** Where a lead is answered, as its page offers it: in the conversation with its contact, else by email; null: by telephone alone. */
export const answerOfLead = (lead: {
  readonly contactId: string | null
  readonly email: string | null
  readonly has_conversation: boolean
}): Place | null => {
  if (lead.contactId !== null && lead.has_conversation) return threadOf(lead.contactId)
  return lead.email === null ? null : { to: '/mail' as '/', search: { to: lead.email } as never }
}

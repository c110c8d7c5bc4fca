export const askTypes = ['text', 'long_text', 'number', 'mailbox'] as const

/** What a template asks for before it can be used, and nothing more. */
export interface TemplateAsk {
  readonly name: string
  readonly label: string
  readonly type: (typeof askTypes)[number]
  /** What it is unless something else is answered. */
  readonly standard?: string | number
}

export interface WorkflowTemplate {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly asks: readonly TemplateAsk[]
  /** With the answers as `[[name]]`. */
  readonly definition: Readonly<Record<string, unknown>>
}

export const mailbox: TemplateAsk = { name: 'mailbox', label: 'Send from', type: 'mailbox' }

/** A step that sends an email. */
export const email = (
  id: string,
  title: string,
  { to, subject, text }: { readonly to: string; readonly subject: string; readonly text: string },
  next: Readonly<Record<string, string>> = {},
) => ({ id, title, kind: 'action', action: 'send-email', input: { userEmail: '[[mailbox]]', to, subject, text }, next })

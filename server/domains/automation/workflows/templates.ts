/** What a template asks for before it can be used, and nothing more. */
export interface TemplateAsk {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'long_text' | 'number' | 'choice' | 'person' | 'event_type'
  readonly standard?: string | number
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

export interface WorkflowTemplate {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly asks: readonly TemplateAsk[]
  /** With `[[answers]]`. */
  readonly definition: Readonly<Record<string, unknown>>
}

export const workflowTemplates: readonly WorkflowTemplate[] = []

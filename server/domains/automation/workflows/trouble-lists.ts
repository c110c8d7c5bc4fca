/** What has to be put right in a workflow, in words for who writes it. */
export interface Trouble {
  /** The step; null of the workflow as a whole. */
  readonly node: string | null
  /** In the step: `input.to`, `next.done`, `form.0.label`. */
  readonly field: string
  readonly message: string
  /** With an error it cannot be published. */
  readonly level: 'error' | 'warning'
}

export const error = (node: string | null, field: string, message: string): Trouble => ({
  node,
  field,
  message,
  level: 'error',
})
export const warning = (node: string | null, field: string, message: string): Trouble => ({
  node,
  field,
  message,
  level: 'warning',
})

/** More are not listed: who has put these right sees the rest. */
export const mostTroubles = 200

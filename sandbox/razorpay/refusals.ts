/** Refused, in the vendor's words. */
export class Refused extends Error {
  readonly statusCode: number
  readonly field: string | null
  readonly reason: string
  constructor(description: string, more: { field?: string; statusCode?: number; reason?: string } = {}) {
    super(description)
    this.statusCode = more.statusCode ?? 400
    this.field = more.field ?? null
    this.reason = more.reason ?? 'input_validation_failed'
  }
}

export const missing = (field: string): Refused => new Refused(`The ${field} field is required.`, { field })

/** An error as the vendor words it. */
export const shownError = (refused: Refused) => ({
  error: {
    code: refused.statusCode >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
    description: refused.message,
    source: 'business',
    step: 'payment_initiation',
    reason: refused.reason,
    metadata: {},
    ...(refused.field !== null && { field: refused.field }),
  },
})

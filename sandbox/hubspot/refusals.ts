import { randomUUID } from 'node:crypto'

interface Detail {
  readonly message: string
  readonly code?: string
  readonly context?: Readonly<Record<string, readonly string[]>>
}

/** An error as HubSpot words it (https://developers.hubspot.com/docs/api-reference/error-handling). */
export class Refused extends Error {
  readonly statusCode: number
  readonly category: string
  readonly errors: readonly Detail[]
  constructor(statusCode: number, category: string, message: string, errors: readonly Detail[] = []) {
    super(message)
    this.statusCode = statusCode
    this.category = category
    this.errors = errors
  }
}

export const shownRefusal = ({ message, category, errors }: Refused) => ({
  ...{ status: 'error', message, correlationId: randomUUID(), category },
  ...(errors.length > 0 && { errors }),
})

export const notFound = (): Refused => new Refused(404, 'OBJECT_NOT_FOUND', 'resource not found')

export const invalid = (message: string, errors: readonly Detail[] = []): Refused =>
  new Refused(400, 'VALIDATION_ERROR', message, errors)

export const scopeMissing = (): Refused =>
  new Refused(403, 'MISSING_SCOPES', 'This app hasn’t been granted all required scopes to make this call.', [
    {
      message: 'One or more of the following scopes are required.',
      context: { requiredGranularScopes: ['crm.objects.contacts.read'] },
    },
  ])

/** A limit that is used up; `policy` says which. */
export const overLimit = (policy: 'TEN_SECONDLY_ROLLING' | 'SECONDLY' | 'DAILY') => ({
  ...{ status: 'error', message: `You have reached your ${policy.toLowerCase()} limit.`, errorType: 'RATE_LIMIT' },
  ...{ correlationId: randomUUID(), policyName: policy, requestId: randomUUID() },
})

/** What Stripe says no to, as its error object has it: https://docs.stripe.com/api/errors */
export class Refused extends Error {
  readonly status: number
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  readonly code: string | null
  readonly param: string | null

  constructor(message: string, more: { status?: number; type?: Refused['type']; code?: string; param?: string } = {}) {
    super(message)
    this.status = more.status ?? 400
    this.type = more.type ?? 'invalid_request_error'
    this.code = more.code ?? null
    this.param = more.param ?? null
  }
}

export const shownRefusal = ({ message, type, code, param }: Refused): object => ({
  error: {
    ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    message,
    ...(param && { param }),
    type,
  },
})

export const missing = (object: string, id: string, param = 'id'): Refused =>
  new Refused(`No such ${object}: '${id}'`, { status: 404, code: 'resource_missing', param })

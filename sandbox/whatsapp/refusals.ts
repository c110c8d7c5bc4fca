/** What the platform says no to, as the Graph API's error object has it: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | null
  readonly details: string | null

  constructor(code: number, title: string, more: { status?: number; subcode?: number; details?: string } = {}) {
    super(title)
    this.code = code
    this.status = more.status ?? 400
    this.subcode = more.subcode ?? null
    this.details = more.details ?? null
  }
}

export const shownRefusal = ({ message, code, subcode, details }: Refused): object => ({
  error: {
    message: code === 190 ? message : `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    ...(subcode !== null && { error_subcode: subcode }),
    ...(details !== null && { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: 'ASandboxTrace0',
  },
})

export const invalidParameter = (details: string): Refused => new Refused(100, 'Invalid parameter', { details })

/** An id of another business is treated as missing. */
export const noSuchObject = (id: string): Refused =>
  new Refused(
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { subcode: 33 },
  )

export const deadToken = (): Refused =>
  new Refused(190, 'Error validating access token: Session has expired.', { status: 401, subcode: 463 })

export const windowClosed = (): Refused =>
  new Refused(131047, 'Re-engagement message', {
    details: 'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  })

export const undeliverable = (): Refused => new Refused(131026, 'Message undeliverable', { details: 'Message Undeliverable.' })

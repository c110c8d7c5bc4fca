/** Refused, in the vendor's words: `{code, status, message, details}`. */
export class Refused extends Error {
  readonly statusCode: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.details = details
  }
}

export const shownError = ({ code, message, details }: Pick<Refused, 'code' | 'message' | 'details'>) => ({
  ...{ code, details, message },
  status: 'error',
})

export const missingParameter = (name: string): Refused =>
  new Refused('REQUIRED_PARAM_MISSING', `${name} is missing`, { param_name: name })

export const wrongParameter = (name: string): Refused =>
  new Refused('INVALID_DATA', `${name} is not valid`, { param_name: name })

/** An error as Google words it: `{error, error_description}` with a status. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

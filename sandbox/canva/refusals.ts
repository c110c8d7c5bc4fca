/** What Canva refuses, in its words. */
export class CanvaRefused extends Error {
  readonly status: number
  readonly code: string
  readonly more: Readonly<Record<string, string>>
  constructor(status: number, code: string, message: string, more: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

export const errorBody = ({ code, message, more }: Pick<CanvaRefused, 'code' | 'message' | 'more'>) => ({
  code,
  message,
  ...more,
})

export const designNotFound = (): CanvaRefused => new CanvaRefused(404, 'design_not_found', 'Design not found')
export const tooMany = (): CanvaRefused => new CanvaRefused(429, 'too_many_requests', 'Too many requests')

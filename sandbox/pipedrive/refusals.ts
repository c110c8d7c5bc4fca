import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { ZodError } from 'zod'

/** What Pipedrive does not do. `code` is v2's. */
export class Refused extends Error {
  readonly statusCode: number
  readonly code: string | undefined
  constructor(statusCode: number, message: string, code?: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/** v2 checks everything that it is given. */
export const notValid = (what: string): Refused =>
  new Refused(400, `Validation failed: ${what}`, 'ERR_SCHEMA_VALIDATION_FAILED')

/** v1 and the gateway say the status once more, v2 has a code. */
export const errorBody = (status: number, error: string, code?: string) => ({
  success: false,
  error,
  ...(code === undefined ? { error_info: 'Please check developers.pipedrive.com', errorCode: status } : { code }),
})

export const answerRefusals = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError | Refused, _request, reply): FastifyReply => {
    if (error instanceof Refused)
      return reply.code(error.statusCode).send(errorBody(error.statusCode, error.message, error.code))
    const isBad = error instanceof SyntaxError || error instanceof ZodError || (error.statusCode ?? 500) < 500
    if (!isBad) throw error
    return reply.code(400).send(errorBody(400, 'Validation failed: body', 'ERR_SCHEMA_VALIDATION_FAILED'))
  })
}

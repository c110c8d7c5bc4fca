import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyAction, Download } from '#core/actions/action.ts'
import { credentialOf } from '#core/actions/call.ts'
import type { Caller } from '#core/actions/caller.ts'
import type { Dispatch } from '#core/actions/dispatch.ts'
import { addressBlock } from '#core/address-blocks.ts'
import { Failure } from '#core/errors.ts'
import { asFile } from '#core/http/file-headers.ts'
import { sendFailure, sendReply } from '#core/http/replies.ts'
import type { Callers } from '#core/http/routes.ts'
import type { Crowd } from '#core/http/stream-limits.ts'

/** A parameter may name 100,000 records. */
const mostFormBytes = 4 * 1024 * 1024

/**
 * `GET /download/<action>?…`: a file by a plain link; `POST` with the same parameters as a form, where an address has no room for them. Only
 * actions that read have this transport.
 */
export const downloads = (
  app: FastifyInstance,
  parts: {
    actions: readonly AnyAction[]
    dispatch: Dispatch
    callers: Callers
    secure: boolean
    crowd: Crowd
    mostOfMember: number
  },
): void => {
  const names = new Set(
    parts.actions
      .filter((action) => action.transports.includes('download') && action.effect === 'read')
      .map(({ name }) => name),
  )

  const answer = async (request: FastifyRequest, reply: FastifyReply, given: unknown): Promise<unknown> => {
    const { name } = request.params as { name: string }
    if (!names.has(name)) return sendFailure(request, reply, new Failure('not_found'))
    const caller = await parts.callers.ofEither(request)
    // A file is created while it is read: starting many and reading none would hold as many transactions.
    const leave = parts.crowd.place('downloads', whoseOf(caller, request.ip), parts.mostOfMember)
    reply.raw.once('close', leave)
    const result = await parts.dispatch(name, given, {
      caller,
      requestId: request.id,
      clientAddress: request.ip,
      agent: request.headers['user-agent'],
    })
    if (result.failure) return sendReply(request, reply, result, parts.secure)
    const file = result.body as Download
    return reply.headers(asFile(file)).send(Readable.from(file.content))
  }

  app.get('/download/:name', (request, reply) => answer(request, reply, request.query))
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostFormBytes },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    forms.post(
      '/download/:name',
      {
        bodyLimit: mostFormBytes,
        // Before the body is read: it is long, and a public file has a short address.
        onRequest: async (request, reply) => {
          const { kind } = await parts.callers.ofEither(request)
          if (kind === 'nobody') return sendFailure(request, reply, new Failure('not_signed_in'))
        },
      },
      (request, reply) => answer(request, reply, request.body),
    )
  })
}

const whoseOf = (caller: Caller, address: string): string =>
  caller.kind === 'nobody' ? addressBlock(address) : credentialOf(caller)

import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Failure } from '#core/errors.ts'
import { sendFailure } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { newId } from '#core/ids.ts'
import { importErrors } from './errors.ts'
import { receivePart } from './upload-parts.ts'

/** A sender that is silent for so long has gone. */
const silenceMs = 60_000
/** And one that sends less than this in that time (500 bytes a second) holds a connection and no file. */
const leastBytes = 30_000

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether an address is a file's, whose body has bounds of its own. */
export const isOfUploads = (url: string): boolean => url.startsWith('/uploads/')

/**
 * `PUT /uploads/<id>/content?from=<byte>`: the bytes of a file that `create-upload` announced, streamed to the files,
 * never in memory. A request that breaks off leaves nothing of its own; those before it stay, so that sending goes on
 * from `received_bytes`.
 */
export const uploadRoutes = routes({
  name: 'uploads',
  add: (app, { callers, inOrg, ports, now, log, crowd, most }) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

      scope.put<{ Params: { id: string }; Querystring: { from?: string } }>('/uploads/:id/content', async (request, reply) => {
        const caller = await callers.ofMember(request)
        let leave: (() => void) | undefined
        try {
          if (caller.kind === 'key') throw new Failure('scope_missing')
          if (caller.kind !== 'person') throw new Failure('not_signed_in')
          if (!uuid.test(request.params.id)) throw new Failure(importErrors.upload_not_found)
          const from = request.query.from ?? '0'
          if (!/^\d{1,15}$/.test(from))
            throw new Failure('bad_request', { field: 'from', message: 'from must be a whole number of bytes' })
          if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Failure('encoding_not_supported')
          leave = crowd.place('uploads', caller.personId, most.transfersOfMember)
          const content = contentOf(request.raw)
          const answer = await endWhenSilent(request.raw, () =>
            receivePart({
              orgId: caller.orgId,
              uploadId: request.params.id,
              from: Number(from),
              content,
              inOrg,
              files: ports.files,
              now,
              newId,
            }),
          )
          return await reply.send(answer)
        } catch (error) {
          if (error instanceof Failure) return sendFailure(request, reply, error)
          if (isFull(error)) {
            log.error({ err: error, request_id: request.id }, 'no disk space for an upload')
            return sendFailure(request, reply, new Failure('storage_full', { cause: error, retryAfterSeconds: 60 }))
          }
          if (request.raw.destroyed && !request.raw.complete)
            return sendFailure(request, reply, new Failure('request_timeout', { cause: error }))
          throw error
        } finally {
          leave?.()
        }
      })
    })
  },
})

/** A disk that is full, or a share of it. */
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** What comes, apart from its connection: where it cannot be written, the sender is still there to be told why. */
const contentOf = (request: IncomingMessage): Readable => {
  const content = new PassThrough()
  request.on('error', (error) => content.destroy(error))
  request.on('close', () => {
    if (!request.complete) content.destroy(new Error('the sender disconnected'))
  })
  content.on('close', () => request.resume())
  return request.pipe(content)
}

const endWhenSilent = async <T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> => {
  const onSilence = (): void => {
    request.destroy(new Error('the sender is idle'))
  }
  request.setTimeout(silenceMs, onSilence)
  let came = request.socket.bytesRead
  const watch = setInterval(() => {
    if (request.complete) return
    if (request.socket.bytesRead - came < leastBytes) onSilence()
    came = request.socket.bytesRead
  }, silenceMs)
  try {
    return await work()
  } finally {
    clearInterval(watch)
    request.setTimeout(0)
    request.socket?.removeListener('timeout', onSilence)
  }
}

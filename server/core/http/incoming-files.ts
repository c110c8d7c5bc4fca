import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { FilesError } from '#ports/files.ts'
import { Failure } from '../errors.ts'
import type { Log } from '../log.ts'

/** A sender that is silent for so long has gone. */
const silenceMs = 60_000
/** And one that sends less than this in that time (500 bytes a second) holds a connection and no file. */
const leastBytes = 30_000

/** Bytes of a file as they come, for as long as its sender sends. Other encodings than none are refused. */
export const takeContent = async <T>(request: IncomingMessage, work: (content: Readable) => Promise<T>): Promise<T> => {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Failure('encoding_not_supported')
  const content = contentOf(request)
  return endWhenSilent(request, () => work(content))
}

/** All bytes of a file, of at most so many; of more, it throws what `tooLarge` says. */
export const collectBytes =
  (most: number, tooLarge: () => Failure) =>
  async (content: Readable): Promise<Buffer> => {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of content as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > most) throw tooLarge()
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

/** Why the bytes of a file could not be taken, as far as it is no defect of ours; that is thrown on. */
export const transferFailure = (
  error: unknown,
  { request, id, log }: { readonly request: IncomingMessage; readonly id: string; readonly log: Log },
): Failure => {
  if (error instanceof Failure) return error
  if (isFull(error)) {
    log.error({ err: error, request_id: id }, 'no disk space for an upload')
    return new Failure('storage_full', { cause: error, retryAfterSeconds: 60 })
  }
  if (error instanceof FilesError) {
    log.error({ err: error, request_id: id }, 'the store of files did not take an upload')
    return new Failure('files_unavailable', { cause: error, retryAfterSeconds: 10 })
  }
  if (request.destroyed && !request.complete) return new Failure('request_timeout', { cause: error })
  throw error
}

/** A disk that is full, or a share of it. */
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** What comes, apart from its connection: where it cannot be written, the sender is still there to be told why. */
const contentOf = (request: IncomingMessage): Readable => {
  const content = new PassThrough()
  // Its reader may still be asking the database whether it may read: an error that comes before it listens would end the process. It is kept, and
  // told to the reader that comes.
  content.on('error', () => undefined)
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

import type { Opened } from '#core/outbound/http.ts'
import type { OpenedFile } from '#ports/designs.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { pictureTypeOf } from '#shapes/pictures.ts'
import { asProviderError } from '../answers.ts'
import type { CanvaAccess } from './requests.ts'

/** Between two pieces, and for a whole file: 200 MB at 4 Mbit/s are 400 s. */
const silenceMs = 30_000
const wholeMs = 480_000
/** Larger than a piece that comes from a socket. */
const pieceBytes = 1024 * 1024
const pictureBytes = 2 * 1024 * 1024
const pictureMs = 10_000

/** As the CDN answers addresses that it does not know, or no longer: https://www.canva.dev/docs/connect/api-reference/exports/get-design-export-job/ */
const overStatuses = new Set([400, 401, 403, 404, 410])

/** The addresses name hosts of Canva's files, not of its API: no credentials go there. */
const headers = { accept: '*/*', 'accept-encoding': 'identity' }

const addressOver = (): ProviderError =>
  new ProviderError('refused', 'The temporary address of the file is past its time.', { code: 'address_over' })
const notAddress = (): ProviderError => new ProviderError('broken', 'Canva named an address that is none.')

/** Where a setting or the sandbox takes Canva's place, that is every host of it. */
const addressOf = ({ base, isReplaced }: CanvaAccess, url: string): string => {
  if (!URL.canParse(url)) throw notAddress()
  const { protocol, pathname, search } = new URL(url)
  if (isReplaced) return new URL(`${pathname}${search}`, base).href
  if (protocol !== 'https:') throw notAddress()
  return url
}

/** A file of an export, piece by piece. */
export const openTemporaryFile = async (
  access: CanvaAccess,
  url: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<OpenedFile> => {
  const address = addressOf(access, url)
  const tooLarge = new ProviderError('refused', 'The file is larger than it may be.', { code: 'file_too_large' })
  let opened: Opened
  try {
    opened = await access.files.open({
      ...{ operation: 'export.download', method: 'GET', url: address, headers, silenceMs, wholeMs, signal },
      // Beyond what is counted here, so that what is too large is told from what broke off.
      maxBytes: maxBytes + pieceBytes,
    })
  } catch (error) {
    throw asProviderError('Canva', error, access.now())
  }
  const { status, headers: said, pieces } = opened
  if (status !== 200) {
    await drop(pieces)
    if (overStatuses.has(status)) throw addressOver()
    throw new ProviderError(status === 429 ? 'busy' : 'broken', `Canva’s files responded with status ${status}.`)
  }
  const announced = Number(said['content-length'] ?? 0)
  if (announced > maxBytes) {
    await drop(pieces)
    throw tooLarge
  }
  return { type: said['content-type'] ?? null, pieces: counted(pieces, { announced, maxBytes, tooLarge, now: access.now }) }
}

/** Ends a connection whose pieces are of no use. A generator that was never begun has nothing to end: its first piece is taken. */
const drop = async (pieces: Opened['pieces']): Promise<void> => {
  await pieces.next().catch(() => undefined)
  await pieces.return()
}

/** The same pieces. One that is shorter than announced broke off, though its connection ended well. */
async function* counted(
  pieces: Opened['pieces'],
  limits: {
    readonly announced: number
    readonly maxBytes: number
    readonly tooLarge: ProviderError
    readonly now: () => Date
  },
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0
  try {
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > limits.maxBytes) throw limits.tooLarge
      yield piece
    }
  } catch (error) {
    throw asProviderError('Canva', error, limits.now())
  }
  if (bytes < limits.announced) throw new ProviderError('unreachable', 'The file broke off.')
}

/** PNG, JPEG, GIF or WebP by how it begins, whatever its sender calls it. */
export const readPicture = async (
  access: CanvaAccess,
  url: string,
): Promise<{ readonly type: string; readonly content: Buffer } | null> => {
  try {
    const { status, body, isCut } = await access.files.send({
      ...{ operation: 'thumbnail.download', method: 'GET', url: addressOf(access, url), headers },
      ...{ canRepeat: true, timeoutMs: pictureMs, maxBytes: pictureBytes, mayBeCut: true },
    })
    const type = status === 200 && !isCut ? pictureTypeOf(body) : null
    return type === null ? null : { type, content: body }
  } catch (error) {
    throw asProviderError('Canva', error, access.now())
  }
}

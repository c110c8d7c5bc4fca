import { createHash } from 'node:crypto'
import { FilesError, type PutOptions, type Stored } from '#ports/files.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { tooLong } from '../measure.ts'
import type { Bucket } from './bucket.ts'
import type { Call } from './calls.ts'
import { childText, readAnswer } from './errors.ts'

/** Parts of a larger file; all but the last have the same size, as some stores want it. Vendors ask for 5 MiB at least. */
const leastPartBytes = 8 * 1024 * 1024
/** An upload has so many parts at most. */
const mostParts = 10_000
/** Two parts are in memory at most. */
const mostPartBytes = 64 * 1024 * 1024

export const partBytesFor = (maxBytes: number): number => {
  if (!Number.isFinite(maxBytes)) return leastPartBytes
  return Math.min(mostPartBytes, Math.max(leastPartBytes, Math.ceil(maxBytes / mostParts)))
}

/** Pieces of a stream as parts of one size; the last is what is left, and the only one of an empty stream is empty. */
export async function* inParts(content: AsyncIterable<Buffer>, partBytes: number, most: number): AsyncGenerator<Buffer> {
  let [held, heldBytes, total, any]: [Buffer[], number, number, boolean] = [[], 0, 0, false]
  for await (const given of content) {
    total += given.length
    if (total > most) throw tooLong(most)
    let piece = given
    while (heldBytes + piece.length > partBytes) {
      const rest = partBytes - heldBytes
      yield Buffer.concat([...held, piece.subarray(0, rest)])
      any = true
      ;[held, heldBytes, piece] = [[], 0, piece.subarray(rest)]
    }
    // A copy: what a stream gives may be used again for what comes next.
    held.push(Buffer.from(piece))
    heldBytes += piece.length
  }
  if (heldBytes > 0 || !any) yield Buffer.concat(held)
}

/** What was to be written. `checksum` as the store says it: base64, and for one of parts their number behind it. */
interface Written extends Pick<Stored, 'bytes' | 'sha256'> {
  readonly checksum: string
  /** False where something stood at the name: it may be the same. */
  readonly isDone: boolean
}

const lockHeaders = ({ lock }: Bucket, { isLasting = false }: PutOptions, now: Date): Record<string, string> => {
  if (!isLasting || lock === null) return {}
  return {
    'x-amz-object-lock-mode': lock.mode,
    'x-amz-object-lock-retain-until-date': new Date(now.getTime() + lock.days * 86_400_000).toISOString(),
  }
}

interface Writing {
  readonly call: Call
  readonly bucket: Bucket
  readonly key: string
  readonly options: PutOptions
  readonly now: () => Date
}

/**
 * Only where nothing is; false where something is. A store that does not know the condition is asked without it: that nothing was there is
 * known from before.
 */
const ifNew = async (write: (condition: Record<string, string>) => Promise<unknown>): Promise<boolean> => {
  const told = async (condition: Record<string, string>): Promise<boolean | FilesError> => {
    try {
      await write(condition)
      return true
    } catch (error) {
      if (error instanceof FilesError && (error.trouble === 'taken' || error.code === 'NotImplemented')) return error
      throw error
    }
  }
  const first = await told({ 'if-none-match': '*' })
  const last = first instanceof FilesError && first.code === 'NotImplemented' ? await told({}) : first
  if (last instanceof FilesError && last.trouble !== 'taken') throw last
  return last === true
}

/** What a stream would have been as a file. */
export const measured = async (parts: AsyncIterable<Buffer>): Promise<Written> => {
  const whole = createHash('sha256')
  const sent: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    whole.update(part)
    bytes += part.length
    sent.push(sha256Of(part))
  }
  return { bytes, sha256: whole.digest(), checksum: checksumOf(sent), isDone: false }
}

const checksumOf = (parts: readonly Buffer[]): string => {
  const [only, ...more] = parts
  return only && more.length === 0
    ? only.toString('base64')
    : `${sha256Of(Buffer.concat([...parts])).toString('base64')}-${parts.length}`
}

/** In one request. */
export const writeWhole = async ({ call, bucket, key, options, now }: Writing, body: Buffer): Promise<Written> => {
  const sha256 = sha256Of(body)
  const checksum = sha256.toString('base64')
  const headers = {
    'content-type': 'application/octet-stream',
    'x-amz-checksum-sha256': checksum,
    ...lockHeaders(bucket, options, now()),
  }
  const isDone = await ifNew((condition) => call({ method: 'PUT', key, headers: { ...headers, ...condition }, body }))
  return { bytes: body.length, sha256, checksum, isDone }
}

/** In parts, one after the other. An upload that fails is aborted: nothing of it stays, and nothing of it is ever seen. */
export const writeParts = async (writing: Writing, parts: AsyncIterable<Buffer>): Promise<Written> => {
  const { call, bucket, key, options, now } = writing
  const begun = await call({
    ...{ method: 'POST', key, query: { uploads: '' } },
    headers: {
      'content-type': 'application/octet-stream',
      'x-amz-checksum-algorithm': 'SHA256',
      ...lockHeaders(bucket, options, now()),
    },
  })
  const uploadId = childText(readAnswer(begun.body), 'UploadId')
  if (!uploadId) throw new FilesError('away', 'S3 began an upload without an id.')
  try {
    const written = await sendParts(writing, uploadId, parts)
    if (!written.isDone) await abort(call, key, uploadId)
    return written
  } catch (error) {
    // Where this fails too, the sweep finds it.
    await abort(call, key, uploadId).catch(() => {})
    throw error
  }
}

export const abort = async (call: Call, key: string, uploadId: string): Promise<void> => {
  await call({ method: 'DELETE', key, query: { uploadId }, taken: [404] })
}

const sendParts = async ({ call, key }: Writing, uploadId: string, parts: AsyncIterable<Buffer>): Promise<Written> => {
  const whole = createHash('sha256')
  const sent: { readonly etag: string; readonly sha256: Buffer }[] = []
  let bytes = 0
  for await (const body of parts) {
    whole.update(body)
    bytes += body.length
    const sha256 = sha256Of(body)
    const { headers } = await call({
      ...{ method: 'PUT', key, query: { partNumber: String(sent.length + 1), uploadId }, body },
      headers: { 'x-amz-checksum-sha256': sha256.toString('base64') },
    })
    sent.push({ etag: headers.etag ?? '', sha256 })
  }
  const list = sent.map(
    ({ etag, sha256 }, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${xmlText(etag)}</ETag><ChecksumSHA256>${sha256.toString('base64')}</ChecksumSHA256></Part>`,
  )
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`,
  )
  const isDone = await ifNew((condition) =>
    // 404: a completion whose answer was lost has been done, and its upload is no more. What then stands there is compared.
    call({
      method: 'POST',
      key,
      query: { uploadId },
      headers: { 'content-type': 'application/xml', ...condition },
      body,
      taken: [404],
    }),
  )
  const ofParts = sha256Of(Buffer.concat(sent.map(({ sha256 }) => sha256))).toString('base64')
  return { bytes, sha256: whole.digest(), checksum: `${ofParts}-${sent.length}`, isDone }
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Whether what stands at a name is this: by the store's own checksum where it keeps one, else all of it is read again. Null: nothing is
 * there.
 */
export const isThere = async (
  call: Call,
  key: string,
  { bytes, sha256, checksum }: Written,
  readAll: () => Promise<AsyncIterable<unknown>>,
): Promise<boolean | null> => {
  const { status, headers } = await call({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' }, taken: [404] })
  if (status === 404) return null
  if (Number(headers['content-length']) !== bytes) return false
  const kept = headers['x-amz-checksum-sha256']
  // Of other parts, another checksum says nothing.
  if (kept !== undefined && (kept === checksum || kept === sha256.toString('base64'))) return true
  if (kept !== undefined && !kept.includes('-')) return false
  const digest = createHash('sha256')
  for await (const piece of await readAll()) digest.update(piece as Buffer)
  return digest.digest().equals(sha256)
}

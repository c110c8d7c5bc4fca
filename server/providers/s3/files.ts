import { Readable } from 'node:stream'
import type { Answer } from '#core/outbound/http.ts'
import { type Files, FilesError, noSuchFile, type PutOptions, type Stored } from '#ports/files.ts'
import { sha256OfAll } from '#shapes/sha256.ts'
import type { XmlElement } from '../caldav/xml.ts'
import type { Query } from './bucket.ts'
import { type Call, openCalls, type S3Parts } from './calls.ts'
import { asFilesError, childrenNamed, childText, errorCodeOf, readAnswer } from './errors.ts'
import { abort, inParts, isThere, measured, partBytesFor, writeParts, writeWhole } from './writes.ts'

/** So much of a file is asked for at a time: what is read waits for its reader. */
const rangeBytes = 4 * 1024 * 1024

/**
 * Files in a bucket of a store that speaks S3. Written once: each write says that nothing may be there, and what is there is looked at before
 * and after, as not every store keeps to that. Its checksum is sent along and compared with what the store has afterwards.
 */
export const s3Files = (parts: S3Parts): Files => {
  const { bucket, now } = parts
  const call = openCalls(parts)
  const keyOf = (name: string): string => `${bucket.prefix}${name}`
  const read = (name: string, start = 0): Promise<Readable> => readRanges(call, keyOf(name), name, start)

  const put = async (name: string, content: Readable, options: PutOptions = {}): Promise<Stored> => {
    const key = keyOf(name)
    const most = options.maxBytes ?? Number.POSITIVE_INFINITY
    const source = inParts(content as AsyncIterable<Buffer>, partBytesFor(most), most)
    try {
      const written = await write({ call, bucket, key, options, now }, source, (await size(name)) === null)
      const found = await isThere(call, key, written, () => read(name))
      if (found === true) return { bytes: written.bytes, sha256: written.sha256, place: 's3' }
      if (found === null) throw new FilesError('away', `${name} was written to S3 and is not there.`)
      if (!written.isDone) throw new FilesError('taken', `${name} belongs to other content`)
      // Nothing was there before: what is there is ours, and of no use.
      await call({ method: 'DELETE', key, taken: [404] })
      throw new FilesError('damaged', `${name} is not in S3 what was sent; it was removed again.`)
    } finally {
      await source.return(undefined)
    }
  }

  const size = async (name: string): Promise<number | null> => {
    const { status, headers } = await call({ method: 'HEAD', key: keyOf(name), taken: [404] })
    return status === 404 ? null : Number(headers['content-length'])
  }

  return {
    place: 's3',
    put,
    read,
    digest: async (name) => sha256OfAll(await read(name)),
    size,
    async remove(name) {
      await call({ method: 'DELETE', key: keyOf(name), taken: [404] })
    },
    async *list() {
      for await (const page of pages(call, { 'list-type': '2', prefix: bucket.prefix }))
        for (const object of childrenNamed(page, 'Contents')) {
          const key = childText(object, 'Key') ?? ''
          if (key.startsWith(bucket.prefix) && !key.endsWith('/'))
            yield { name: key.slice(bucket.prefix.length), bytes: Number(childText(object, 'Size')) }
        }
    },
    async sweep(before) {
      const found: { readonly key: string; readonly uploadId: string }[] = []
      for await (const page of uploadPages(call, bucket.prefix))
        for (const upload of childrenNamed(page, 'Upload')) {
          const key = childText(upload, 'Key') ?? ''
          const begun = new Date(childText(upload, 'Initiated') ?? Number.NaN)
          if (key.startsWith(bucket.prefix) && begun < before)
            found.push({ key, uploadId: childText(upload, 'UploadId') ?? '' })
        }
      for (const { key, uploadId } of found) await abort(call, key, uploadId)
      return found.length
    },
  }
}

/** Small files in one request, larger ones in parts; where something stands at the name, nothing is sent. */
const write = async (writing: Parameters<typeof writeWhole>[0], source: AsyncGenerator<Buffer>, isFree: boolean) => {
  const first = await source.next()
  const second = await source.next()
  const head: Buffer = first.value ?? Buffer.alloc(0)
  if (isFree && second.done) return writeWhole(writing, head)
  const parts = joined(second.done ? [head] : [head, second.value], source)
  return isFree ? writeParts(writing, parts) : measured(parts)
}

async function* joined(begun: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* begun
  yield* rest
}

/** Page after page of a list. */
async function* pages(call: Call, query: Query): AsyncGenerator<XmlElement> {
  let from: Query = {}
  for (;;) {
    const page = answerOf(await call({ method: 'GET', key: '', query: { ...query, ...from } }))
    yield page
    const token = childText(page, 'NextContinuationToken')
    if (childText(page, 'IsTruncated') !== 'true' || token === null) return
    from = { 'continuation-token': token }
  }
}

async function* uploadPages(call: Call, prefix: string): AsyncGenerator<XmlElement> {
  let from: Query = {}
  for (;;) {
    const page = answerOf(await call({ method: 'GET', key: '', query: { uploads: '', prefix, ...from } }))
    yield page
    const [key, id] = [childText(page, 'NextKeyMarker'), childText(page, 'NextUploadIdMarker')]
    if (childText(page, 'IsTruncated') !== 'true' || key === null) return
    from = { 'key-marker': key, ...(id !== null && { 'upload-id-marker': id }) }
  }
}

const answerOf = ({ body, isCut }: Answer): XmlElement => {
  const answer = isCut ? null : readAnswer(body)
  if (!answer) throw new FilesError('away', 'S3 answered a list that cannot be read.')
  return answer
}

/** What a Range of bytes came with. */
interface Range {
  readonly bytes: Buffer
  readonly total: number
  readonly etag: string
}

/** From byte `start` on, range by range, all of the same object. The first is asked for at once: whether there is such a file is known then. */
const readRanges = async (call: Call, key: string, name: string, start: number): Promise<Readable> => {
  const first = await readRange(call, key, name, start, null)
  if (first === null) return Readable.from([])
  return Readable.from(
    (async function* () {
      yield first.bytes
      for (let at = start + first.bytes.length; at < first.total; ) {
        const next = await readRange(call, key, name, at, first.etag)
        if (next === null || next.total !== first.total) throw new FilesError('damaged', `${name} changed while it was read.`)
        yield next.bytes
        at += next.bytes.length
      }
    })(),
    { objectMode: false, highWaterMark: rangeBytes },
  )
}

/** Null where the file ends before. */
const readRange = async (call: Call, key: string, name: string, start: number, etag: string | null): Promise<Range | null> => {
  const answer = await call({
    ...{ method: 'GET', key, maxBytes: rangeBytes, taken: [404, 416] },
    headers: { range: `bytes=${start}-${start + rangeBytes - 1}`, ...(etag && { 'if-match': etag }) },
  })
  const { status, headers, body } = answer
  if (status === 404 && isMissing(body)) throw noSuchFile(name)
  if (status === 404) throw asFilesError(answer)
  if (status === 416) return null
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  // A store may answer a small file whole; a page of something in between has no such mark.
  const isWhole =
    status === 200 && start === 0 && headers.etag !== undefined && Number(headers['content-length']) === body.length
  if (!isWhole && (status !== 206 || Number(from) !== start))
    throw new FilesError('refused', 'The store does not read ranges of files.')
  const size = isWhole ? body.length : Number(total)
  // A connection that broke is no end of a file: what is missing is asked for with the next range.
  if (body.length === 0 && size > start) throw new FilesError('away', 'S3 broke off while a file was read.')
  return body.length === 0 ? null : { bytes: body, total: size, etag: headers.etag ?? '' }
}

/** The bucket may be missing instead: then nothing is known of the file. */
const isMissing = (body: Buffer): boolean => {
  const code = errorCodeOf(body)
  return code === null || code === 'NoSuchKey'
}

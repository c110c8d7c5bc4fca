import { createHash } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { type Answered, type Asked, bucketOf, header, lockOf } from './asked.ts'
import { type Algorithm, algorithms, checksumOf, compositeOf, headerOf, md5Hex } from './checksums.ts'
import { checksumHeaders, harmed, requireFree, versionHeader } from './objects.ts'
import { answer, element, errorBody, noSuchUpload, S3Refusal } from './refusals.ts'
import type { Store, UploadRow } from './store.ts'

const leastPartBytes = 5 * 1024 * 1024
const mostListed = 1_000

export const beginUpload = (store: Store, asked: Asked): Answered => {
  const bucket = bucketOf(store, asked)
  const told = header(asked, 'x-amz-checksum-algorithm') ?? 'CRC32'
  const algorithm = algorithms.find((each) => each === told)
  if (!algorithm)
    throw new S3Refusal(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented')
  const upload: UploadRow = {
    ...{ id: asked.newId('upload.'), bucket: asked.bucket, key: asked.key, algorithm, lock: lockOf(asked, bucket) },
    ...{ type: header(asked, 'content-type') ?? 'binary/octet-stream', at: asked.now.toISOString(), parts: {} },
  }
  store.uploads.put(upload)
  return {
    headers: { 'x-amz-checksum-algorithm': algorithm },
    body: answer(
      'InitiateMultipartUploadResult',
      `${element('Bucket', asked.bucket)}${element('Key', asked.key)}${element('UploadId', upload.id)}`,
    ),
  }
}

const uploadOf = (store: Store, asked: Asked): UploadRow => {
  bucketOf(store, asked)
  const found = store.uploads.find(asked.query.get('uploadId') ?? '')
  if (!found || found.bucket !== asked.bucket || found.key !== asked.key) throw noSuchUpload()
  return found
}

export const putPart = (store: Store, asked: Asked): Answered => {
  const upload = uploadOf(store, asked)
  const part = asked.query.get('partNumber') ?? ''
  if (!/^[1-9]\d{0,4}$/.test(part) || Number(part) > 10_000)
    throw new S3Refusal(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  const checksum = checksumOf(asked.headers, asked.body)
  if (checksum.algorithm !== upload.algorithm)
    throw new S3Refusal(
      400,
      'InvalidRequest',
      `Checksum Type mismatch occurred, expected checksum Type: ${upload.algorithm.toLowerCase()}, actual checksum Type: ${checksum.algorithm.toLowerCase()}`,
    )
  const etag = `"${md5Hex(asked.body)}"`
  store.putPart(upload, part, asked.fault === 'corrupt' ? harmed(asked.body) : asked.body, { etag, checksum: checksum.value })
  return { headers: { ETag: etag, ...(asked.fault !== 'no_checksums' && { [headerOf(checksum.algorithm)]: checksum.value }) } }
}

export const completeUpload = (store: Store, asked: Asked): Answered => {
  const upload = uploadOf(store, asked)
  const bucket = bucketOf(store, asked)
  const wanted = readParts(asked.body.toString('utf8'))
  if (wanted.length === 0)
    throw new S3Refusal(
      400,
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    )
  const isOrdered = wanted.every(({ number }, index) => index === 0 || Number(wanted[index - 1]?.number) < Number(number))
  if (!isOrdered)
    throw new S3Refusal(
      400,
      'InvalidPartOrder',
      'The list of parts was not in ascending order. The parts list must be specified in order by part number.',
    )
  for (const { number, etag, checksums } of wanted) {
    const held = upload.parts[number]
    const told = checksums[upload.algorithm]
    if (!held || held.etag !== etag || (told !== undefined && told !== held.checksum))
      throw new S3Refusal(
        400,
        'InvalidPart',
        "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
      )
  }
  const isSmall = wanted.slice(0, -1).some(({ number }) => (upload.parts[number]?.bytes ?? 0) < leastPartBytes)
  if (isSmall) throw new S3Refusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  // S3 has sent its 200 before it knows.
  if (asked.fault === 'late_error')
    return { body: errorBody('InternalError', 'We encountered an internal error. Please try again.') }
  requireFree(store, asked)
  const bytes = Buffer.concat(wanted.map(({ number }) => store.readPart(upload, number)))
  const held = wanted.map(({ number }) => upload.parts[number])
  const etags = Buffer.concat(held.map((part) => Buffer.from((part?.etag ?? '').replaceAll('"', ''), 'hex')))
  const made = store.write(bucket, asked.key, bytes, {
    etag: `"${createHash('md5').update(etags).digest('hex')}-${wanted.length}"`,
    checksum: compositeOf(
      upload.algorithm,
      held.map((part) => part?.checksum ?? ''),
    ),
    ...{ type: upload.type, at: asked.now.toISOString(), lock: upload.lock },
  })
  store.endUpload(upload.id)
  const checksum = Object.values(checksumHeaders(asked, made))
  return {
    headers: versionHeader(bucket.hasLock, made),
    body: answer(
      'CompleteMultipartUploadResult',
      `${element('Bucket', asked.bucket)}${element('Key', asked.key)}${element('ETag', made.etag)}${checksum.length > 0 ? `${element(`Checksum${upload.algorithm}`, made.checksum.value)}${element('ChecksumType', 'COMPOSITE')}` : ''}`,
    ),
  }
}

export const abortUpload = (store: Store, asked: Asked): Answered => {
  store.endUpload(uploadOf(store, asked).id)
  return { status: 204 }
}

export const listUploads = (store: Store, asked: Asked): Answered => {
  bucketOf(store, asked)
  const prefix = asked.query.get('prefix') ?? ''
  const [afterKey, afterId] = [asked.query.get('key-marker') ?? '', asked.query.get('upload-id-marker') ?? '']
  const most = Math.min(mostListed, Number(asked.query.get('max-uploads') ?? mostListed))
  const found = store.uploads
    .list()
    .filter(({ bucket, key }) => bucket === asked.bucket && key.startsWith(prefix))
    .sort((one, other) => (`${one.key}\0${one.id}` < `${other.key}\0${other.id}` ? -1 : 1))
    .filter(({ key, id }) => key > afterKey || (key === afterKey && afterId !== '' && id > afterId))
  const shown = found.slice(0, most)
  const last = shown.at(-1)
  const isCut = found.length > shown.length && last !== undefined
  return {
    body: answer(
      'ListMultipartUploadsResult',
      `${element('Bucket', asked.bucket)}${element('Prefix', prefix)}${element('MaxUploads', most)}${element('IsTruncated', String(isCut))}${isCut ? `${element('NextKeyMarker', last.key)}${element('NextUploadIdMarker', last.id)}` : ''}${shown
        .map(
          ({ key, id, at }) =>
            `<Upload>${element('Key', key)}${element('UploadId', id)}${element('Initiated', at)}${element('StorageClass', 'STANDARD')}</Upload>`,
        )
        .join('')}`,
    ),
  }
}

interface WantedPart {
  readonly number: string
  readonly etag: string
  readonly checksums: { readonly [Each in Algorithm]?: string }
}

/** The list of a completion. Throws where it is none. */
const readParts = (text: string): WantedPart[] => {
  const parser = new SaxesParser()
  const parts: Record<string, string>[] = []
  let open = ''
  let inside: Record<string, string> | null = null
  const malformed = () => {
    throw new S3Refusal(
      400,
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    )
  }
  parser.on('error', malformed)
  parser.on('doctype', malformed)
  parser.on('opentag', ({ name }) => {
    if (name === 'Part') inside = {}
    open = name
  })
  parser.on('text', (piece) => {
    if (inside && open !== 'Part' && open !== '') inside[open] = (inside[open] ?? '') + piece
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'Part' && inside) parts.push(inside)
    if (name === 'Part') inside = null
    open = ''
  })
  parser.write(text).close()
  return parts.map((part) => ({
    number: part.PartNumber ?? '',
    etag: part.ETag?.startsWith('"') ? part.ETag : `"${part.ETag ?? ''}"`,
    checksums: Object.fromEntries(
      algorithms.flatMap((each) => (part[`Checksum${each}`] === undefined ? [] : [[each, part[`Checksum${each}`]]])),
    ),
  }))
}

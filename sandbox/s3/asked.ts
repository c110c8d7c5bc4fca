import type { FastifyRequest } from 'fastify'
import { faultOf } from '../faults.ts'
import type { SimulatorContext } from '../simulators.ts'
import { S3Refusal } from './refusals.ts'
import type { BucketRow, Lock, Store } from './store.ts'

/** A request, taken apart. */
export interface Asked {
  readonly method: string
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: FastifyRequest['headers']
  readonly body: Buffer
  readonly fault: string | null
  readonly now: Date
  readonly newId: SimulatorContext['newId']
}

/** What is answered: headers of its own beside a body. */
export interface Answered {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: string | Buffer
}

export const askedOf = (request: FastifyRequest, prefix: string, context: SimulatorContext): Asked => {
  const url = request.originalUrl
  const [whole = '', search = ''] = [url.split('?')[0], url.slice(url.indexOf('?') + 1 || url.length)]
  const below = whole.startsWith(prefix) ? whole.slice(prefix.length) : whole
  const hosted = /^([a-z0-9][a-z0-9.-]*)\.localhost(:\d+)?$/.exec(request.headers.host ?? '')?.[1]
  const parts = below.split('/').slice(1).map(decodePart)
  const [bucket = '', ...key] = hosted === undefined ? parts : [hosted, ...parts]
  return {
    ...{ method: request.method, bucket, key: key.join('/'), query: new URLSearchParams(search) },
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    ...{ fault: faultOf(request), now: context.now(), newId: context.newId },
  }
}

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new S3Refusal(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}

export const header = ({ headers }: Pick<Asked, 'headers'>, name: string): string | undefined =>
  headers[name] === undefined ? undefined : [headers[name]].flat().join(',')

export const bucketOf = (store: Store, { bucket }: Asked): BucketRow => {
  const found = store.buckets.find(bucket)
  if (!found) throw new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucket })
  return found
}

/** How long an object is to stay, as the request says. */
export const lockOf = (asked: Asked, { hasLock }: BucketRow): Lock | null => {
  const [mode, until] = [header(asked, 'x-amz-object-lock-mode'), header(asked, 'x-amz-object-lock-retain-until-date')]
  if (mode === undefined && until === undefined) return null
  if (!hasLock) throw new S3Refusal(400, 'InvalidRequest', 'Bucket is missing Object Lock Configuration')
  if (mode === undefined || until === undefined)
    throw new S3Refusal(
      400,
      'InvalidArgument',
      'x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied',
    )
  if (mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE') throw new S3Refusal(400, 'InvalidArgument', 'Unknown wormMode directive.')
  if (!(new Date(until) > asked.now))
    throw new S3Refusal(400, 'InvalidArgument', 'The retain until date must be in the future!')
  return { mode, until: new Date(until).toISOString() }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { forPeople, type Simulator } from '../simulators.ts'
import { type Answered, type Asked, askedOf } from './asked.ts'
import { describeBucket, headBucket, listBuckets, listObjects, makeBucket } from './buckets.ts'
import { deleteObject, getObject, headObject, objectAttributes, putObject } from './objects.ts'
import { storePage } from './page.ts'
import { errorBody, S3Refusal } from './refusals.ts'
import { checkSignature, sandboxKey } from './signatures.ts'
import { openStore, type Store } from './store.ts'
import { abortUpload, beginUpload, completeUpload, listUploads, putPart } from './uploads.ts'

/** S3 takes 5 GiB in one request; a sandbox has less memory. */
const mostBodyBytes = 96 * 1024 * 1024

/** Amazon S3, as far as files are kept in it. */
export const s3: Simulator = {
  slug: 's3',
  title: 'S3',
  instead: 'a store of files that speaks S3',
  about: `Stores files where S3_ENDPOINT leads here. There are the buckets “foyer” and “foyer-locked” (with Object Lock), and one key: ${sandboxKey.accessKeyId} with the secret ${sandboxKey.secretAccessKey}.`,
  pages: [{ path: '/stored', title: 'Stored objects' }],
  counts: (context) => ({ objects: openStore(context).count }),
  isMeant: ({ authorization }) => authorization.startsWith('AWS4-HMAC-SHA256 '),
  textsOfErrors: (status) =>
    status === 500
      ? errorBody('InternalError', 'We encountered an internal error. Please try again.')
      : errorBody('SlowDown', 'Please reduce your request rate.'),
  ownFaults: {
    ignores_conditions: 'If-None-Match is ignored: what is there is overwritten, as some stores do.',
    no_conditions: 'If-None-Match is answered with 501, as some stores do.',
    conflict: 'Conditional writes meet another one: 409 ConditionalRequestConflict.',
    no_checksums: 'Checksums are neither kept nor answered, as some stores do.',
    corrupt: 'One bit of what is stored is another one.',
    late_error: 'CompleteMultipartUpload answers 200 with an error in its body.',
    no_ranges: 'A Range is ignored.',
    denied: '403 AccessDenied.',
    skewed: '403 RequestTimeTooSkewed.',
  },

  register(app, context) {
    const store = openStore(context)
    const { prefix } = app
    // Bytes, whatever they call themselves.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBodyBytes },
      async (_request: unknown, body: Buffer) => body,
    )
    app.get('/stored', forPeople, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(storePage(context.base, context.address(), store)),
    )
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url: '/*',
      handler: (request, reply) => answerAsked(store, askedOf(request, prefix, context), request, reply),
    })
  },
}

const answerAsked = (store: Store, asked: Asked, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const isHead = asked.method === 'HEAD'
  try {
    checkSignature({ method: asked.method, url: request.originalUrl, headers: asked.headers, body: asked.body }, asked.now)
    const { status = 200, headers = {}, body = '' } = answerTo(store, asked)
    if (typeof body === 'string' && body !== '') reply.type('application/xml')
    return reply
      .code(status)
      .headers({ Server: 'AmazonS3', ...headers })
      .send(isHead ? '' : body)
  } catch (error) {
    if (!(error instanceof S3Refusal)) throw error
    reply.code(error.status).headers({ Server: 'AmazonS3', 'x-amz-bucket-region': sandboxKey.region })
    // A HEAD has no body, and so no code: callers see a status alone.
    return isHead ? reply.send('') : reply.type('application/xml').send(errorBody(error.code, error.message, error.more))
  }
}

const answerTo = (store: Store, asked: Asked): Answered => {
  if (asked.fault === 'denied') throw new S3Refusal(403, 'AccessDenied', 'Access Denied')
  if (asked.fault === 'skewed')
    throw new S3Refusal(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
  if (asked.bucket === '') return asked.method === 'GET' ? listBuckets(store) : notAllowed()
  return asked.key === '' ? ofBucket(store, asked) : ofObject(store, asked)
}

const ofBucket = (store: Store, asked: Asked): Answered => {
  const { method, query } = asked
  if (method === 'PUT') return makeBucket(store, asked)
  if (method === 'HEAD') return headBucket(store, asked)
  if (method !== 'GET') return notAllowed()
  if (query.has('uploads')) return listUploads(store, asked)
  return describeBucket(store, asked) ?? listObjects(store, asked)
}

const ofObject = (store: Store, asked: Asked): Answered => {
  const { method, query } = asked
  const isUpload = query.has('uploadId')
  if (method === 'PUT') return isUpload ? putPart(store, asked) : putObject(store, asked)
  if (method === 'POST' && query.has('uploads')) return beginUpload(store, asked)
  if (method === 'POST' && isUpload) return completeUpload(store, asked)
  if (method === 'DELETE') return isUpload ? abortUpload(store, asked) : deleteObject(store, asked)
  if (method === 'HEAD') return headObject(store, asked)
  if (method === 'GET') return query.has('attributes') ? objectAttributes(store, asked) : getObject(store, asked)
  return notAllowed()
}

const notAllowed = (): never => {
  throw new S3Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
}

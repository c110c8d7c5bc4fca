import { randomBytes } from 'node:crypto'
import { faultOf } from '../faults.ts'
import { forPeople, type Simulator } from '../simulators.ts'
import { type Authority, type ListFault, makeAuthority } from './authority.ts'
import { integer, sequence, valuesIn } from './der.ts'

const mostBytes = 4_096

/** A timestamp authority (RFC 3161, over HTTP). Its keys are made with the first request, and are others after a restart. */
export const timestamps: Simulator = {
  slug: 'timestamps',
  title: 'Timestamps',
  instead: 'a timestamp authority (RFC 3161)',
  about:
    'Stamps the seals of documents, where Settings → Sealing asks for it and TIMESTAMP_URL names no other authority, and says what its root revoked.',
  pages: [{ path: '/root.pem', title: 'Root certificate' }],
  ownFaults: {
    wrong_nonce: 'The answer is that to another request.',
    wrong_imprint: 'The token is over another digest.',
    expired_certificate: 'The certificate that signs had ended before.',
    denied: 'The authority refuses the request, in its own words.',
    garbage: 'The answer has the right type and is no token.',
    crl_revoked: 'The revocation list of its root names its certificate.',
    crl_foreign: 'The revocation list is by another issuer.',
    crl_forged: 'The revocation list is not signed by its root.',
    crl_outdated: 'The revocation list ended a day ago.',
    crl_garbage: 'The revocation list is none.',
  },

  register(app, context) {
    let made: Authority | undefined
    const authority = (): Authority => {
      made ??= makeAuthority(context.now())
      return made
    }
    app.addContentTypeParser(
      'application/timestamp-query',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async (_request: unknown, body: Buffer) => body,
    )
    app.get('/root.pem', forPeople, async (_request, reply) => reply.type('application/x-pem-file').send(authority().rootPem))
    app.get('/root.crl', async (request, reply) => {
      const fault = faultOf(request)
      const list = fault === 'crl_garbage' ? randomBytes(600) : authority().crl(context.now(), listFault(fault))
      return reply.type('application/pkix-crl').send(list)
    })
    app.post('/', async (request, reply) => {
      reply.type('application/timestamp-reply')
      const asked = Buffer.isBuffer(request.body) ? readQuery(request.body) : null
      const fault = faultOf(request)
      // 2.4.2: rejection.
      if (!asked || fault === 'denied') return reply.send(sequence(sequence(integer(2))))
      if (fault === 'garbage') return reply.send(randomBytes(600))
      const token = authority().stamp({
        ...asked,
        at: context.now(),
        isEnded: fault === 'expired_certificate',
        // Where it was called: what the server calls the sandbox by, and no browser need reach.
        crlUrl: `${request.protocol}://${request.host}${request.url.replace(/\/?(\?.*)?$/, '')}/root.crl`,
        ...(fault === 'wrong_nonce' && { nonce: integer(Buffer.from([0x41, 7])) }),
        ...(fault === 'wrong_imprint' && { imprint: withOtherDigest(asked.imprint) }),
      })
      return reply.send(sequence(sequence(integer(0)), token))
    })
  },
}

const listFault = (fault: string | null): ListFault | null =>
  fault === 'crl_revoked' || fault === 'crl_foreign' || fault === 'crl_forged' || fault === 'crl_outdated' ? fault : null

const withOtherDigest = (imprint: Buffer): Buffer => {
  const other = Buffer.from(imprint)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  return other
}

/** What a TimeStampReq asks (2.4.1); null where it is none. */
const readQuery = (body: Buffer) => {
  try {
    const [query] = valuesIn(body)
    const [version, imprint, ...more] = valuesIn(query?.content ?? Buffer.alloc(0))
    if (query?.tag !== 0x30 || version?.content[0] !== 1 || imprint?.tag !== 0x30) return null
    return {
      imprint: imprint.raw,
      nonce: more.find(({ tag }) => tag === 0x02)?.raw ?? null,
      hasCertificates: more.some(({ tag, content }) => tag === 0x01 && content[0] !== 0),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

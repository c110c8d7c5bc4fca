import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import type { HintFacts, MailboxesVendor } from '../vendors.ts'

/** As Google names itself in its id tokens (https://accounts.google.com/.well-known/openid-configuration). */
const googleIssuers = ['https://accounts.google.com', 'accounts.google.com']
const leewaySeconds = 60

/** https://cloud.google.com/pubsub/docs/push */
const Push = z.object({ message: z.object({ data: z.string().max(65_536) }) })
/** https://developers.google.com/workspace/gmail/api/guides/push: the number is a hint too, and what changed is asked for anyway. */
const Notification = z.object({ emailAddress: z.string().min(3).max(254) })

interface Source {
  readonly isSandbox: boolean
  readonly issuers: readonly string[]
  readonly keysUrl: string
  readonly serviceAccount: string
}

/**
 * What Gmail publishes to the operator's topic, as Pub/Sub brings it here: proven by a token that Google signed for the subscription's
 * service account and our audience (https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions). The simulator signs with keys
 * of its own, which open its own accounts alone.
 */
export const openGmailHints: NonNullable<MailboxesVendor['openHints']> = ({ factsOf, keySet, log, now }) => {
  const sets = new Map<string, JWTVerifyGetKey>()
  const keysOf = ({ issuers: [issuer = ''], keysUrl }: Source): JWTVerifyGetKey => {
    const keys = sets.get(keysUrl) ?? keySet(issuer, keysUrl)
    sets.set(keysUrl, keys)
    return keys
  }
  return async ({ authorization, body }) => {
    const token = /^Bearer\s+([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return null
    const facts = factsOf()
    const issuer = issuerIn(token)
    const source = sourcesOf(facts).find(({ issuers }) => issuers.includes(issuer))
    if (!source) return null
    const { serviceAccount } = source
    try {
      const { payload } = await jwtVerify(token, keysOf(source), {
        ...{ algorithms: ['RS256'], issuer: [...source.issuers], audience: facts.audience, clockTolerance: leewaySeconds },
        ...{ currentDate: now(), requiredClaims: ['exp', 'iat', 'email'] },
      })
      if (payload.email_verified !== true || payload.email !== serviceAccount) {
        log.warn({ claim: 'email' }, 'an announcement of Gmail is of another service account')
        return null
      }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
      const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined
      log.warn({ code: error.code, claim }, 'an announcement of Gmail is not proven')
      return null
    }
    return { isSandbox: source.isSandbox, email: emailIn(body) }
  }
}

/** What it claims, to find the keys by. */
const issuerIn = (token: string): string => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return z.object({ iss: z.string() }).safeParse(claims).data?.iss ?? ''
  } catch {
    return ''
  }
}

const keysPath = '/oauth2/v3/certs'
const sourcesOf = ({ base, sandbox, serviceAccount }: HintFacts): Source[] => {
  const google = base === null ? googleIssuers : [base]
  const keysUrl = `${base ?? 'https://www.googleapis.com'}${keysPath}`
  return [
    ...(serviceAccount === null ? [] : [{ isSandbox: false, issuers: google, keysUrl, serviceAccount }]),
    ...(sandbox === null
      ? []
      : [
          {
            ...{ isSandbox: true, issuers: [sandbox.pageBase], keysUrl: `${sandbox.base}${keysPath}` },
            serviceAccount: sandbox.serviceAccount,
          },
        ]),
  ]
}

const emailIn = (body: Buffer): string | null => {
  try {
    const { message } = Push.parse(JSON.parse(body.toString('utf8')))
    // Of either alphabet.
    return Notification.parse(JSON.parse(Buffer.from(message.data, 'base64').toString('utf8'))).emailAddress
  } catch {
    return null
  }
}

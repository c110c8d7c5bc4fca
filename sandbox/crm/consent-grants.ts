import { createHash } from 'node:crypto'
import type { Behaviour, Code, Grant, Kept } from '../google/rows.ts'
import { end, grantControls, grantOfAccess, oldOf, running, secret } from '../google/tokens.ts'
import type { SimulatorContext } from '../simulators.ts'
import type { ConsentVendor, RefusalCode } from './consent-vendors.ts'

const codeMs = 10 * 60_000
const tokensMs = 10 * 60_000
const tokensMost = 10

/** What the vendor refuses; the vendor's words are those of its data. */
export class ConsentRefused extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

type Words = Readonly<Record<string, unknown>>

/** What strikes a request for tokens. */
export interface TokenFaults {
  readonly rotates: boolean
  readonly isCounted: boolean
}

const keptOf = (context: SimulatorContext): Kept => ({
  codes: context.table<Code>('consent-codes'),
  grants: context.table<Grant>('consents'),
  behaviour: context.table<Behaviour & { readonly id: string }>('consent-behaviour'),
  at: () => context.now().getTime(),
})

const needed = (sent: Words, name: string): string => {
  const value = sent[name]
  if (typeof value !== 'string' || value === '') throw new ConsentRefused('bad_request')
  return value
}

/** Any client that has an id, and a secret that does not begin with `wrong`. */
const checkClient = (sent: Words): void => {
  const [id, its] = [sent.client_id, sent.client_secret]
  if (typeof id !== 'string' || id === '' || typeof its !== 'string' || its === '' || its.startsWith('wrong'))
    throw new ConsentRefused('bad_client')
}

/** The end of a token of this server, by which it is known after its end, too. */
const tokenEnd = /~g[\w-]{32}$/

/**
 * Whether a token that the simulated consent gave is good. Undefined: it is not from there, so that the simulator takes it or not by
 * its form.
 */
export const isGoodToken = (context: SimulatorContext, token: string): boolean | undefined =>
  tokenEnd.test(token) ? grantOfAccess(keptOf(context), token) !== undefined : undefined

/** Whose it is, and what it may do: null for a token that is over. Undefined: it is not from the simulated consent. */
export const grantOfToken = (context: SimulatorContext, token: string): Grant | null | undefined =>
  tokenEnd.test(token) ? (grantOfAccess(keptOf(context), token)?.grant ?? null) : undefined

/** What tokens are made of. */
interface Making {
  readonly kept: Kept
  readonly vendor: ConsentVendor
  readonly behaviour: () => Behaviour
  /** When each refresh token was last taken. */
  readonly taken: Map<string, number[]>
}

const giveAccess = ({ kept, vendor, behaviour }: Making, grant: Grant, more: Partial<Grant>) => {
  const { accessTokenSeconds } = behaviour()
  const token = `${vendor.accessPrefix(grant.accountId)}~g${secret(24)}`
  const alive = grant.accessTokens.filter(({ expiresAt }) => expiresAt > kept.at())
  const accessTokens = [{ token, expiresAt: kept.at() + accessTokenSeconds * 1_000 }, ...alive].slice(0, 20)
  return { grant: kept.grants.put({ ...grant, ...more, accessTokens }), token, seconds: accessTokenSeconds }
}

const newRefreshToken = ({ refreshPrefix }: ConsentVendor): string => `${refreshPrefix}${secret(24)}`

const exchange = (making: Making, sent: Words) => {
  const { kept, vendor } = making
  const code = kept.codes.find(needed(sent, 'code'))
  if (!code || code.expiresAt <= kept.at() || code.clientId !== sent.client_id) throw new ConsentRefused('bad_code')
  if (code.redirectUri !== needed(sent, 'redirect_uri')) throw new ConsentRefused('bad_redirect')
  if (code.grantId !== null) {
    const grant = running(kept, code.grantId)
    if (grant) end(kept, grant, 'its code was used twice')
    throw new ConsentRefused('bad_code')
  }
  checkVerifier(code.challenge, sent.code_verifier)
  const begun = { begunAt: kept.at(), endedAt: null, ending: null, oldRefreshTokens: [], accessTokens: [], refreshes: 0 }
  const { clientId, accountId, scopes } = code
  const refreshToken = vendor.refreshes === false ? null : newRefreshToken(vendor)
  const grant: Grant = { id: secret(9), clientId, accountId, scopes, refreshToken, ...begun }
  kept.codes.put({ ...code, grantId: grant.id })
  return { ...giveAccess(making, grant, {}), refreshToken }
}

const refresh = (making: Making, sent: Words, faults: TokenFaults) => {
  const { kept, vendor, behaviour, taken } = making
  const token = needed(sent, 'refresh_token')
  const grant = kept.grants.list().find((each) => each.refreshToken === token || each.oldRefreshTokens.includes(token))
  if (!grant || grant.clientId !== sent.client_id) throw new ConsentRefused('bad_refresh_token')
  if (grant.refreshToken !== token) {
    if (behaviour().reuseEndsGrant && grant.endedAt === null) end(kept, grant, 'an old refresh token was reused')
    throw new ConsentRefused('bad_refresh_token')
  }
  if (faults.isCounted) {
    const recent = (taken.get(token) ?? []).filter((at) => at > kept.at() - tokensMs)
    if (recent.length >= tokensMost) throw new ConsentRefused('too_many_tokens')
    taken.set(token, [...recent, kept.at()])
  }
  const counted = { refreshes: grant.refreshes + 1 }
  if (!faults.rotates && !behaviour().rotates) return { ...giveAccess(making, grant, counted), refreshToken: null }
  const refreshToken = newRefreshToken(vendor)
  const more = { ...counted, refreshToken, oldRefreshTokens: oldOf(grant) }
  return { ...giveAccess(making, grant, more), refreshToken }
}

/** The consents of one simulated CRM. */
export const openConsents = (context: SimulatorContext, vendor: ConsentVendor) => {
  const kept = keptOf(context)
  const { accessTokenSeconds, rotates = false, reuseEndsGrant = false } = vendor
  const usual: Behaviour = { accessTokenSeconds, rotates, reuseEndsGrant }
  const behaviour = (): Behaviour => kept.behaviour.find('now') ?? usual
  const making: Making = { kept, vendor, behaviour, taken: new Map() }

  return {
    ...grantControls(kept, () => newRefreshToken(vendor)),
    behaviour,

    /** The code for what a person allowed. */
    allow(wish: Pick<Code, 'clientId' | 'redirectUri' | 'challenge' | 'scopes'>, accountId: string): string {
      for (const old of kept.codes.list()) if (old.expiresAt <= kept.at()) kept.codes.remove(old.id)
      const [id, expiresAt] = [secret(30), kept.at() + codeMs]
      return kept.codes.put({ ...wish, id, accountId, isOffline: true, expiresAt, grantId: null }).id
    },

    /** Fresh tokens for a code, or for a refresh token; that is null where the old one stays. */
    token(sent: Words, faults: TokenFaults) {
      const kind = needed(sent, 'grant_type')
      checkClient(sent)
      if (kind === 'authorization_code') return exchange(making, sent)
      if (kind !== 'refresh_token') throw new ConsentRefused('bad_grant_type')
      return refresh(making, sent, faults)
    },

    /** A token that lives longer, for one that is good. */
    prolong(sent: Words, field: string) {
      checkClient(sent)
      const known = grantOfAccess(kept, needed(sent, field))
      if (!known || known.grant.clientId !== sent.client_id) throw new ConsentRefused('bad_refresh_token')
      return { ...giveAccess(making, known.grant, { refreshes: known.grant.refreshes + 1 }), refreshToken: null }
    },

    /** Ends the grant of an account. Answers whether there was one. */
    revokeAccount(isMeant: (accountId: string) => boolean): boolean {
      const grant = kept.grants.list().find((each) => each.endedAt === null && isMeant(each.accountId))
      if (grant) end(kept, grant, 'revoked by the app')
      return grant !== undefined
    },

    /** Ends the grant of a token, whichever of the two it is. Answers whether there was one. */
    revoke(token: string): boolean {
      const grant = kept.grants.list().find((each) => each.refreshToken === token) ?? grantOfAccess(kept, token)?.grant
      if (grant) end(kept, grant, 'revoked by the app')
      return grant !== undefined
    },

    /** What a token stands for while it is good. */
    about(token: string): { readonly grant: Grant; readonly expiresAt: number | null } | undefined {
      const refreshed = kept.grants.list().find((each) => each.refreshToken === token)
      return refreshed ? { grant: refreshed, expiresAt: null } : grantOfAccess(kept, token)
    },
  }
}
export type Consents = ReturnType<typeof openConsents>

const checkVerifier = (challenge: Code['challenge'], verifier: unknown): void => {
  if (challenge === null) return
  const made = createHash('sha256').update(String(verifier)).digest('base64url')
  if (typeof verifier !== 'string' || made !== challenge.value) throw new ConsentRefused('bad_code')
}

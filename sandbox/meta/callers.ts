import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { faultOf } from '../faults.ts'
import { appLimit, deadToken, noPermission, noProof, Refused } from './refusals.ts'
import type { App, Grant, Page, Token } from './rows.ts'
import type { Store } from './store.ts'

/** What goes wrong here alone. */
export const metaFaults = {
  token_dead: 'Error 190: the token is over.',
  no_permission: 'Error 10: a permission is missing.',
  app_limit: 'Error 4: the app has used all its calls.',
  no_budget: 'Error 80005: the page has used all its calls for leads.',
  not_yet: 'Error 100 with subcode 33: the lead, or the form, cannot be seen yet.',
  too_much: 'Error 1: more than five leads are asked for at once.',
  odd_entry: 'A list of leads has one without an id or a time.',
} as const

export interface Caller {
  readonly token: Token
  readonly grant: Grant
  readonly app: App
}

const tokenOf = (request: FastifyRequest): string => {
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const { access_token: inQuery } = request.query as Record<string, unknown>
  const found = bearer ?? inQuery
  if (typeof found !== 'string') throw new Refused(2500, 'An active access token must be used to query information.')
  return found
}

/** Each call shows that its app knows the secret. */
const checkProof = (request: FastifyRequest, token: string, { secret }: App): void => {
  const { appsecret_proof: proof } = request.query as Record<string, unknown>
  if (proof !== createHmac('sha256', secret).update(token).digest('hex')) throw noProof(proof !== undefined)
}

/** Who calls, with a token that is good. */
export const callerOf = (store: Store, request: FastifyRequest): Caller => {
  const fault = faultOf(request)
  if (fault === 'token_dead') throw deadToken()
  if (fault === 'app_limit') throw appLimit()
  const text = tokenOf(request)
  const token = store.tokens.find(text)
  const grant = token && store.grants.find(token.grantId)
  const app = grant && store.apps.find(grant.appId)
  if (!token || !grant || !app) throw deadToken(467)
  if (grant.endedAt !== null) throw deadToken(458)
  if (token.expiresAt !== null && token.expiresAt <= store.at()) throw deadToken()
  checkProof(request, text, app)
  if (fault === 'no_permission') throw noPermission()
  return { token, grant, app }
}

/** A caller with the token of a page. */
export const pageOf = (store: Store, { token }: Caller, id: string): Page => {
  const page = token.pageId === id ? store.pages.find(id) : undefined
  if (!page) throw noPermission()
  return page
}

/** An app by its own token, `id|secret`. */
export const appOf = (store: Store, request: FastifyRequest, id: string): App => {
  const text = tokenOf(request)
  const [appId = '', secret = ''] = text.split('|')
  const known = store.apps.find(appId)
  if (appId !== id || secret === '' || (known && known.secret !== secret))
    throw new Refused(190, 'Invalid OAuth access token signature.', { status: 401 })
  const app = known ?? store.apps.put({ id: appId, secret, callbackUrl: null })
  checkProof(request, text, app)
  return app
}

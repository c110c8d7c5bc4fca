import type { FastifyRequest } from 'fastify'
import { grantOfToken } from '../crm/consent-grants.ts'
import type { SimulatorContext } from '../simulators.ts'
import { type Endpoint, openLimits } from './limits.ts'
import { CanvaRefused } from './refusals.ts'
import type { Account, Template } from './rows.ts'
import type { Store } from './store.ts'

/** Who asks, with what the endpoint wants: a scope, and its share of the limits. */
export type Admit = (request: FastifyRequest, scope: string | null, endpoint: Endpoint) => Account

/** By the access token. Counts for all endpoints together. */
export const admitter = (context: SimulatorContext, store: Store): Admit => {
  const count = openLimits(context.now)
  return (request, scope, endpoint) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const grant = grantOfToken(context, token)
    if (!grant) throw new CanvaRefused(401, 'invalid_access_token', 'Access token is invalid')
    if (scope !== null && !grant.scopes.includes(scope))
      throw new CanvaRefused(403, 'missing_scope', `Missing scopes: [${scope}]`)
    count(request, grant.accountId, endpoint)
    return store.use(grant.accountId)
  }
}

/** Of that account; another's is not there. */
export const templateOf = (store: Store, accountId: string, id: string): Template => {
  const template = store.templates.find(id)
  if (template?.accountId !== accountId) throw new CanvaRefused(404, 'not_found', 'Brand template not found')
  return template
}

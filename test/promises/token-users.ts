import { z } from 'zod'
import { type AnyAction, action } from '#core/actions/action.ts'
import { catalogue, inbound, jobs } from '#domains/catalogue.ts'
import { accessToken, inAction, whoseConnection } from '#domains/connections/connections/access-tokens.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import type { Product } from '#transports/open-actions.ts'

/** What every room does that calls a service in somebody's name, and nothing else. */
const useToken = action({
  name: 'use-token',
  summary: 'Ask for the token of a connection',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 100_000, seconds: 60 },
  input: z.object({ connectionId: z.uuid() }),
  output: z.object({ token: z.string() }),
  errors: [
    connectionErrors.connection_not_found,
    connectionErrors.connection_needs_consent,
    connectionErrors.provider_unreachable,
  ],
  run: async ({ connectionId }, context) => ({ token: await accessToken(inAction(context), connectionId) }),
})

const tryToken = action({
  name: 'try-token',
  summary: 'Call the service with the token of a connection',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 100_000, seconds: 60 },
  input: z.object({ connectionId: z.uuid() }),
  output: z.object({ account: z.string() }),
  errors: [
    connectionErrors.connection_not_found,
    connectionErrors.connection_needs_consent,
    connectionErrors.provider_unreachable,
  ],
  async run({ connectionId }, context) {
    const row = await context.inOrg(({ db }) => findConnection(db, context.org.id, connectionId))
    if (!row) throw context.fail('connection_not_found')
    return { account: await whoseConnection(inAction(context), row) }
  },
})

/** The product with somebody in it who uses tokens. */
export const tokenUsers: Product = {
  actions: [...catalogue, useToken, tryToken] as readonly AnyAction[],
  inbound,
  jobs: jobs as Product['jobs'],
}

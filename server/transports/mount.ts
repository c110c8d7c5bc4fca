import type { FastifyInstance } from 'fastify'
import { type Config, hasSandbox } from '#config'
import type { AnyAction } from '#core/actions/action.ts'
import type { Limits } from '#core/actions/rate-limits.ts'
import { Failure } from '#core/errors.ts'
import { sendFailure } from '#core/http/replies.ts'
import type { RouteContext } from '#core/http/routes.ts'
import { foyer } from '#domains/catalogue.ts'
import { openHearers } from '#domains/connections/mailboxes/hearers.ts'
import type { RejectedLog } from '#domains/crm/leads/rejected-log.ts'
import type { Tokens } from '#domains/platform/users/tokens.ts'
import { pushSubscriptions } from '../providers/mail-hints.ts'
import { reference } from '../reference/reference.ts'
import { downloads } from './files/downloads.ts'
import { liveTransport } from './live/live.ts'
import { mountSandbox } from './server/sandbox.ts'
import { web } from './web/web.ts'

/** What a server says about itself. */
interface Program {
  readonly actions: readonly AnyAction[]
  readonly version: string
  readonly config: Config
}

/** Everything behind Fastify that leads to actions: assistants, downloads, the live line, and the modules' own routes. */
export const mountTransports = async (
  app: FastifyInstance,
  context: RouteContext,
  parts: Program & { readonly publicOrigin: () => string; readonly limits: Limits; readonly rejected: RejectedLog },
): Promise<{ end(): void; settle(): Promise<void> }> => {
  const { actions, version, config, publicOrigin, limits, rejected } = parts
  const { dispatch, callers, live, metrics, crowd, secure } = context
  // The SDK is 40 MB that the worker, which starts from the same file, has no use for.
  const { mcp } = await import('./mcp/mcp.ts')
  mcp(app, {
    actions,
    dispatch,
    callers,
    limits,
    rejected,
    allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
    publicOrigin,
    version,
  })
  downloads(app, { actions, dispatch, callers, secure, crowd, mostOfMember: context.most.transfersOfMember })
  const hearers = openHearers({ live, inOrg: context.inOrg })
  const mostOfMember = config.MAX_STREAMS_PER_MEMBER
  const streams = liveTransport(app, { live, hearers, callers, metrics, crowd, mostOfMember })
  const opened = foyer.routes.map((routes) => routes.add(app, context))
  return {
    end() {
      streams.end()
      for (const routes of opened) routes?.end()
    },
    /** When the last request was answered: writes what waits. */
    async settle() {
      for (const routes of opened) await routes?.settle?.()
    },
  }
}

/** What is the same for all callers: the keys that tokens are signed with, the sandbox, the reference, and the app. */
export const mountPages = async (
  app: FastifyInstance,
  parts: Program & {
    readonly publicUrl: () => string
    readonly webFolder: string | null
    readonly keySet: Tokens['keySet']
  },
): Promise<void> => {
  const { actions, version, config, publicUrl, webFolder, keySet } = parts
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(await keySet()),
  )
  const subscriptions = () => pushSubscriptions(config, publicUrl())
  if (hasSandbox(config)) await mountSandbox(app, config, { origin: publicUrl, subscriptions })
  reference(app, { actions, address: publicUrl, version })
  if (webFolder) web(app, webFolder)
  else app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new Failure('not_found')))
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, hasSandbox } from '#config'
import { Failure } from '#core/errors.ts'
import { openVault } from '#core/foyer-key.ts'
import type { Log } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { openDatabase, type Target } from '#db/connect.ts'
import { checkDatabase, migrate, migrations } from '#db/migrate.ts'
import { foyer, jobs } from '#domains/catalogue.ts'
import type { AnyAction } from './core/actions/action.ts'
import { makeDispatch } from './core/actions/dispatch.ts'
import { makeTurns } from './core/actions/fair-queue.ts'
import { makeKnownMembers } from './core/actions/known-members.ts'
import { makeLimits } from './core/actions/rate-limits.ts'
import { addressBlock } from './core/address-blocks.ts'
import { listenLive } from './core/events/live.ts'
import { addressesBehind, proxiesAmong } from './core/http/client-address.ts'
import { sendFailure } from './core/http/replies.ts'
import { makeCrowd } from './core/http/stream-limits.ts'
import type { AnyInboundWebhook } from './core/inbound/inbound-webhook.ts'
import type { AnyJob } from './core/jobs/job.ts'
import { openQueue, renamed, setUpQueue } from './core/jobs/queue.ts'
import { makeHttp } from './core/outbound/http.ts'
import { keepCalls } from './domains/connections/connections/provider-calls.ts'
import { settleSandbox } from './domains/connections/connections/settle-sandbox.ts'
import { openIntakeLine } from './domains/crm/leads/intake-batcher.ts'
import { openRejectedLog } from './domains/crm/leads/rejected-log.ts'
import { makeKnownKeys } from './domains/platform/api-keys/known-keys.ts'
import { openTrustedIssuers } from './domains/platform/members/trusted-issuers.ts'
import { turnsAtPasswords } from './domains/platform/users/passwords.ts'
import { openRefusedSignIns } from './domains/platform/users/refused-sign-ins.ts'
import { openTokens } from './domains/platform/users/tokens.ts'
import { openOutboundHttp } from './providers/outbound-http.ts'
import { openPorts, widgetOrigins } from './providers/ports.ts'
import { reference } from './reference/reference.ts'
import { downloads } from './transports/files/downloads.ts'
import { gateway } from './transports/gateway/gateway.ts'
import { makeInboundTransport } from './transports/inbound/inbound.ts'
import { liveTransport } from './transports/live/live.ts'
import { publicApi } from './transports/public-api/public-api.ts'
import { makeCallers } from './transports/server/authentication.ts'
import { connectionsPossible } from './transports/server/connections.ts'
import { health } from './transports/server/health.ts'
import { mountSandbox } from './transports/server/sandbox.ts'
import { openServer } from './transports/server/server.ts'
import { makeSlowBodies } from './transports/server/slow-bodies.ts'
import { web } from './transports/web/web.ts'
import { openWorker } from './transports/worker/worker.ts'

/** What there is to do: everything of the catalogue, unless a test or a measurement brings its own. */
export interface Product {
  readonly actions: readonly AnyAction[]
  readonly inbound: readonly AnyInboundWebhook[]
  readonly jobs: readonly AnyJob[]
}
const wholeProduct: Product = { actions: foyer.actions, inbound: foyer.inbound, jobs }

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }

/** Brings the database up to date as its owner, the queue included. Answers the migrations that were applied. */
export const migrateAll = (owner: Target, say?: (step: string) => void): Promise<string[]> =>
  migrate(owner, {
    ...(say && { say }),
    afterwards: (client) =>
      setUpQueue(owner, client, {
        jobs: wholeProduct.jobs,
        version: { migration: migrations().at(-1)?.name ?? '', foyer: version },
      }),
  })

/** The names that the queues of today had in earlier versions, for what a backup holds of them. */
export const renamedQueues = renamed(wholeProduct.jobs)

export interface Running {
  readonly port: number
  readonly publicUrl: string
  stop(): Promise<void>
}

interface Given {
  readonly config: Config
  readonly target: Target
  readonly log: Log
  readonly now?: () => Date
  readonly product?: Product
}

/** The server: every transport that faces people and programs. As many as needed, on one database. */
export const serve = async ({
  config,
  target,
  log,
  webFolder,
  now = () => new Date(),
  product = wholeProduct,
}: Given & { webFolder: string | null }): Promise<Running> => {
  await checkDatabase(target)
  const metrics = makeMetrics()
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection')
  const database = openDatabase(target, { application: 'foyer serve', connections: config.DATABASE_CONNECTIONS, onError })
  const queue = await openQueue(database.pool, { log, signs: null })
  const live = listenLive(target, { log, application: 'foyer serve' })
  // Keys and limits do not queue behind the actions: a dozen slow lists, or calls that hold a transaction while they ask for a
  // limit, would stop the leads.
  const quick = openDatabase(target, {
    application: 'foyer serve',
    connections: 3,
    queryTimeoutMs: 5_000,
    forgetful: true,
    onError,
  })
  const keys = makeKnownKeys(quick.pool, (watch) => live.onKeyChange(watch))
  const limits = makeLimits(quick.pool)
  const line = openIntakeLine(target, { log, metrics, application: 'foyer serve', now })
  const rejected = openRejectedLog(quick.pool, { log, metrics })
  const refusedSignIns = openRefusedSignIns(database, log)
  const addressOf = addressesBehind(config.TRUSTED_PROXIES)
  const isProxy = proxiesAmong(config.TRUSTED_PROXIES)
  const slowBodies = makeSlowBodies((request) => addressBlock(addressOf(request)))
  const crowd = makeCrowd({ addressOf, isProxy, mostOfAddress: config.MAX_CONNECTIONS_PER_ADDRESS, log })
  const mostTransfers = Math.max(1, Math.floor(config.MAX_STREAMS_PER_MEMBER / 4))
  let listening = config.PORT
  const outbound = openOutboundHttp(config, () => listening, {
    record: (calls) => keepCalls(database.inOrg, calls),
    metrics,
    log,
    now,
  })
  const ports = await openPorts(config, () => listening, now, outbound)
  let publicUrl = config.publicUrl(config.PORT)
  const vault = openVault(config)
  const trusted = openTrustedIssuers({ issuers: config.TRUSTED_ISSUERS, database, log, now })
  const tokens = await openTokens(database.db, vault, () => publicUrl, now, trusted)
  const callers = makeCallers({ database, tokens, keys, vault, now })
  const secure = (config.PUBLIC_URL ?? '').startsWith('https:')
  let closing = false
  const settings = settingsOf(config, () => publicUrl)
  const { actions } = product
  const members = makeKnownMembers()
  const dispatch = makeDispatch({
    actions,
    jobs: [...product.jobs, ...foyer.reactions],
    database,
    limits,
    queue,
    ports,
    log,
    metrics,
    now,
    settings,
    signToken: tokens.sign,
    vault,
    members,
    turns: makeTurns(turnsAtPasswords),
    refusedClaims: refusedSignIns,
    errors: foyer.errors,
    within: foyer.within,
  })
  live.onChange((type) => {
    if (type === '*' || type.startsWith('member.') || type === 'session.ended') members.forget()
  })

  const isClosing = (): boolean => closing
  const server = openServer({
    log,
    slowBodies,
    trustedProxies: config.TRUSTED_PROXIES,
    connections: {
      most: mostConnections(config, log),
      mostOfAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
      isProxy,
      log,
      metrics,
    },
    crowd,
    leads: publicApi({ keys, limits, line, rejected, database, log, metrics, now, slowBodies, closing: isClosing }),
    gateway: gateway({
      actions,
      dispatch,
      hooks: makeInboundTransport({ inbound: product.inbound, database, queue, vault, log, now, settings, ports }),
      callers,
      addressOf,
      slowBodies,
      log,
      allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
      publicOrigin: () => new URL(publicUrl).origin,
      secure,
      closing: isClosing,
    }),
    onClosing: () => {
      closing = true
      streams.end()
      for (const routes of opened) routes?.end()
    },
  })
  const { app } = server
  // The SDK is 40 MB that the worker, which comes from this file too, has no use for.
  const { mcp } = await import('./transports/mcp/mcp.ts')
  mcp(app, {
    actions,
    dispatch,
    callers,
    limits,
    rejected,
    allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
    publicOrigin: () => new URL(publicUrl).origin,
    version,
  })
  downloads(app, { actions, dispatch, callers, secure, crowd, mostOfMember: mostTransfers })
  const streams = liveTransport(app, { live, callers, metrics, crowd, mostOfMember: config.MAX_STREAMS_PER_MEMBER })
  const opened = foyer.routes.map((routes) =>
    routes.add(app, {
      dispatch,
      callers,
      inOrg: database.inOrg,
      ports,
      live,
      log,
      metrics,
      now,
      crowd,
      most: { transfersOfMember: mostTransfers, streamsOfAddress: config.MAX_STREAMS_PER_ADDRESS },
      secure,
      webFolder,
      widgetOrigins: () => widgetOrigins(config, listening),
    }),
  )
  health(app, { database, metrics, closing: isClosing, intakeReady: line.ready, metricsToken: config.METRICS_TOKEN })
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(await tokens.keySet()),
  )
  if (hasSandbox(config)) await mountSandbox(app, config, () => publicUrl)
  reference(app, { actions, address: () => publicUrl, version })
  if (webFolder) web(app, webFolder)
  else app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new Failure('not_found')))

  await settleSandbox({ database, queue, vault, within: foyer.within, log, isOn: hasSandbox(config) })
  const port = await server.listen(config.HOST, config.PORT)
  listening = port
  publicUrl = config.publicUrl(port)
  log.info({ port }, 'server started')

  return {
    port,
    publicUrl,
    async stop() {
      await server.close(config.DRAIN_MS)
      await line.close()
      await rejected.close()
      await refusedSignIns.close()
      slowBodies.close()
      await queue.stop()
      await outbound.destroy()
      await live.close()
      await quick.close()
      await trusted.close()
      await ports.documents.close()
      await database.close()
      log.info('server stopped')
    },
  }
}

/** The worker: jobs, the clock, and the words by which things are found, and what other programs are told. */
export const work = async ({
  config,
  target,
  log,
  now = () => new Date(),
  product = wholeProduct,
}: Given): Promise<{ stop(): Promise<void> }> => {
  await checkDatabase(target)
  const metrics = makeMetrics()
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection')
  const database = openDatabase(target, { application: 'foyer work', connections: config.DATABASE_CONNECTIONS, onError })
  // Signs of life and looks for work do not queue behind the jobs, and wait for no database that does not answer.
  const signs = openDatabase(target, {
    application: 'foyer work',
    connections: 2,
    queryTimeoutMs: 5_000,
    forgetful: true,
    onError,
  })
  const queue = await openQueue(database.pool, { log, signs: signs.pool })
  const http = makeHttp({ allowed: config.OUTGOING_ALLOWED_PRIVATE })
  const outbound = openOutboundHttp(config, () => config.PORT, {
    record: (calls) => keepCalls(database.inOrg, calls),
    metrics,
    log,
    now,
  })
  const ports = await openPorts(config, () => config.PORT, now, outbound)
  const worker = await openWorker({
    jobs: product.jobs,
    reactions: foyer.reactions,
    queue,
    database,
    ports,
    log,
    metrics,
    http,
    now,
    vault: openVault(config),
    within: foyer.within,
    settings: settingsOf(config, () => config.publicUrl(config.PORT)),
  })
  log.info('worker started')
  return {
    async stop() {
      await worker.stop()
      await ports.documents.close()
      await http.destroy()
      await outbound.destroy()
      await signs.close()
      await database.close()
      log.info('worker stopped')
    },
  }
}

/** As many as are wanted, where the system has files for them; else as many as it has, and the operator is told. */
const mostConnections = (config: Config, log: Log): number => {
  const most = connectionsPossible(config.MAX_CONNECTIONS, config.DATABASE_CONNECTIONS)
  if (most < config.MAX_CONNECTIONS)
    log.warn(
      { most, wanted: config.MAX_CONNECTIONS },
      'the limit of open files (ulimit -n) allows fewer connections than MAX_CONNECTIONS',
    )
  return most
}

/** What the rooms see of the configuration. */
const settingsOf = (config: Config, publicUrl: () => string) => ({
  uploadMaxBytes: config.UPLOAD_MAX_BYTES,
  retention: { eventsDays: config.EVENTS_RETENTION_DAYS, auditDays: config.AUDIT_RETENTION_DAYS },
  uploadsMost: { files: config.UPLOAD_MAX_FILES, bytes: config.UPLOAD_MAX_BYTES_PER_WORKSPACE },
  allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
  allowedTargets: config.OUTGOING_ALLOWED_PRIVATE,
  hasSandbox: hasSandbox(config),
  get publicUrl() {
    return publicUrl()
  },
})

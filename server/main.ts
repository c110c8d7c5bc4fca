import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { type Config, hasSandbox } from '#config'
import { openVault } from '#core/foyer-key.ts'
import type { Log } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { openDatabase, type Target } from '#db/connect.ts'
import { checkDatabase, migrate, migrations } from '#db/migrate.ts'
import { foyer, jobs } from '#domains/catalogue.ts'
import { makeLimits } from './core/actions/rate-limits.ts'
import { type Live, listenLive } from './core/events/live.ts'
import { openReactions } from './core/events/readers.ts'
import type { RouteContext } from './core/http/routes.ts'
import { openQueue } from './core/jobs/queue.ts'
import { renamed, setUpQueue } from './core/jobs/queue-set-up.ts'
import { makeHttp } from './core/outbound/http.ts'
import { type KnownHooks, makeKnownHooks } from './domains/automation/workflows/known-hooks.ts'
import { type KnownSources, makeKnownSources } from './domains/crm/lead-sources/known-sources.ts'
import { openIntakeLine } from './domains/crm/leads/intake-batcher.ts'
import { openRejectedLog } from './domains/crm/leads/rejected-log.ts'
import { makeKnownKeys } from './domains/platform/api-keys/known-keys.ts'
import { widgetOrigins } from './providers/ports.ts'
import { makeSlots } from './providers/process-slots.ts'
import { gateway } from './transports/gateway/gateway.ts'
import { makeOpenStreams } from './transports/gateway/open-streams.ts'
import { leadSources } from './transports/lead-sources/lead-sources.ts'
import { mountPages, mountTransports } from './transports/mount.ts'
import { openActions, type Product } from './transports/open-actions.ts'
import { openCalls } from './transports/open-calls.ts'
import { openProviders } from './transports/open-providers.ts'
import { publicApi } from './transports/public-api/public-api.ts'
import { limitClients } from './transports/server/clients.ts'
import { health } from './transports/server/health.ts'
import { openServer } from './transports/server/server.ts'
import { settingsOf, workflowCapsOf } from './transports/settings.ts'
import { openWorker } from './transports/worker/worker.ts'
import { workflowHooks } from './transports/workflow-hooks/workflow-hooks.ts'

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

/** For connections whose statements are short and mean nothing a moment later. */
const forgetful = { queryTimeoutMs: 5_000, forgetful: true } as const

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
  await openReactions(database.db, foyer.reactions)
  const live = listenLive(target, { log, application: 'foyer serve' })
  // Keys and limits do not queue behind the actions: a dozen slow lists, or calls that hold a transaction while they ask for a
  // limit, would stop the leads.
  const quick = openDatabase(target, { application: 'foyer serve', connections: 3, ...forgetful, onError })
  const keys = makeKnownKeys(quick.pool, (watch) => live.onKeyChange(watch))
  const limits = makeLimits(quick.pool)
  const line = openIntakeLine(target, { log, metrics, application: 'foyer serve', now })
  const rejected = openRejectedLog(quick.pool, { log, metrics })
  const { addressOf, connections, slowBodies, crowd } = limitClients(config, { log, metrics })

  let listening = config.PORT
  let publicUrl = config.publicUrl(config.PORT)
  let closing = false
  const isClosing = (): boolean => closing
  const publicOrigin = (): string => new URL(publicUrl).origin
  const secure = (config.PUBLIC_URL ?? '').startsWith('https:')
  const address = { port: () => listening, publicUrl: () => publicUrl }
  const sources = openSources(config, quick.pool, live, address)
  const acting = await openActions({ config, log, now, product }, { database, metrics, live, keys, limits, address })
  const { dispatch, callers, hooks, ports, settle } = acting
  const answers = makeOpenStreams()

  const intake = { limits, line, rejected, log, metrics, now, slowBodies, caps: workflowCapsOf(config), closing: isClosing }
  const server = openServer({
    log,
    slowBodies,
    trustedProxies: config.TRUSTED_PROXIES,
    connections,
    crowd,
    leads: publicApi({ ...intake, keys, database }),
    leadSources: leadSources({ ...intake, sources, pool: quick.pool, database, addressOf }),
    workflowHooks: workflowHooks({ ...intake, database, hooks: openHooks(config, quick.pool, live) }),
    gateway: gateway({
      actions: product.actions,
      dispatch,
      ...{ hooks, callers, addressOf },
      ...{ slowBodies, streams: answers, log },
      allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
      publicOrigin,
      secure,
      closing: isClosing,
    }),
    onClosing: () => {
      closing = true
      answers.end()
      streams.end()
    },
  })
  const context: RouteContext = {
    dispatch,
    callers,
    ...{ inOrg: database.inOrg, outside: database.db, ports },
    ...{ live, log, metrics, now },
    crowd,
    most: mostLasting(config),
    secure,
    webFolder,
    widgetOrigins: () => widgetOrigins(config, listening),
  }
  const program = { actions: product.actions, version, config }
  const streams = await mountTransports(server.app, context, { ...program, publicOrigin, limits, rejected })
  health(server.app, { database, metrics, closing: isClosing, intakeReady: line.ready, metricsToken: config.METRICS_TOKEN })
  await mountPages(server.app, { ...program, publicUrl: address.publicUrl, webFolder, keySet: acting.keySet })

  await settle()
  const port = await server.listen(config.HOST, config.PORT)
  listening = port
  publicUrl = config.publicUrl(port)
  log.info({ port }, 'server started')

  return {
    port,
    publicUrl,
    async stop() {
      await server.close(config.DRAIN_MS)
      await streams.settle()
      await line.close()
      await rejected.close()
      slowBodies.close()
      await acting.close()
      await live.close()
      await quick.close()
      await database.close()
      log.info('server stopped')
    },
  }
}

/** Sources of leads, as this server knows them. Its address is asked for each time: the port is known only once it is listened on. */
const openSources = (config: Config, pool: pg.Pool, live: Live, address: { publicUrl(): string }): KnownSources =>
  makeKnownSources(pool, {
    vault: openVault(config),
    foyer: () => ({ publicUrl: address.publicUrl(), hasSandbox: hasSandbox(config) }),
    onChange: (watch) => live.onKeyChange(watch),
  })

/** Addresses that start workflows, as this server knows them. */
const openHooks = (config: Config, pool: pg.Pool, live: Live): KnownHooks =>
  makeKnownHooks(pool, { vault: openVault(config), onChange: (watch) => live.onKeyChange(watch) })

/** Of what lasts. */
const mostLasting = (config: Config): RouteContext['most'] => ({
  transfersOfMember: Math.max(1, Math.floor(config.MAX_STREAMS_PER_MEMBER / 4)),
  streamsOfAddress: config.MAX_STREAMS_PER_ADDRESS,
})

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
  await openReactions(database.db, foyer.reactions)
  // Signs of life, looks for work and limits do not queue behind the jobs, and wait for no database that does not answer. One connection waits
  // for changes.
  const signs = openDatabase(target, { application: 'foyer work', connections: 4, ...forgetful, onError })
  const queue = await openQueue(database.pool, { log, signs: signs.pool })
  const http = makeHttp({ allowed: config.OUTGOING_ALLOWED_PRIVATE })
  // One processor is left to those who wait for a response.
  const slots = makeSlots(Math.max(1, availableParallelism() - 1))
  const { ports, outbound } = await openProviders({ config, log, now, slots }, database, metrics, () => config.PORT)
  const limits = makeLimits(signs.pool)
  const vault = openVault(config)
  const publicUrl = (): string => config.publicUrl(config.PORT)
  const dispatch = openCalls({ ...product, config, database, limits, queue, ports, log, metrics, now, vault, publicUrl })
  const worker = await openWorker({
    dispatch,
    limits,
    jobs: product.jobs,
    reactions: foyer.reactions,
    queue,
    database,
    ports,
    log,
    metrics,
    http,
    now,
    vault,
    within: foyer.within,
    settings: settingsOf(config, publicUrl),
  })
  log.info('worker started')
  return {
    async stop() {
      await worker.stop()
      await ports.documents.close()
      await ports.paper.close()
      await ports.fileTexts.close()
      await http.destroy()
      await outbound.destroy()
      await signs.close()
      await database.close()
      log.info('worker stopped')
    },
  }
}

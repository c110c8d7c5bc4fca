import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'
import type { AnyAction } from '#core/action.ts'
import { makeDispatch } from '#core/dispatch.ts'
import { Failure } from '#core/errors.ts'
import { openVault } from '#core/foyer-key.ts'
import type { AnyHook } from '#core/hook.ts'
import { type Http, makeHttp } from '#core/http.ts'
import type { AnyJob } from '#core/job.ts'
import { makeKnownMembers } from '#core/known-members.ts'
import { makeLimits } from '#core/limits.ts'
import { listenLive } from '#core/live.ts'
import type { Log } from '#core/log.ts'
import { type Metrics, makeMetrics } from '#core/metrics.ts'
import { makeOutgoing, type Outgoing } from '#core/outgoing.ts'
import { openQueue, setUpQueue } from '#core/queue.ts'
import { type Database, openDatabase, type Target } from '#db/connect.ts'
import { checkDatabase, migrate } from '#db/migrate.ts'
import { openTokens } from '#domains/accounts/tokens.ts'
import { openTrustedIssuers } from '#domains/accounts/trusted-issuers.ts'
import { catalogue, hooks, jobs } from '#domains/catalogue.ts'
import { keepCalls } from '#domains/connections/provider-calls.ts'
import { makeKnownKeys } from '#domains/keys/known-keys.ts'
import { openIntakeLine } from '#domains/leads/intake-line.ts'
import { openRejectedLog } from '#domains/leads/rejected-log.ts'
import { addressesBehind } from '#doors/addresses.ts'
import { makeCallers } from '#doors/callers.ts'
import { consent } from '#doors/consent.ts'
import { downloads } from '#doors/downloads.ts'
import { gateway } from '#doors/gateway.ts'
import { health } from '#doors/health.ts'
import { makeHookDoor } from '#doors/hooks.ts'
import { liveDoor } from '#doors/live.ts'
import { payPages } from '#doors/pay-page.ts'
import { publicApi } from '#doors/public-api.ts'
import { reference } from '#doors/reference.ts'
import { sendFailure } from '#doors/replies.ts'
import { openServer } from '#doors/server.ts'
import { makeSlowBodies } from '#doors/slow-bodies.ts'
import { uploadsDoor } from '#doors/uploads.ts'
import { web } from '#doors/web.ts'
import { webChatDoor } from '#doors/web-chat.ts'
import { openWorker } from '#doors/worker.ts'
import { type Mail, MailTrouble } from '#ports/mail.ts'
import type { OAuthPort } from '#ports/oauth.ts'
import type { PaymentsPort } from '#ports/payments.ts'
import type { Ports } from '#ports/ports.ts'
import { type AllowedTarget, readAllowedTarget } from '#shapes/networks.ts'
import type { openSandbox } from '../sandbox/alone.ts'
import { type Mailbox, openMailbox } from '../sandbox/mailbox.ts'
import type { Post } from '../sandbox/webhooks.ts'
import { openAiPort } from './providers/ai-port.ts'
import { folderFiles } from './providers/folder/files.ts'
import { openOAuthPort } from './providers/oauth-port.ts'
import { parseRazorpayWebhook, razorpayPayments, readRazorpayWebhook } from './providers/razorpay/payments.ts'
import { resendMail } from './providers/resend/mail.ts'
import { smtpMail } from './providers/smtp/mail.ts'
import { stripePayments } from './providers/stripe/payments.ts'
import { parseStripeWebhook, readStripeWebhook } from './providers/stripe/webhooks.ts'
import { typstDocuments } from './providers/typst/documents.ts'
import { openVoicePort } from './providers/voice-port.ts'
import { openWhatsapp } from './providers/whatsapp/port.ts'

/** What there is to do: everything of the catalogue, unless a test or a measurement brings its own. */
export interface Product {
  readonly actions: readonly AnyAction[]
  readonly hooks: readonly AnyHook[]
  readonly jobs: readonly AnyJob[]
}
const wholeProduct: Product = { actions: catalogue as readonly AnyAction[], hooks, jobs: jobs as readonly AnyJob[] }

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }

/** What the rooms see of the outside: each port with a provider behind it. `port`: where the server of this machine listens. */
const openPorts = (config: Config, port: () => number, now: () => Date, wayOut: Outgoing): Ports => ({
  ai: openAiPort({ config, sandboxBase: () => `${config.localUrl(port())}/sandbox`, callsOf: wayOut.for, now }),
  files: folderFiles(path.join(config.dataDir, 'files')),
  mail: openMail(config, port, now),
  messaging: openWhatsapp({
    base: config.WHATSAPP_API_BASE,
    sandboxBase: () => `${config.localUrl(port())}/sandbox/whatsapp`,
    callsOf: ({ orgId, connectionId }) => wayOut.for({ orgId, connectionId, provider: 'whatsapp' }),
    now,
  }),
  payments: openPayments(config, port, now, wayOut),
  circuits: wayOut.circuits,
  documents: typstDocuments(),
  oauth: openOAuth(config, port, now, wayOut),
  voice: openVoicePort({
    config,
    sandboxBase: () => `${config.localUrl(port())}/sandbox`,
    publicUrl: () => config.publicUrl(port()),
    callsOf: wayOut.for,
    now,
  }),
})

/** Where each provider is, unless the sandbox plays it. */
const basesOf = (config: Config) => ({
  gemini: config.GEMINI_API_BASE,
  openai: config.OPENAI_API_BASE,
  razorpay: config.RAZORPAY_API_BASE,
  stripe: config.STRIPE_API_BASE,
  twilio: config.TWILIO_API_BASE,
  whatsapp: config.WHATSAPP_API_BASE,
})

/** Where the pages of providers are that are not the vendors' own: the sandbox, or what an operator names. */
const widgetOrigins = (config: Config, port: number): string[] => [
  ...(hasSandbox(config) ? [new URL(config.localUrl(port)).origin] : []),
  new URL(config.RAZORPAY_API_BASE).origin,
]

/**
 * The way out to providers. It may go where the operator says that they are, inside or not, and where the sandbox is on to this
 * machine; what a caller chooses never goes this way.
 */
const openWayOut = (
  config: Config,
  port: () => number,
  parts: { database: Database; metrics: Metrics; log: Log; now: () => Date },
): Outgoing & { destroy(): Promise<void> } => {
  const targets = (): AllowedTarget[] => [
    ...config.OUTGOING_ALLOWED_PRIVATE,
    ...[
      ...Object.values(basesOf(config)),
      ...(config.GOOGLE_OAUTH_BASE === undefined ? [] : [config.GOOGLE_OAUTH_BASE]),
      ...(hasSandbox(config) ? [config.localUrl(port())] : []),
    ].flatMap((base) => {
      const { host, protocol } = new URL(base)
      return readAllowedTarget(/:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`) ?? []
    }),
  ]
  // Made with the first call: the port of this machine is not known before.
  let http: Http | undefined
  const outgoing = makeOutgoing({
    http: {
      send: (sending) => {
        http ??= makeHttp({ allowed: targets() })
        return http.send(sending)
      },
    },
    record: (calls) => keepCalls(parts.database.inOrg, calls),
    metrics: parts.metrics,
    log: parts.log,
    now: parts.now,
  })
  return {
    ...outgoing,
    async destroy() {
      await http?.destroy()
      await outgoing.close()
    },
  }
}

const openMail = (config: Config, port: () => number, now: () => Date): Mail => {
  const from = config.mailFrom
  if (config.SMTP_URL) return smtpMail({ url: config.SMTP_URL, from })
  if (config.RESEND_API_KEY)
    return resendMail({ base: () => config.RESEND_URL, key: config.RESEND_API_KEY, from, http: fetch, now })
  if (hasSandbox(config))
    return resendMail({
      base: () => `${config.localUrl(port())}/sandbox/resend`,
      key: 're_sandbox',
      from,
      http: fetch,
      now,
      provider: 'sandbox',
    })
  return {
    provider: null,
    from,
    send: async () => {
      throw new MailTrouble('no mail account is configured', { isPermanent: false })
    },
  }
}

/** Each account with its own way out. In the sandbox the provider is a folder of this machine. */
const openPayments = (config: Config, port: () => number, now: () => Date, wayOut: Outgoing): PaymentsPort => {
  const bases = basesOf(config)
  return {
    open({ orgId, connectionId, provider, mode, credentials }) {
      const base = mode === 'sandbox' ? `${config.localUrl(port())}/sandbox/${provider}` : bases[provider]
      const http = wayOut.for({ orgId, connectionId, provider })
      const account = { base, credentials, mode, http, now }
      if (provider === 'stripe') return stripePayments(account)
      // Payers' browsers may know this machine by another name than it has for itself.
      const widgetBase = mode === 'sandbox' ? `${config.publicUrl(port())}/sandbox/${provider}` : base
      return razorpayPayments({ ...account, widgetBase })
    },
    readWebhook: (provider, sent, secret) =>
      provider === 'stripe' ? readStripeWebhook(sent, secret, now()) : readRazorpayWebhook(sent, secret),
    parseWebhook: (provider, sent) => (provider === 'stripe' ? parseStripeWebhook(sent) : parseRazorpayWebhook(sent)),
  }
}

/** Consent at other services: with the operator's clients there, else with the sandbox's. */
const openOAuth = (config: Config, port: () => number, now: () => Date, wayOut: Outgoing): OAuthPort =>
  openOAuthPort({
    clients: {
      google: { id: config.GOOGLE_CLIENT_ID, secret: config.GOOGLE_CLIENT_SECRET, base: config.GOOGLE_OAUTH_BASE },
    },
    sandbox: hasSandbox(config)
      ? { base: () => `${config.localUrl(port())}/sandbox`, pageBase: () => `${config.publicUrl(port())}/sandbox` }
      : null,
    callsOf: ({ orgId, connectionId, provider }) => wayOut.for({ orgId, connectionId, provider }),
    now,
  })

const hasSandbox = (config: Config): boolean => config.SANDBOX === 'on' || config.SANDBOX === 'open'
const sandboxFolder = (config: Config): string => path.join(config.dataDir, 'sandbox')

/**
 * How webhooks leave the sandbox. Opened to strangers, who then say where they go, it sends them only where anybody's may
 * go, and to Foyer itself.
 */
const guardWebhooks = (config: Config, origin: () => string): { post?: Post; close(): Promise<void> } => {
  if (config.SANDBOX !== 'open') return { close: async () => {} }
  let http: Http | undefined
  const post: Post = async (url, headers, body) => {
    const own = readAllowedTarget(new URL(origin()).host)
    http ??= makeHttp({ allowed: [...config.OUTGOING_ALLOWED_PRIVATE, ...(own ? [own] : [])] })
    const sent = body === null ? { method: 'GET' as const } : { method: 'POST' as const, body }
    const answer = await http.send({ ...sent, url, headers, timeoutMs: 10_000 })
    return { status: answer.status, text: answer.body.toString('utf8') }
  }
  return { post, close: async () => http?.destroy() }
}

/** The outside world in a box, under /sandbox. Loaded where it is played: the worker comes from this file too. */
const mountSandbox = async (app: FastifyInstance, config: Config, origin: () => string): Promise<void> => {
  const { sandbox } = await import('../sandbox/sandbox.ts')
  const { post, close } = guardWebhooks(config, origin)
  app.addHook('onClose', close)
  app.register(sandbox, { prefix: '/sandbox', ...sandboxOptions(config), origin, ...(post && { post }) })
}

/** The sandbox on a port of its own, which answers the vendors' own paths at the root too. */
export const openSandboxAlone = async (
  config: Config,
  ports: { port: number; smtpPort?: number },
): ReturnType<typeof openSandbox> => {
  const { post, close } = guardWebhooks(config, () => config.publicUrl(ports.port))
  const sandbox = await import('../sandbox/alone.ts')
  const alone = await sandbox.openSandbox({ ...sandboxOptions(config), host: config.HOST, ...ports, ...(post && { post }) })
  return {
    ...alone,
    async close() {
      await alone.close()
      await close()
    },
  }
}

const sandboxOptions = (config: Config) => ({
  folder: sandboxFolder(config),
  ownName: config.HOST,
  isOpen: config.SANDBOX === 'open',
})

/** The sandbox's mailbox of this data folder, whoever runs beside. */
export const sandboxMailbox = (config: Config): Mailbox => openMailbox(sandboxFolder(config))

/** Brings the database up to date as its owner, the queue included. Answers the migrations that were applied. */
export const migrateAll = (owner: Target, say?: (step: string) => void): Promise<string[]> =>
  migrate(owner, { ...(say && { say }), afterwards: (client) => setUpQueue(owner, client, wholeProduct.jobs) })

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

/** The server: every door that faces people and programs. As many as needed, on one database. */
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
  const queue = await openQueue(database.pool, { log, worker: false })
  const live = listenLive(target, { log, application: 'foyer serve' })
  // Keys and limits do not queue behind the actions: a dozen slow lists, or sign-ins that hold a transaction while they
  // ask for their limit, would stop the leads.
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
  const slowBodies = makeSlowBodies()
  let listening = config.PORT
  const wayOut = openWayOut(config, () => listening, { database, metrics, log, now })
  const ports = openPorts(config, () => listening, now, wayOut)
  let publicUrl = config.publicUrl(config.PORT)
  const vault = openVault(config)
  const trusted = openTrustedIssuers({ issuers: config.TRUSTED_ISSUERS, database, log, now })
  const tokens = await openTokens(database.db, vault, () => publicUrl, now, trusted)
  const callers = makeCallers({ database, tokens, keys, vault, now })
  const secure = (config.PUBLIC_URL ?? '').startsWith('https:')
  let closing = false
  const settings = {
    uploadMaxBytes: config.UPLOAD_MAX_BYTES,
    allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
    allowedTargets: config.OUTGOING_ALLOWED_PRIVATE,
    hasSandbox: hasSandbox(config),
    get publicUrl() {
      return publicUrl
    },
  }
  const { actions } = product
  const members = makeKnownMembers()
  const dispatch = makeDispatch({
    actions,
    jobs: product.jobs,
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
  })
  live.onChange((type) => {
    if (type === '*' || type.startsWith('member.') || type === 'session.ended') members.forget()
  })

  const isClosing = (): boolean => closing
  const server = openServer({
    log,
    slowBodies,
    trustedProxies: config.TRUSTED_PROXIES,
    leads: publicApi({ keys, limits, line, rejected, database, log, metrics, now, slowBodies, closing: isClosing }),
    gateway: gateway({
      actions,
      dispatch,
      hooks: makeHookDoor({ hooks: product.hooks, database, queue, vault, log, now, settings, ports }),
      callers,
      addressOf: addressesBehind(config.TRUSTED_PROXIES),
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
      visitors.end()
    },
  })
  const { app } = server
  // The SDK is 40 MB that the worker, which comes from this file too, has no use for.
  const { mcp } = await import('#doors/mcp.ts')
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
  consent(app, { dispatch, callers, secure })
  downloads(app, { actions, dispatch, callers, secure })
  payPages(app, { dispatch, widgetOrigins: () => widgetOrigins(config, listening) })
  uploadsDoor(app, { authenticate: callers.ofMember, inOrg: database.inOrg, files: ports.files, now })
  const streams = liveDoor(app, { live, callers, metrics })
  const visitors = webChatDoor(app, { live, callers, metrics, webFolder })
  health(app, { database, metrics, closing: isClosing, intakeReady: line.ready, metricsToken: config.METRICS_TOKEN })
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(await tokens.keySet()),
  )
  if (hasSandbox(config)) await mountSandbox(app, config, () => publicUrl)
  reference(app, { actions, address: () => publicUrl, version })
  if (webFolder) web(app, webFolder)
  else app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new Failure('not_found')))

  const port = await server.listen(config.HOST, config.PORT)
  listening = port
  publicUrl = config.publicUrl(port)
  log.info({ port }, 'server is up')

  return {
    port,
    publicUrl,
    async stop() {
      await server.close(config.DRAIN_MS)
      await line.close()
      await rejected.close()
      slowBodies.close()
      await queue.stop()
      await wayOut.destroy()
      await live.close()
      await quick.close()
      await trusted.close()
      await ports.documents.close()
      await database.close()
      log.info('server is down')
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
  const queue = await openQueue(database.pool, { log, worker: true })
  const http = makeHttp({ allowed: config.OUTGOING_ALLOWED_PRIVATE })
  const wayOut = openWayOut(config, () => config.PORT, { database, metrics, log, now })
  const ports = openPorts(config, () => config.PORT, now, wayOut)
  const worker = await openWorker({
    jobs: product.jobs,
    queue,
    database,
    ports,
    log,
    metrics,
    http,
    now,
    vault: openVault(config),
    settings: {
      publicUrl: config.publicUrl(config.PORT),
      uploadMaxBytes: config.UPLOAD_MAX_BYTES,
      allowedOriginDomain: config.ALLOWED_ORIGIN_DOMAIN,
      allowedTargets: config.OUTGOING_ALLOWED_PRIVATE,
      hasSandbox: hasSandbox(config),
    },
  })
  log.info('worker is up')
  return {
    async stop() {
      await worker.stop()
      await ports.documents.close()
      await http.destroy()
      await wayOut.destroy()
      await database.close()
      log.info('worker is down')
    },
  }
}

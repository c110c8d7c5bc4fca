import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'
import { type Http, makeHttp } from '#core/outbound/http.ts'
import { playedServices } from '#ports/played-services.ts'
import { type Mailbox, openMailbox } from '#sandbox/mailbox.ts'
import type { PushSubscription } from '#sandbox/simulators.ts'
import type { openSandbox } from '#sandbox/standalone.ts'
import type { Post } from '#sandbox/webhooks.ts'
import { readAllowedTarget } from '#shapes/networks.ts'

/** The outside world in a box, under /sandbox. Loaded where it is played: the worker, which has this file too, does not. */
export const mountSandbox = async (
  app: FastifyInstance,
  config: Config,
  { origin, subscriptions }: { readonly origin: () => string; readonly subscriptions: () => readonly PushSubscription[] },
): Promise<void> => {
  const { sandbox } = await import('#sandbox/sandbox.ts')
  const { post, close } = guardWebhooks(config, origin)
  app.addHook('onClose', close)
  app.register(sandbox, { prefix: '/sandbox', ...sandboxOptions(config), origin, subscriptions, ...(post && { post }) })
}

/** The sandbox on a port of its own, which answers the vendors' own paths at the root too. */
export const openStandaloneSandbox = async (
  config: Config,
  ports: { port: number; smtpPort?: number },
): ReturnType<typeof openSandbox> => {
  const { post, close } = guardWebhooks(config, () => config.publicUrl(ports.port))
  const sandbox = await import('#sandbox/standalone.ts')
  const standalone = await sandbox.openSandbox({
    ...sandboxOptions(config),
    host: config.HOST,
    ...ports,
    ...(post && { post }),
  })
  return {
    ...standalone,
    async close() {
      await standalone.close()
      await close()
    },
  }
}

/** The sandbox's mailbox of this data folder, also while Foyer runs. */
export const sandboxMailbox = (config: Config): Mailbox => openMailbox(sandboxFolder(config))

/**
 * How webhooks leave the sandbox. If it is open to strangers, who choose the targets, it sends them only to public ones
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

const sandboxOptions = (config: Config) => ({
  folder: sandboxFolder(config),
  ownName: config.HOST,
  isOpen: config.SANDBOX === 'open',
  services: playedServices,
})

const sandboxFolder = (config: Config): string => path.join(config.dataDir, 'sandbox')

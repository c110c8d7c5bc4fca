import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { serveFaults, serveWebhooks } from './control-routes.ts'
import { sufferFaults } from './faults.ts'
import { readForm } from './form.ts'
import { pagePolicy } from './html.ts'
import { isThisMachine } from './loopback.ts'
import { serveMail } from './mail-routes.ts'
import { openMailbox } from './mailbox.ts'
import { homePage, mailboxPage } from './pages.ts'
import type { PlayedService } from './services/played.ts'
import { simulators as allSimulators } from './simulator-list.ts'
import { findSimulator, makeSimulatorContext, type PushSubscription } from './simulators.ts'
import { openSmtp } from './smtp/smtp.ts'
import { type Post, postAnywhere } from './webhooks.ts'
import { website } from './website.ts'

export interface SandboxOptions {
  /** Where everything is kept. */
  readonly folder: string
  /** The machine name set at start, if any. */
  readonly ownName?: string
  /** Serves all clients, not only this machine. */
  readonly isOpen: boolean
  /** Where people reach the server that this is part of: `http://127.0.0.1:3000`. */
  readonly origin: () => string
  readonly now?: () => Date
  /** A mail server beside it, whose mails go to the mailbox. `onListening` is told the port. */
  readonly smtp?: { readonly host: string; readonly port: number; readonly onListening: (port: number) => void }
  /** How webhooks are sent. An open sandbox needs a guarded sender, because its clients choose the targets. */
  readonly post?: Post
  /** Services that are played by their description alone. */
  readonly services?: readonly PlayedService[]
  /** Push subscriptions of Google’s Pub/Sub, as their operator set them up. */
  readonly subscriptions?: () => readonly PushSubscription[]
}

const asPage = 'text/html; charset=utf-8'
const assets = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
} as const

/**
 * The outside world in a box: what Foyer tells the providers lands here, and people can look at it. A plugin of Fastify
 * that knows nothing of Foyer; it runs within it or alone.
 */
export const sandbox = async (app: FastifyInstance, options: SandboxOptions): Promise<void> => {
  const mailbox = openMailbox(options.folder)
  const base = app.prefix
  const { folder, origin, now = () => new Date(), post = postAnywhere, subscriptions = () => [] } = options
  const running = allSimulators(mailbox, options.services).map((simulator) => ({
    simulator,
    context: makeSimulatorContext(simulator, { folder, base, origin, now, post, subscriptions }),
  }))

  readBodies(app)
  guard(app, options)
  answerErrors(app)
  const mailFaults = findSimulator(running, 'resend')?.context.faults
  const smtp =
    options.smtp && mailFaults && (await openSmtp({ ...options.smtp, mailbox, faults: mailFaults, isOpen: options.isOpen }))
  if (smtp) options.smtp?.onListening(smtp.port)
  app.addHook('onClose', async () => {
    await smtp?.close()
    for (const { context } of running) context.stop()
  })

  app.get('/', async (_request, reply) => reply.type(asPage).send(homePage(base, running, smtp?.port ?? null)))
  website(app, { base, origin })
  app.get('/mailbox', async (_request, reply) => reply.type(asPage).send(mailboxPage(base)))
  for (const [file, type] of Object.entries(assets))
    app.get(`/${file}`, async (_request, reply) =>
      reply.type(type).send(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
    )
  serveMail(app, mailbox)
  serveFaults(app, running)
  serveWebhooks(app, running)

  for (const { simulator, context } of running)
    await app.register(
      async (scope) => {
        sufferFaults(scope, context.faults, simulator.textsOfErrors)
        simulator.register(scope, context)
      },
      { prefix: `/${simulator.slug}` },
    )
}

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    JSON.parse(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => readForm(body),
  )
}

/** This machine only, unless it is open; and no page of another site. */
const guard = (app: FastifyInstance, options: SandboxOptions): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy(),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
    if (!options.isOpen && !isThisMachine(request, options.ownName ?? 'localhost'))
      return reply.code(403).send({
        statusCode: 403,
        name: 'not_this_machine',
        message:
          'The sandbox is only available on this machine, because its emails contain sign-in links. SANDBOX=open makes it public.',
      })
    if (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site')
      return reply
        .code(403)
        .send({ statusCode: 403, name: 'cross_site', message: 'Requests from other sites are not allowed.' })
  })
}

const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const isBad = error instanceof SyntaxError || error instanceof ZodError
    const statusCode = isBad ? 400 : (error.statusCode ?? 500)
    const said = error instanceof ZodError ? (error.issues[0]?.message ?? 'Not valid.') : error.message
    const [name, message] =
      statusCode < 500 ? ['validation_error', said] : ['application_error', 'An unexpected error occurred in the sandbox.']
    return reply.code(statusCode).send({ statusCode, name, message })
  })
}

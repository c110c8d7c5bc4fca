import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { sufferFaults } from './faults.ts'
import { readForm } from './form.ts'
import { pagePolicy } from './html.ts'
import { isThisMachine } from './loopback.ts'
import { openMailbox } from './mailbox.ts'
import { dialOfForm, faultsPage, homePage, mailboxPage, webhooksPage } from './pages.ts'
import { simulators as allSimulators } from './simulator-list.ts'
import { makeSimulatorContext, type RunningSimulator } from './simulators.ts'
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
}

const assets = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
} as const

/** A mail may look as it likes; it may run and load nothing, and knows nothing of where it is shown. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

/**
 * The outside world in a box: what Foyer tells the providers lands here, and people can look at it. A plugin of Fastify
 * that knows nothing of Foyer; it runs within it or alone.
 */
export const sandbox = async (app: FastifyInstance, options: SandboxOptions): Promise<void> => {
  const mailbox = openMailbox(options.folder)
  const base = app.prefix
  const { folder, origin, now = () => new Date(), post = postAnywhere } = options
  const running = allSimulators(mailbox).map((simulator) => ({
    simulator,
    context: makeSimulatorContext(simulator, { folder, base, origin, now, post }),
  }))
  const find = (slug: string): RunningSimulator | undefined => running.find(({ simulator }) => simulator.slug === slug)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    JSON.parse(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => readForm(body),
  )
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
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const isBad = error instanceof SyntaxError || error instanceof ZodError
    const statusCode = isBad ? 400 : (error.statusCode ?? 500)
    const said = error instanceof ZodError ? (error.issues[0]?.message ?? 'Not valid.') : error.message
    const [name, message] =
      statusCode < 500 ? ['validation_error', said] : ['application_error', 'An unexpected error occurred in the sandbox.']
    return reply.code(statusCode).send({ statusCode, name, message })
  })
  const mailFaults = find('resend')?.context.faults
  const smtp =
    options.smtp && mailFaults && (await openSmtp({ ...options.smtp, mailbox, faults: mailFaults, isOpen: options.isOpen }))
  if (smtp) options.smtp?.onListening(smtp.port)
  app.addHook('onClose', async () => {
    await smtp?.close()
    for (const { context } of running) context.stop()
  })

  const asPage = 'text/html; charset=utf-8'
  app.get('/', async (_request, reply) => reply.type(asPage).send(homePage(base, running, smtp?.port ?? null)))
  website(app, { base, origin })
  app.get('/mailbox', async (_request, reply) => reply.type(asPage).send(mailboxPage(base)))
  for (const [file, type] of Object.entries(assets))
    app.get(`/${file}`, async (_request, reply) =>
      reply.type(type).send(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
    )

  app.get<{ Querystring: { to?: string | string[]; limit?: string } }>('/mail', async (request) => {
    // No email address contains a space: it was a plus that was not encoded.
    const to = [request.query.to].flat()[0]?.trim().replaceAll(' ', '+')
    return mailbox.list(to || undefined).slice(0, Number(request.query.limit) || undefined)
  })
  app.delete('/mail', async (_request, reply) => {
    mailbox.empty()
    return reply.code(204).send()
  })
  app.get<{ Params: { id: string } }>('/mail/:id/html', async (request, reply) => {
    const mail = mailbox.find(request.params.id)
    if (!mail) return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'The email does not exist.' })
    return reply
      .header('Content-Security-Policy', mailPolicy)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(inNewTabs(mail.html))
  })

  app.get<{ Params: { id: string; index: string } }>('/mail/:id/attachments/:index', async (request, reply) => {
    const { id, index } = request.params
    const attached = /^\d{1,3}$/.test(index) ? mailbox.attachment(id, Number(index)) : undefined
    if (!attached) return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'The file does not exist.' })
    // Saved, not opened here: the sender declares the type.
    return reply
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Content-Disposition', `attachment; filename="${attached.name.replaceAll(/[^\w.-]/g, '_')}"`)
      .type(/^[a-z]+\/[a-z0-9.+-]+$/.test(attached.type) ? attached.type : 'application/octet-stream')
      .send(attached.content)
  })

  app.get('/faults', async (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.type(asPage).send(faultsPage(base, running))
    return Object.fromEntries(running.map(({ simulator, context }) => [simulator.slug, context.faults.dial()]))
  })
  app.route<{ Params: { slug: string }; Body: unknown }>({
    method: ['GET', 'PUT', 'DELETE', 'POST'],
    url: '/faults/:slug',
    handler: async (request, reply) => {
      const { faults } = find(request.params.slug)?.context ?? {}
      if (!faults) return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'The simulator does not exist.' })
      if (request.method === 'PUT') faults.turn(request.body)
      if (request.method === 'DELETE') faults.reset()
      if (request.method === 'POST') {
        faults.turn(dialOfForm(request.body))
        return reply.redirect(`${base}/faults#${request.params.slug}`, 303)
      }
      return { ...faults.dial(), hits: faults.hits }
    },
  })

  app.get<{ Querystring: { of?: string } }>('/webhooks', async (request, reply) => {
    if (request.headers.accept?.includes('text/html'))
      return reply.type(asPage).send(webhooksPage(base, running, request.query.of ?? null))
    return running
      .filter(({ simulator }) => !request.query.of || simulator.slug === request.query.of)
      .flatMap(({ simulator, context }) =>
        context.webhooks.list().map(({ secret: _secret, ...delivery }) => ({ provider: simulator.slug, ...delivery })),
      )
  })
  app.post<{ Params: { slug: string; id: string } }>('/webhooks/:slug/:id/again', async (request, reply) => {
    const { slug, id } = request.params
    if (!find(slug)?.context.webhooks.again(id))
      return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'The delivery does not exist.' })
    return reply.redirect(`${base}/webhooks?of=${slug}`, 303)
  })

  for (const { simulator, context } of running)
    await app.register(
      async (scope) => {
        sufferFaults(scope, context.faults, simulator.textsOfErrors)
        simulator.register(scope, context)
      },
      { prefix: `/${simulator.slug}` },
    )
}

/** A link in a mail opens beside the mailbox, not within it. */
const inNewTabs = (html: string): string => {
  const tag = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + tag) : tag + html
}

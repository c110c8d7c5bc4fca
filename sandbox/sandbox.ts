import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openMailbox } from './mailbox.ts'
import { homePage, mailboxPage } from './pages.ts'
import { resend } from './resend.ts'
import { isThisMachine } from './this-machine.ts'

export interface SandboxOptions {
  /** Where the mails are kept. */
  readonly folder: string
  /** The name that whoever started it gave this machine, if any. */
  readonly ownName?: string
  /** Answers whoever can reach it, and not this machine alone. */
  readonly isOpen: boolean
}

const assets = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
} as const

const pagePolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    JSON.parse(body),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
    if (!options.isOpen && !isThisMachine(request, options.ownName ?? 'localhost'))
      return reply.code(403).send({
        statusCode: 403,
        name: 'not_this_machine',
        message: 'The sandbox answers this machine only: its mails let people in. SANDBOX=open opens it to everybody.',
      })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const statusCode = error instanceof SyntaxError ? 400 : (error.statusCode ?? 500)
    const [name, message] =
      statusCode < 500 ? ['validation_error', error.message] : ['application_error', 'Something went wrong in the sandbox.']
    return reply.code(statusCode).send({ statusCode, name, message })
  })

  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(homePage(base, mailbox.list().length)))
  app.get('/mailbox', async (_request, reply) => reply.type('text/html; charset=utf-8').send(mailboxPage(base)))
  for (const [file, type] of Object.entries(assets))
    app.get(`/${file}`, async (_request, reply) =>
      reply.type(type).send(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
    )

  app.get<{ Querystring: { to?: string | string[]; limit?: string } }>('/mail', async (request) => {
    // No address has a space: it was a plus that nobody had encoded.
    const to = [request.query.to].flat()[0]?.trim().replaceAll(' ', '+')
    return mailbox.list(to || undefined).slice(0, Number(request.query.limit) || undefined)
  })
  app.delete('/mail', async (_request, reply) => {
    mailbox.empty()
    return reply.code(204).send()
  })
  app.get<{ Params: { id: string } }>('/mail/:id/html', async (request, reply) => {
    const mail = mailbox.find(request.params.id)
    if (!mail) return reply.code(404).send({ statusCode: 404, name: 'not_found', message: 'There is no such mail.' })
    return reply
      .header('Content-Security-Policy', mailPolicy)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(inNewTabs(mail.html))
  })

  await app.register(async (double) => resend(double, mailbox), { prefix: '/resend' })
}

/** A link in a mail opens beside the mailbox, not within it. */
const inNewTabs = (html: string): string => {
  const tag = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + tag) : tag + html
}

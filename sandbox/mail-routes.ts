import type { FastifyInstance } from 'fastify'
import type { Mailbox } from './mailbox.ts'

/** A mail may look as it likes; it may run and load nothing, and knows nothing of where it is shown. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

/** What the mailbox keeps, for programs and for its page. */
export const serveMail = (app: FastifyInstance, mailbox: Mailbox): void => {
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
}

/** A link in a mail opens beside the mailbox, not within it. */
const inNewTabs = (html: string): string => {
  const tag = '<base target="_blank">'
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + tag) : tag + html
}

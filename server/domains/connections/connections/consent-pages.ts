import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { sendReply } from '#core/http/replies.ts'
import { routes } from '#core/http/routes.ts'
import { callbackPath, crmCallbackPath } from './oauth-flows.ts'

const connectionsPage = '/settings/connections'
/** What every service sends back. */
const usualFields = ['state', 'code', 'iss', 'error'] as const

/** They lie among the functions, and are pages: Fastify's, not the gateway's. */
export const isConsent = (url: string): boolean =>
  [callbackPath, crmCallbackPath].some((path) => url === path || url.startsWith(`${path}?`))

/**
 * Where services send the browser back to after consent. GET never acts: it shows a page that posts what came to `action`, by itself
 * where scripts run, else by its button; of what came, the usual fields and `more` go on and nothing else. The session cookie, which
 * other sites cannot send, identifies the caller.
 */
export const consentPages = (pages: {
  readonly name: string
  readonly path: string
  readonly action: string
  readonly more?: readonly string[]
}) =>
  routes({
    name: pages.name,
    add: (app, { dispatch, callers, secure }) => {
      const { path, action } = pages
      const fields = [...usualFields, ...(pages.more ?? [])]
      app.register(async (scope) => {
        scope.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string' },
          async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
        )

        scope.get(path, async (request, reply) =>
          sendPage(reply, 200, 'Connecting', landing(path, fieldsOf(fields, request.query))),
        )

        scope.post(path, async (request, reply) => {
          const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
          const result = await dispatch(action, isForm ? fieldsOf(fields, request.body) : request.body, {
            caller: await callers.ofEither(request),
            requestId: request.id,
            clientAddress: request.ip,
            agent: request.headers['user-agent'],
            idempotencyKey: request.headers['idempotency-key'],
          })
          if (!isForm) return sendReply(request, reply, result, secure)
          if (result.failure) return sendPage(reply, result.status, 'Not connected', trouble(result.failure))
          const { connection, return_to } = result.body as { connection: { provider: string }; return_to: string | null }
          const { provider } = connection
          const page = return_to ?? connectionsPage
          return reply.redirect(`${page}${page.includes('?') ? '&' : '?'}connected=${encodeURIComponent(provider)}`, 303)
        })
      })
    },
  })

const fieldsOf = (fields: readonly string[], came: unknown): Readonly<Record<string, string>> => {
  const all = (typeof came === 'object' && came !== null ? came : {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = all[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

const script = 'document.forms[0].requestSubmit()'
const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto 0;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}a{color:light-dark(#1864ab,#74c0fc)}`
const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const landing = (
  path: string,
  came: Readonly<Record<string, string>>,
): string => `<p>Your account is being connected. If this page does not close, continue by hand.</p>
<form method="post" action="${path}">
${Object.entries(came)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
  .join('\n')}
<button>Continue</button>
</form>
<script>${script}</script>`

const trouble = (failure: Failure): string =>
  `<p>${escaped(failure.message)}</p>\n<p>${escaped(failure.definition.fix)}</p>\n<p><a href="${connectionsPage}">Back to Connections</a></p>`

const sendPage = (reply: FastifyReply, status: number, title: string, body: string): FastifyReply =>
  reply
    .code(status)
    .headers({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Foyer</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

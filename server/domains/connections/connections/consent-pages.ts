import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/actions/caller.ts'
import type { Failure } from '#core/errors.ts'
import { html } from '#core/http/markup.ts'
import { sendReply } from '#core/http/replies.ts'
import { type RouteContext, routes } from '#core/http/routes.ts'
import { findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import { acceptedLocale, type Language, languageOf } from '#shapes/languages.ts'
import { consentReason } from './consent-reason-strings.ts'
import { consentStrings } from './consent-strings.ts'
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
    add: (app, { dispatch, callers, outside, secure }) => {
      const { path, action } = pages
      const fields = [...usualFields, ...(pages.more ?? [])]
      app.register(async (scope) => {
        scope.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string' },
          async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
        )

        scope.get(path, async (request, reply) => {
          const language = languageAsked(request)
          const body = landing(path, fieldsOf(fields, request.query), language)
          return sendPage(reply, 200, { language, title: consentStrings[language].connecting }, body)
        })

        scope.post(path, async (request, reply) => {
          const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
          const caller = await callers.ofEither(request)
          const result = await dispatch(action, isForm ? fieldsOf(fields, request.body) : request.body, {
            caller,
            requestId: request.id,
            clientAddress: request.ip,
            agent: request.headers['user-agent'],
            idempotencyKey: request.headers['idempotency-key'],
          })
          if (!isForm) return sendReply(request, reply, result, secure)
          if (result.failure) {
            const language = await languageFor(outside, caller, request)
            const title = consentStrings[language].notConnected
            return sendPage(reply, result.status, { language, title }, trouble(result.failure, language))
          }
          const { connection, return_to } = result.body as { connection: { provider: string }; return_to: string | null }
          const { provider } = connection
          const page = return_to ?? connectionsPage
          return reply.redirect(`${page}${page.includes('?') ? '&' : '?'}connected=${encodeURIComponent(provider)}`, 303)
        })
      })
    },
  })

/** Without the session's cookie, which other sites cannot send, only the browser says what its person reads. */
const languageAsked = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  languageOf(acceptedLocale(headers['accept-language']) ?? 'en')

/** The language of the caller's account, else of the browser. */
const languageFor = async (
  outside: RouteContext['outside'],
  caller: Caller,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<Language> => {
  const person = 'personId' in caller ? await findPerson(outside, caller.personId) : undefined
  return person?.language ? languageOfPerson(person) : languageAsked(request)
}

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

const landing = (path: string, came: Readonly<Record<string, string>>, language: Language): string => {
  const { byHand, goOn } = consentStrings[language]
  const inputs = Object.entries(came).map(([name, value]) => `<input type="hidden" name="${name}" value="${html(value)}">`)
  return `<p>${html(byHand)}</p>
<form method="post" action="${path}">
${inputs.join('\n')}
<button>${html(goOn)}</button>
</form>
<script>${script}</script>`
}

const trouble = (failure: Failure, language: Language): string => {
  const { failed, next, back } = consentStrings[language]
  const says = consentReason(failure.message, language) ?? failed
  const then = next[failure.code] ?? next.other
  return `<p>${html(says)}</p>\n<p>${html(then)}</p>\n<p><a href="${connectionsPage}">${html(back)}</a></p>`
}

const sendPage = (
  reply: FastifyReply,
  status: number,
  { language, title }: { readonly language: Language; readonly title: string },
  body: string,
): FastifyReply =>
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
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} · Foyer</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${html(title)}</h1>
${body}
</main>
</body>
</html>
`)

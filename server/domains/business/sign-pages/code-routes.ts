import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { readCookie } from '#core/http/replies.ts'
import { type CodeWay, codePage } from './code-markup.ts'
import type { Typed } from './field-markup.ts'
import { addressWith, stringsOf } from './page-markup.ts'
import { chosenLocale, localeOf, type Pages, textOf } from './pages.ts'

interface At {
  Params: { token: string }
  Body: Typed | undefined
}

const cookie = 'foyer_signing'
const halfDaySeconds = 43_200

/** The pass of a signer who entered their code in this browser: the cookie is of their own address and no other. */
export const passOf = (request: FastifyRequest): string | undefined => readCookie(request.headers.cookie, cookie)?.slice(0, 200)

/** Asks for a code, by email or WhatsApp, where the document is shown only after one. */
export const addCodePages = (app: FastifyInstance, pages: Pages): void => {
  app.post<At>('/sign/:token/code/send', async (request, reply) => {
    const { token } = request.params
    const sent = await pages.ask(request, 'send-signing-code', { token })
    if (sent.failure) return pages.refuse(request, reply, sent.failure)
    const { sent: isSent } = sent.body as { sent: boolean }
    const to = addressWith(`/sign/${encodeURIComponent(token)}`, {
      lang: chosenLocale(request),
      code: isSent ? 'sent' : 'unsent',
    })
    return reply.header('Cache-Control', 'no-store').redirect(to, 303)
  })

  app.post<At>('/sign/:token/code', async (request, reply) => {
    const { token } = request.params
    const code = (request.body?.code ?? '').replaceAll(/\s/g, '')
    const entered = await pages.ask(request, 'enter-signing-code', { token, code })
    if (entered.failure) {
      const { code: why, field, status, facts } = entered.failure
      if (field !== 'code') return pages.refuse(request, reply, entered.failure)
      return showCode(pages, request, reply, { status, facts, fault: why === 'signing_code_spent' ? 'codeSpent' : 'codeWrong' })
    }
    const { pass } = entered.body as { pass: string }
    const address = `/sign/${encodeURIComponent(token)}`
    const secure = pages.isSecure ? '; Secure' : ''
    return reply
      .headers({
        'Cache-Control': 'no-store',
        'Set-Cookie': `${cookie}=${pass}; Path=${address}; Max-Age=${halfDaySeconds}; HttpOnly; SameSite=Lax${secure}`,
      })
      .redirect(addressWith(address, { lang: chosenLocale(request) }), 303)
  })
}

export const showCode = (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status,
    facts,
    fault = null,
  }: { readonly status: number; readonly facts: Failure['facts']; readonly fault?: 'codeWrong' | 'codeSpent' | null },
): FastifyReply => {
  const { token } = request.params as { token: string }
  const locale = localeOf(request)
  const asked = textOf(request, 'code')
  const isSent = fault !== null || asked === 'sent'
  const way = { sent_by: 'email', number_ends: null, ...facts } as CodeWay
  const said = fault === null ? null : stringsOf(locale)[fault]
  return pages.send(request, reply, status, codePage({ token, locale, isSent, isUnsent: asked === 'unsent', fault: said, way }))
}

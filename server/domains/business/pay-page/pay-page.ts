import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '#core/actions/action.ts'
import type { Reply } from '#core/actions/dispatch.ts'
import type { Failure } from '#core/errors.ts'
import { asFile } from '#core/http/file-headers.ts'
import { pack, sendPacked } from '#core/http/packed.ts'
import { routes } from '#core/http/routes.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { acceptedLocale, Locale } from '#shapes/languages.ts'
import { noPage, onwardPage, type PayableShown, payPage } from './pay-markup.ts'

/** Where Razorpay's script, its frame and what they ask for come from (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/). */
const razorpayHosts =
  'https://checkout.razorpay.com https://api.razorpay.com https://cdn.razorpay.com https://lumberjack.razorpay.com'
/** Where a form may lead on to: the card provider's own page. A merchant's own domain is led to by a link (`onwardPage`). */
const stripeHost = 'https://checkout.stripe.com'

/**
 * The page behind a pay link, `/pay/<token>`, for a payer who has no account. GET shows and never acts; what acts is a POST of
 * the form, or of the script to the gateway. It loads nothing from other hosts but the widget of the provider for rupees.
 */
export const payPages = routes({
  name: 'pay',
  add: (app, { dispatch, widgetOrigins }) => {
    const files = {
      'pay.js': ['text/javascript; charset=utf-8', pack(read('pay.js'))],
      'pay.css': ['text/css; charset=utf-8', pack(read('pay.css'))],
    } as const
    const ask: Ask = (request, name, body) =>
      dispatch(name, body, {
        caller: { kind: 'nobody' },
        requestId: request.id,
        clientAddress: request.ip,
        agent: request.headers['user-agent'],
      })

    const refuse = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
      if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
      // A token that cannot be one is the link of no invoice.
      const status = failure.status === 400 ? 404 : failure.status
      return sendPage(request, reply, status, noPage(status, localeOf(request) ?? 'en'), policyOf('stripe', widgetOrigins()))
    }

    for (const [name, [type, content]] of Object.entries(files))
      app.get(`/pay/assets/${name}`, async (request, reply) =>
        sendPacked(request, reply.headers({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type(type), content),
      )

    app.get<{ Params: { token: string }; Querystring: Query }>('/pay/:token', async (request, reply) => {
      const shown = await ask(request, 'show-payable', { token: request.params.token })
      if (shown.failure) return refuse(request, reply, shown.failure)
      const payable = shown.body as PayableShown
      const locale = localeOf(request) ?? payable.invoice.locale
      const page = payPage(payable, {
        token: request.params.token,
        locale,
        sessionId: asText(request.query.session_id),
        trouble: asText(request.query.trouble),
      })
      return sendPage(request, reply, 200, page, policyOf(payable.provider, widgetOrigins()))
    })

    for (const document of ['invoice', 'receipt'] as const)
      app.get<{ Params: { token: string } }>(`/pay/:token/${document}.pdf`, async (request, reply) => {
        const file = await ask(request, 'download-payable', { token: request.params.token, document })
        if (file.failure) return refuse(request, reply, file.failure)
        const { content, ...about } = file.body as Download
        return reply.headers({ ...asFile(about), 'X-Robots-Tag': 'noindex' }).send(Readable.from(content))
      })

    addForms(app, ask, widgetOrigins)
  },
})

/** Asks for an action as a payer, who has no account. */
type Ask = (request: FastifyRequest, name: string, body: object) => Promise<Reply>

const addForms = (app: FastifyInstance, ask: Ask, widgetOrigins: () => readonly string[]): void => {
  // Without a script: the button is a form, and so is the look for what became of a payment.
  app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )

    forms.post<{ Params: { token: string }; Querystring: Query }>('/pay/:token', async (request, reply) => {
      const opened = await ask(request, 'pay-invoice', { token: request.params.token })
      if (opened.failure) return back(request, reply, { trouble: opened.failure.code })
      const checkout = opened.body as { provider: PaymentProvider; url?: string; amount: number; currency: string }
      const { url } = checkout
      if (url === undefined) return back(request, reply, { trouble: 'needs_script' })
      if ([stripeHost, ...widgetOrigins()].includes(new URL(url).origin))
        return reply.header('Cache-Control', 'no-store').redirect(url, 303)
      // The browser lets a form lead to the hosts of the page's policy only, and which one it is was not known then.
      return sendPage(
        request,
        reply,
        200,
        onwardPage({ ...checkout, url }, localeOf(request) ?? 'en'),
        policyOf('stripe', widgetOrigins()),
      )
    })

    forms.post<{ Params: { token: string }; Querystring: Query; Body: Record<string, string> | undefined }>(
      '/pay/:token/look',
      async (request, reply) => {
        const shown = await ask(request, 'show-payable', { token: request.params.token })
        if (shown.failure) return back(request, reply, {})
        const { invoice } = shown.body as PayableShown
        const sessionId = asText(request.body?.session_id)
        const looked = await ask(request, 'verify-payment', { invoiceId: invoice.id, session_id: sessionId ?? undefined })
        const code = looked.failure?.code
        const isNews = code === undefined || code === 'payment_processing'
        return back(request, reply, isNews ? {} : { trouble: code, ...(sessionId && { session_id: sessionId }) })
      },
    )
  })
}

/** What the page may load, and where its forms may lead. */
const policyOf = (provider: PaymentProvider, widgetOrigins: readonly string[]): string => {
  const others = provider === 'razorpay' ? ` ${[razorpayHosts, ...widgetOrigins].join(' ')}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${others}`,
    // The widget writes styles of its own.
    `style-src 'self'${others && " 'unsafe-inline'"}`,
    `img-src 'self' data:${others}`,
    `connect-src 'self'${others}`,
    ...(others ? [`frame-src${others}`] : []),
    `form-action 'self'${provider === 'stripe' ? ` ${[stripeHost, ...widgetOrigins].join(' ')}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const sendPage = (request: FastifyRequest, reply: FastifyReply, status: number, page: string, policy: string): FastifyReply =>
  sendPacked(
    request,
    reply
      .code(status)
      .headers({
        'Content-Security-Policy': policy,
        // A bank's window, which the widget opens, answers to it.
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .type('text/html; charset=utf-8'),
    pack(page, true),
  )

interface Query {
  readonly lang?: string | string[]
  readonly session_id?: string | string[]
  readonly trouble?: string | string[]
}

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

const asText = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 255 && value !== '' ? value : null

/** The language that the payer chose, or else the browser's; null where we speak neither. */
const localeOf = (request: FastifyRequest): string | null => {
  const accepted = acceptedLocale(request.headers['accept-language'])
  const chosen = Locale.safeParse((request.query as Query).lang).data
  if (!chosen) return accepted
  // `pt` chosen in a browser that says pt-BR: dates and numbers as there.
  return accepted?.split('-')[0] === chosen ? accepted : chosen
}

/** After a POST, to the page: what is loaded again there acts no second time. */
const back = (request: FastifyRequest, reply: FastifyReply, query: Readonly<Record<string, string>>): FastifyReply => {
  const { token } = request.params as { token: string }
  const lang = Locale.safeParse((request.query as Query).lang).data
  const search = new URLSearchParams({ ...(lang && { lang }), ...query }).toString()
  return reply.header('Cache-Control', 'no-store').redirect(`/pay/${encodeURIComponent(token)}${search && `?${search}`}`, 303)
}

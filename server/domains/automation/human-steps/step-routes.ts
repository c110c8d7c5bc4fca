import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { addressWith } from '#domains/business/sign-pages/page-markup.ts'
import { chosenLocale, localeOf, type Pages } from '#domains/business/sign-pages/pages.ts'
import type { LinkedStep } from './linked-steps.ts'
import { type StepTrouble, stepPage } from './step-markup.ts'
import { stepStrings } from './step-strings.ts'
import { dataOf, faultOf, type Typed } from './typed-answers.ts'

interface At {
  Params: { token: string }
  Body: Typed | undefined
}

/** What the pages are given: to ask for an action as a visitor, and to answer. */
export type StepPages = Pick<Pages, 'ask' | 'send' | 'refuse'>

/** `/step/<token>`: GET and HEAD show, and the POST of its form answers. */
export const addStepPages = (app: FastifyInstance, pages: StepPages): void => {
  app.get<At>('/step/:token', async (request, reply) => {
    const step = await stepOf(pages, request)
    return 'code' in step ? pages.refuse(request, reply, step) : show(pages, request, reply, step, {})
  })

  app.post<At>('/step/:token', async (request, reply) => {
    const typed = request.body ?? {}
    const before = await stepOf(pages, request)
    if ('code' in before) return pages.refuse(request, reply, before)
    const data = dataOf(before.form, typed)
    const { token } = request.params
    const answered = await pages.ask(request, 'answer-linked-step', {
      ...{ token, data },
      ...(typed.choice !== undefined && { choice: typed.choice.slice(0, 40) }),
    })
    const { failure } = answered
    if (!failure) return back(request, reply)
    const step = await stepOf(pages, request)
    if ('code' in step) return pages.refuse(request, reply, step)
    if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
    const trouble = troubleOf(failure, step, data, localeOf(request))
    return show(pages, request, reply, step, { typed, trouble, status: failure.status })
  })
}

const troubleOf = (
  failure: Failure,
  step: LinkedStep,
  data: Readonly<Record<string, unknown>>,
  locale: string,
): StepTrouble => {
  const strings = stepStrings(locale)
  const field = step.form.find(({ name }) => failure.field === `data.${name}`)
  if (field) return { field: field.name, text: faultOf(field, data[field.name], strings) }
  return { field: null, text: failure.status === 429 ? strings.tooMany : strings.failed }
}

const stepOf = async (pages: StepPages, request: FastifyRequest): Promise<LinkedStep | Failure> => {
  const { token } = request.params as { token: string }
  const answer = await pages.ask(request, 'show-linked-step', { token, locale: localeOf(request) })
  return answer.failure ?? (answer.body as { step: LinkedStep }).step
}

const show = (
  pages: StepPages,
  request: FastifyRequest,
  reply: FastifyReply,
  step: LinkedStep,
  {
    typed = {},
    trouble = null,
    status = 200,
  }: { readonly typed?: Typed; readonly trouble?: StepTrouble | null; readonly status?: number },
): FastifyReply => {
  const { token } = request.params as { token: string }
  return pages.send(request, reply, status, stepPage(step, { token, locale: localeOf(request), typed, trouble }))
}

/** After a POST, to the page: what is loaded again there acts no second time. */
const back = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { token } = request.params as { token: string }
  const to = addressWith(`/step/${encodeURIComponent(token)}`, { lang: chosenLocale(request) })
  return reply.header('Cache-Control', 'no-store').redirect(to, 303)
}

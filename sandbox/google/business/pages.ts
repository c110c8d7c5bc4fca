import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forPeople, type SimulatorContext } from '../../simulators.ts'
import { type Account, accounts } from '../rows.ts'
import { businessPage, locationPage } from './business-page.ts'
import { refusals, replyStates } from './rows.ts'
import { openBusiness } from './store.ts'

const asPage = 'text/html; charset=utf-8'
type Form = Readonly<Record<string, string | undefined>>
const formOf = (request: FastifyRequest): Form => ({ ...(request.query as Form), ...((request.body ?? {}) as Form) })
const ownerOf = ({ email }: Form): Account => accounts.find((each) => each.email === email) ?? (accounts[0] as Account)
const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') === true
const starsOf = ({ stars }: Form): number => Math.min(5, Math.max(0, Math.trunc(Number(stars ?? 5)) || 0))
const whole = (text: string | undefined, usual: number): number => {
  const value = Math.trunc(Number(text))
  return text && value >= 0 ? value : usual
}

/** The locations of each person, a page to review each as a customer, and how Google behaves. */
export const serveBusinessPages = (app: FastifyInstance, context: SimulatorContext): void => {
  const store = openBusiness(context)
  const at = `${context.base}/google/business`

  app.get('/business', forPeople, (request, reply) => {
    const owner = ownerOf(formOf(request))
    const owned = store.allAccountsOf(owner).map((account) => ({ account, locations: store.locationsOf(account.id) }))
    if (!wantsPage(request)) return reply.send({ behaviour: store.behaviour(), accounts: owned })
    return reply.type(asPage).send(businessPage(context.base, { owner, owned, behaviour: store.behaviour() }))
  })
  app.get<{ Params: { location: string } }>('/business/locations/:location', forPeople, (request, reply) => {
    const location = store.location(request.params.location)
    if (!location) return reply.redirect(at)
    const reviews = store.reviewsOf(location.id)
    if (!wantsPage(request)) return reply.send({ location, reviews })
    return reply.type(asPage).send(locationPage(context.base, location, reviews))
  })
  app.post('/business/behave', forPeople, (request, reply) => {
    const form = formOf(request)
    const usual = { pageSize: 50, leavesOut: 0, editsAMinute: 10 }
    store.behave({
      refusal: form.refusal && form.refusal in refusals ? (form.refusal as keyof typeof refusals) : 'none',
      refusedCalls: (form.refusedCalls ?? '').slice(0, 200),
      pageSize: Math.max(1, whole(form.pageSize, usual.pageSize)),
      leavesOut: whole(form.leavesOut, usual.leavesOut),
      garbled: (form.garbled ?? '').slice(0, 200),
      editsAMinute: whole(form.editsAMinute, usual.editsAMinute),
      replies: form.replies === 'none' ? 'none' : (replyStates.find((state) => state === form.replies) ?? 'APPROVED'),
    })
    return reply.redirect(`${at}?${new URLSearchParams({ email: ownerOf(form).email })}`, 303)
  })
  app.post<{ Params: { account: string } }>('/business/accounts/:account/close', forPeople, (request, reply) => {
    const account = store.account(request.params.account)
    if (account) store.putAccount({ ...account, isGone: !account.isGone })
    return reply.redirect(at, 303)
  })
  app.post('/business/empty', forPeople, (request, reply) => {
    store.empty()
    return reply.redirect(`${at}?${new URLSearchParams({ email: ownerOf(formOf(request)).email })}`, 303)
  })
  app.post('/business/accounts/write', forPeople, (request, reply) => {
    const form = formOf(request)
    const owner = ownerOf(form)
    const type = form.type === 'LOCATION_GROUP' ? 'LOCATION_GROUP' : 'PERSONAL'
    const account = store.makeAccount(owner, form.name || owner.name, type)
    if (!wantsPage(request)) return reply.send({ id: account.id })
    return reply.redirect(`${at}?${new URLSearchParams({ email: owner.email })}`, 303)
  })
  app.post<{ Params: { account: string } }>('/business/accounts/:account/locations', forPeople, (request, reply) => {
    const { title, isVerified = 'on' } = formOf(request)
    const location = store.makeLocation(request.params.account, title || 'New location', isVerified === 'on')
    return wantsPage(request) ? reply.redirect(`${at}/locations/${location.id}`, 303) : reply.send({ id: location.id })
  })
  serveLocationDeeds(app, context)
  serveReviewDeeds(app, context)
}

/** What a customer or an owner does at a location, and back to it. */
const serveLocationDeeds = (app: FastifyInstance, context: SimulatorContext): void => {
  const store = openBusiness(context)
  const back = (reply: FastifyReply, locationId: string) =>
    reply.redirect(`${context.base}/google/business/locations/${locationId}`, 303)

  app.post<{ Params: { location: string } }>('/business/locations/:location/write', forPeople, (request, reply) => {
    const form = formOf(request)
    const location = store.location(request.params.location)
    if (!location) return back(reply, request.params.location)
    const [first] = Array.from({ length: Math.min(1_000, whole(form.count, 1)) }, (_, index) =>
      store.makeReview(location.id, {
        reviewer: form.reviewer || null,
        stars: starsOf(form),
        comment: form.comment || null,
        pictures: whole(form.pictures, 0),
        ...(index > 0 && { updatedAt: context.now().getTime() - index, createdAt: context.now().getTime() - index }),
      }),
    )
    return wantsPage(request) ? back(reply, location.id) : reply.send({ id: first?.id })
  })
  app.post<{ Params: { location: string } }>('/business/locations/:location/share', forPeople, (request, reply) => {
    const location = store.location(request.params.location)
    const account = store.account(formOf(request).accountId ?? '')
    if (location && account) store.putLocation({ ...location, accountIds: [...location.accountIds, account.id] })
    return back(reply, request.params.location)
  })
  app.post<{ Params: { location: string } }>('/business/locations/:location/verify', forPeople, (request, reply) => {
    const location = store.location(request.params.location)
    if (location) store.putLocation({ ...location, isVerified: !location.isVerified })
    return back(reply, request.params.location)
  })
}

/** What its author, or Google, does with a review, and back to its place. */
const serveReviewDeeds = (app: FastifyInstance, context: SimulatorContext): void => {
  const store = openBusiness(context)
  const deed = (name: string, work: (row: NonNullable<ReturnType<typeof store.review>>, form: Form) => unknown) =>
    app.post<{ Params: { review: string } }>(`/business/reviews/:review/${name}`, forPeople, (request, reply) => {
      const row = store.review(request.params.review)
      if (row) work(row, formOf(request))
      return reply.redirect(`${context.base}/google/business/locations/${row?.locationId ?? ''}`, 303)
    })
  deed('edit', (row, form) => store.edit(row, { stars: starsOf(form), comment: form.comment || null }))
  deed('remove', (row) => store.removeReview(row.id))
  deed('approve', (row) => row.reply && store.reply(row, row.reply.comment, 'APPROVED'))
  deed('reject', (row) => row.reply && store.reply(row, row.reply.comment, 'REJECTED', 'CONTACT_INFORMATION'))
  /** The owner answers at Google itself. */
  deed('reply', (row, form) => store.reply(row, form.comment || 'Thank you!', 'APPROVED'))
  deed('unreply', (row) => store.unreply(row))
}

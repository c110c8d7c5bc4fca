import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { faultOf } from '../faults.ts'
import type { SimulatorContext } from '../simulators.ts'
import { appOf, type Caller, callerOf, pageOf } from './callers.ts'
import { announce } from './notifications.ts'
import { fieldsOf, formOnWire, leadOnWire, testFields } from './on-wire.ts'
import { invalidParameter, noBudget, noPermission, noSuchObject, Refused, shownRefusal, tooMuch, usageOf } from './refusals.ts'
import type { Form, Lead, Page } from './rows.ts'
import { leadsOf, leadsOfPage, newId, newToken, people, type Store } from './store.ts'

const version = '/:version(^v\\d+\\.\\d+$)'
interface At {
  Params: { readonly id: string }
}

/** The Graph API as far as leads of ads need it. */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refused) return reply.code(error.status).headers(error.headers).send(shownRefusal(error))
    if (error instanceof SyntaxError || error.statusCode === 400)
      return reply.code(400).send(shownRefusal(invalidParameter('The body is not valid.')))
    throw error
  })
  app.addHook('onSend', async (request, reply) => {
    const { version: asked } = (request.params ?? {}) as Record<string, string>
    if (asked) reply.header('facebook-api-version', asked)
    if (!reply.hasHeader('x-app-usage')) reply.header('x-app-usage', '{"call_count":2,"total_cputime":1,"total_time":1}')
  })
  servePerson(app, store)
  serveSubscriptions(app, context, store)
  serveForms(app, context, store)
  serveLeads(app, store)
}

const servePerson = (app: FastifyInstance, store: Store): void => {
  app.get(`${version}/me`, async (request) => {
    const { grant } = callerOf(store, request)
    return people.find(({ id }) => id === grant.personId)
  })
  app.delete(`${version}/me/permissions`, async (request) => {
    const { grant } = callerOf(store, request)
    store.grants.put({ ...grant, endedAt: store.at() })
    return { success: true }
  })
  app.get(`${version}/me/accounts`, async (request) => {
    const caller = callerOf(store, request)
    if (caller.token.pageId !== null) throw noPermission()
    const pages = caller.grant.pageIds.flatMap((id) => store.pages.find(id) ?? [])
    const asked = fieldsOf(request)
    return listOf(request, caller, pages, (page) => {
      const whole = { name: page.name, access_token: tokenOfPage(store, caller, page), tasks: page.tasks }
      return { id: page.id, ...Object.fromEntries(Object.entries(whole).filter(([name]) => asked.includes(name))) }
    })
  })
}

/** The token of a page is the same as long as the consent is, and without an end where that of the person is a long one. */
const tokenOfPage = (store: Store, { grant, token }: Caller, { id: pageId }: Page): string => {
  const known = store.tokens
    .list()
    .find((each) => each.grantId === grant.id && each.pageId === pageId && each.isLong === token.isLong)
  const expiresAt = token.isLong ? null : token.expiresAt
  return (known ?? store.tokens.put({ id: newToken(), grantId: grant.id, pageId, isLong: token.isLong, expiresAt })).id
}

const serveSubscriptions = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.post<At>(`${version}/:id/subscriptions`, async (request) => {
    const its = appOf(store, request, request.params.id)
    const sent = (request.body ?? {}) as Record<string, unknown>
    const { object, callback_url: url, verify_token: token, fields } = sent
    if (object !== 'page' || typeof url !== 'string' || !URL.canParse(url) || typeof token !== 'string')
      throw invalidParameter('object, callback_url and verify_token are required.')
    if (!String(fields).split(',').includes('leadgen')) throw invalidParameter('fields must contain leadgen.')
    await challenge(context, url, token)
    store.apps.put({ ...its, callbackUrl: url })
    return { success: true }
  })
  app.post<At>(`${version}/:id/subscribed_apps`, async (request) => {
    const caller = callerOf(store, request)
    const page = pageOf(store, caller, request.params.id)
    const { subscribed_fields: fields } = {
      ...((request.body as object | null) ?? {}),
      ...(request.query as object),
    } as Record<string, unknown>
    if (!String(fields).split(',').includes('leadgen')) throw invalidParameter('subscribed_fields is required.')
    store.pages.put({ ...page, apps: [...page.apps.filter((id) => id !== caller.app.id), caller.app.id] })
    return { success: true }
  })
  app.delete<At>(`${version}/:id/subscribed_apps`, async (request) => {
    const caller = callerOf(store, request)
    const page = pageOf(store, caller, request.params.id)
    store.pages.put({ ...page, apps: page.apps.filter((id) => id !== caller.app.id) })
    return { success: true }
  })
  app.get<At>(`${version}/:id/subscribed_apps`, async (request) => {
    const caller = callerOf(store, request)
    const { apps } = pageOf(store, caller, request.params.id)
    return { data: apps.map((id) => ({ category: 'Business', name: 'Foyer', id, subscribed_fields: ['leadgen'] })) }
  })
}

/** The address has to answer the challenge (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests). */
const challenge = async (context: SimulatorContext, text: string, verifyToken: string): Promise<void> => {
  const nonce = String(randomInt(1_000_000_000, 10_000_000_000))
  const url = new URL(text)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', nonce)
  url.searchParams.set('hub.verify_token', verifyToken)
  const answer = await context.post(url.href, {}, null).catch(() => ({ status: 0, text: '' }))
  if (answer.status !== 200 || answer.text !== nonce)
    throw new Refused(2200, '(#2200) Callback verification failed: the challenge was not returned.')
}

const serveForms = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.get<At>(`${version}/:id/leadgen_forms`, async (request, reply) => {
    const caller = callerOf(store, request)
    const page = pageOf(store, caller, request.params.id)
    reply.headers(usageOf(page.id, 1))
    const forms = store.forms.list().filter(({ pageId, status }) => pageId === page.id && status !== 'DELETED')
    return listOf(request, caller, forms, (form) => formOnWire(form, leadsOf(store, form.id), fieldsOf(request)))
  })
  app.get<At>(`${version}/:id/leads`, async (request, reply) => {
    const caller = callerOf(store, request)
    const form = formOf(store, request, caller, request.params.id)
    const { limit } = request.query as Record<string, unknown>
    if (faultOf(request) === 'too_much' && Number(limit) > 5) throw tooMuch()
    // By the leads of the page: without any there is nothing to spend.
    if (faultOf(request) === 'no_budget' || leadsOfPage(store, form.pageId) === 0) throw noBudget(form.pageId)
    reply.headers(usageOf(form.pageId, 1))
    const after = createdAfter(request)
    const leads = leadsOf(store, form.id).filter(({ createdAt }) => createdAt > after)
    const list = listOf(request, caller, leads, (lead) => leadOnWire(lead, fieldsOf(request)))
    return faultOf(request) === 'odd_entry' ? { ...list, data: [oddEntry, ...list.data] } : list
  })
  app.get<At>(`${version}/:id/test_leads`, async (request) => {
    const caller = callerOf(store, request)
    const form = formOf(store, request, caller, request.params.id)
    const leads = leadsOf(store, form.id).filter(({ isTest }) => isTest)
    return { data: leads.map((lead) => leadOnWire(lead, fieldsOf(request))) }
  })
  app.post<At>(`${version}/:id/test_leads`, async (request) => {
    const caller = callerOf(store, request)
    const form = formOf(store, request, caller, request.params.id)
    if (leadsOf(store, form.id).some(({ isTest }) => isTest))
      throw invalidParameter('A test lead already exists for this form. Delete it before you create another.')
    const given = (request.body as Record<string, unknown> | null)?.field_data
    const fields = typeof given === 'string' ? (JSON.parse(given) as Lead['fields']) : testFields(form)
    const { id } = addLead(context, store, form, { fields, isOrganic: true, isTest: true })
    return { id }
  })
}

/** A form was filled in. */
export const addLead = (
  context: SimulatorContext,
  store: Store,
  form: Form,
  given: Pick<Lead, 'fields' | 'isOrganic' | 'isTest'> & {
    readonly mayCall?: boolean | null
    readonly isSilent?: boolean
    readonly createdAt?: number
  },
): Lead => {
  const lead = store.leads.put({
    ...{ id: newId(), formId: form.id, pageId: form.pageId, createdAt: given.createdAt ?? Math.floor(store.at() / 1_000) },
    ...{ fields: given.fields, isOrganic: given.isOrganic, isTest: given.isTest, mayCall: given.mayCall ?? null },
  })
  if (!given.isSilent) announce(context, store, lead)
  return lead
}

const serveLeads = (app: FastifyInstance, store: Store): void => {
  app.get<At>(`${version}/:id`, async (request, reply) => {
    const caller = callerOf(store, request)
    const lead = leadFor(store, caller, request.params.id)
    if (faultOf(request) === 'not_yet') throw noSuchObject(lead.id)
    if (faultOf(request) === 'no_budget') throw noBudget(lead.pageId)
    reply.headers(usageOf(lead.pageId, 1))
    return leadOnWire(lead, fieldsOf(request))
  })
  app.delete<At>(`${version}/:id`, async (request) => {
    const caller = callerOf(store, request)
    const lead = leadFor(store, caller, request.params.id)
    if (!lead.isTest) throw noPermission()
    store.leads.remove(lead.id)
    return { success: true }
  })
}

/** Of another page, gone or unknown: all the same to who asks. */
const leadFor = (store: Store, { token }: Caller, id: string): Lead => {
  const lead = store.leads.find(id)
  const isThere = lead && leadsOf(store, lead.formId).some((each) => each.id === id)
  if (!isThere || lead.pageId !== token.pageId) throw noSuchObject(id)
  return lead
}

const oddEntry = {
  ...{ id: 'none', created_time: 'soon' },
  field_data: [{ name: 'email', values: ['odd@example.com'] }],
}

const formOf = (store: Store, request: FastifyRequest, { token }: Caller, id: string): Form => {
  const form = store.forms.find(id)
  if (faultOf(request) === 'not_yet') throw noSuchObject(id)
  if (form?.pageId !== token.pageId || form.status === 'DELETED') throw noSuchObject(id)
  return form
}

/** In seconds; everything where nothing is filtered. */
const createdAfter = (request: FastifyRequest): number => {
  const { filtering } = request.query as Record<string, unknown>
  if (filtering === undefined) return 0
  try {
    const [filter] = JSON.parse(String(filtering)) as { field: string; operator: string; value: number }[]
    if (filter?.field === 'time_created' && filter.operator === 'GREATER_THAN' && Number.isInteger(filter.value))
      return filter.value
  } catch {}
  throw invalidParameter('filtering is not valid.')
}

const mostPerPage = 100

/** A page of a list. The address of the next one has the token in it, as at the vendor. */
const listOf = <T extends { readonly id: string }>(
  request: FastifyRequest,
  { token }: Caller,
  all: readonly T[],
  show: (each: T) => object,
): { readonly data: readonly object[]; readonly paging?: object } => {
  const { limit, after } = request.query as Record<string, string | undefined>
  const most = Math.min(Math.max(1, Number(limit) || 25), mostPerPage)
  const last = after === undefined ? -1 : all.findIndex(({ id }) => id === Buffer.from(after, 'base64url').toString())
  if (after !== undefined && last < 0) throw invalidParameter('The cursor is not valid.')
  const rows = all.slice(last + 1, last + 1 + most)
  if (rows.length === 0) return { data: [] }
  const cursor = (row: T | undefined): string => Buffer.from(row?.id ?? '').toString('base64url')
  const cursors = { before: cursor(rows[0]), after: cursor(rows.at(-1)) }
  const isMore = last + 1 + most < all.length
  const [path] = request.url.split('?')
  const next = `https://${request.headers.host}${path}?limit=${most}&after=${cursors.after}&access_token=${token.id}`
  return { data: rows.map(show), paging: { cursors, ...(isMore && { next }) } }
}

import { z } from 'zod'
import type { AdForm, AdLead, AdPage, LeadAds } from '#ports/lead-ads.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { Secret } from '#ports/secret.ts'
import { isObject } from '../answers.ts'
import { type MetaRequests, makeRequests, type RequestParts, tooLong } from './requests.ts'

/** Of a list; the highest that is known to be taken. */
const perPage = '100'
/** Leads at once: fewer where Meta asks for less, or where their answers are too long together. */
const leadsAtOnce = [perPage, '25', '5', '1'] as const
/** More pages than this are no list of a person's pages, or of a page's forms. */
const mostPages = 50

const leadFields =
  'id,created_time,field_data,form_id,ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,is_organic,platform,custom_disclaimer_responses,partner_name,retailer_item_id'
const formFields = 'id,name,status,leads_count,organic_leads_count'

/** Leads of ads (https://developers.facebook.com/docs/marketing-api/guides/lead-ads). */
export const metaLeadAdsOf = (parts: RequestParts): LeadAds => {
  const requests = makeRequests(parts)
  const testLeads = async (formId: string): Promise<readonly string[]> => {
    const { data } = await requests.get({
      ...{ operation: 'test_leads.list', path: `/${formId}/test_leads`, query: { fields: 'id,created_time' }, shape: Ids },
    })
    return data.map(({ id }) => id)
  }
  return {
    pages: () => readPages(requests),
    forms: (pageId) => readForms(requests, pageId),

    leads: makeLists(requests),

    async lead(id) {
      const raw = await requests.get({ operation: 'leads.get', path: `/${id}`, query: { fields: leadFields }, shape: One })
      const lead = readLead(raw)
      // Another one than was asked for.
      if (lead?.id !== id) throw new ProviderError('broken', notMetas)
      return lead
    },

    testLeads,
    async makeTestLead(formId) {
      for (const id of await testLeads(formId))
        await requests.remove({ operation: 'leads.delete', path: `/${id}`, shape: Done })
      const { id } = await requests.post(
        { operation: 'test_leads.create', path: `/${formId}/test_leads`, shape: z.object({ id: Id }) },
        {},
      )
      return id
    },

    async isFollowed(pageId) {
      const { data } = await requests.get({
        ...{ operation: 'subscribed_apps.list', path: `/${pageId}/subscribed_apps`, shape: Apps },
      })
      return data.some(({ id, subscribed_fields: fields }) => id === parts.client.id && (fields ?? []).includes('leadgen'))
    },
    async follow(pageId) {
      const wish = { operation: 'subscribed_apps.create', path: `/${pageId}/subscribed_apps`, shape: Done }
      await requests.post({ ...wish, query: { subscribed_fields: 'leadgen' } }, {})
    },
    async unfollow(pageId) {
      await requests.remove({ operation: 'subscribed_apps.delete', path: `/${pageId}/subscribed_apps`, shape: Done })
    },
    async announceAt(callbackUrl, verifyToken) {
      await requests.postAsApp(
        { operation: 'subscriptions.create', path: `/${parts.client.id}/subscriptions`, shape: Done },
        {
          ...{ object: 'page', callback_url: callbackUrl, fields: 'leadgen' },
          ...{ verify_token: verifyToken, include_values: 'true' },
        },
      )
    },
    usage: requests.usage,
  }
}

/** Lists leads of forms; what turned out to be too many at once for one form is not asked for again. */
const makeLists = (requests: MetaRequests): LeadAds['leads'] => {
  const sizes = new Map<string, number>()
  return async (formId, { after, cursor }) => {
    for (let size = sizes.get(formId) ?? 0; ; size++) {
      sizes.set(formId, size)
      const query = {
        ...{ fields: leadFields, limit: leadsAtOnce[size] ?? '1', filtering: createdAfter(after) },
        ...(cursor !== null && { after: cursor }),
      }
      const wish = { operation: 'leads.list', path: `/${formId}/leads`, shape: List, query, mayBeCut: true }
      const found = await requests.get(wish).catch((error: unknown) => {
        if (size + 1 < leadsAtOnce.length && isTooMuch(error)) return null
        throw error
      })
      if (found === null) continue
      const read = found.data.map((raw) => readLead(raw) ?? { raw })
      const leads = read.filter((each) => 'id' in each)
      const unreadable = read.flatMap((each) => ('id' in each ? [] : [each.raw]))
      return { leads, unreadable, next: nextOf(found.paging) }
    }
  }
}

/** Error 1 has the words "Please reduce the amount of data you're asking for", among others. */
const isTooMuch = (error: unknown): boolean => error instanceof ProviderError && (error.code === '1' || error.code === tooLong)

const notMetas = 'Meta returned an invalid response.'

const Id = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,40}$/))
const Paging = z
  .object({ next: z.string().nullish(), cursors: z.object({ after: z.string().max(2_000).nullish() }).nullish() })
  .nullish()
const List = z.object({ data: z.array(z.unknown()), paging: Paging })
const One = z.unknown()
const Ids = z.object({ data: z.array(z.object({ id: Id })) })
const Apps = z.object({ data: z.array(z.object({ id: z.coerce.string(), subscribed_fields: z.array(z.string()).nullish() })) })
/** One page of Meta's shows the text. */
const Done = z.object({ success: z.union([z.literal(true), z.literal('true')]) })

/** `next` itself has the token in it: only that there is one counts. */
const nextOf = (paging: z.infer<typeof Paging>): string | null =>
  paging?.next == null ? null : (paging.cursors?.after ?? null)

/** A lead of the same second has the same time: it is asked for, too. */
const createdAfter = (after: Date): string =>
  JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN', value: Math.floor(after.getTime() / 1_000) - 1 }])

/** All of a list that is never long. */
const readAll = async (requests: MetaRequests, operation: string, path: string, fields: string): Promise<unknown[]> => {
  const all: unknown[] = []
  let after: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const query: Record<string, string> = { fields, limit: perPage, ...(after !== null && { after }) }
    const { data, paging } = await requests.get({ operation, path, query, shape: List })
    all.push(...data)
    const next = nextOf(paging)
    if (next === null || next === after) return all
    after = next
  }
  return all
}

const Page = z.object({
  id: Id,
  name: z.string().nullish(),
  access_token: z.string().nullish(),
  tasks: z.array(z.string()).nullish(),
})

/** Each with a token of its own, which does not run out by time where the one of the consent is a long one. */
const readPages = async (requests: MetaRequests): Promise<readonly AdPage[]> =>
  (await readAll(requests, 'accounts.list', '/me/accounts', 'id,name,access_token,tasks')).flatMap((each) => {
    const { data } = Page.safeParse(each)
    if (!data) return []
    const token = data.access_token ? new Secret(data.access_token) : null
    return [{ id: data.id, name: data.name || data.id, token: data.tasks?.includes('ADVERTISE') === false ? null : token }]
  })

const Form = z.object({
  id: Id,
  name: z.string().nullish(),
  status: z.string().nullish(),
  leads_count: z.number().nullish(),
  organic_leads_count: z.number().nullish(),
})
const statuses: Readonly<Record<string, AdForm['status']>> = { ACTIVE: 'active', ARCHIVED: 'archived' }

const readForms = async (requests: MetaRequests, pageId: string): Promise<readonly AdForm[]> =>
  (await readAll(requests, 'leadgen_forms.list', `/${pageId}/leadgen_forms`, formFields)).flatMap((each) => {
    const { data } = Form.safeParse(each)
    if (!data) return []
    const { leads_count: leads, organic_leads_count: organic } = data
    const counted = leads == null && organic == null ? null : (leads ?? 0) + (organic ?? 0)
    return [{ id: data.id, name: data.name || data.id, status: statuses[data.status ?? ''] ?? 'other', leads: counted }]
  })

/** Null for an entry that is none. A time is `2026-11-22T09:30:00+0000`, whose zone has no colon. */
const readLead = (raw: unknown): AdLead | null => {
  if (!isObject(raw)) return null
  const id = Id.safeParse(raw.id).data
  const createdAt = new Date(String(raw.created_time).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (id === undefined || Number.isNaN(createdAt.getTime())) return null
  const adId = Id.safeParse(raw.ad_id).data
  const formId = Id.safeParse(raw.form_id).data ?? null
  return { id, formId, createdAt, hasAd: adId !== undefined && adId !== '0', raw }
}

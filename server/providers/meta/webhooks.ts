import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { LeadAdsNews, LeadAdsSent, LeadNotification } from '#ports/lead-ads.ts'
import { digitsKept } from '#shapes/json-digits.ts'

/**
 * Whether the raw body was signed with the app's secret
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads).
 */
export const isSignedByMeta = ({ headers, body }: LeadAdsSent, appSecret: string): boolean => {
  const [, given = ''] = /^sha256=([0-9a-f]{64})$/.exec(headers['x-hub-signature-256'] ?? '') ?? []
  if (appSecret === '' || given === '') return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', appSecret).update(body).digest())
}

/**
 * Every lead that a notification tells of (https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-leadgen).
 * Ids come as text or as bare numbers, and a part that cannot be read takes no other with it. Null for what is about no page.
 */
export const parseMetaWebhook = (body: Buffer): LeadAdsNews | null => {
  const whole = Webhook.safeParse(read(body))
  if (!whole.success) return null
  const leads: LeadNotification[] = []
  const pageIds = new Set<string>()
  const unread: string[] = []
  let others = 0
  for (const [at, each] of whole.data.entry.entries()) {
    const entry = Entry.safeParse(each)
    if (!entry.success) {
      unread.push(`entry ${at}`)
      continue
    }
    const { id, changes } = entry.data
    // The trial of Meta's own pages has 0 here.
    if (id !== undefined && id !== '0') pageIds.add(id)
    for (const [index, change] of changes.entries()) {
      if (!isOfLeads(change)) {
        others += 1
        continue
      }
      const { data } = LeadChange.safeParse(change)
      if (!data) {
        unread.push(`entry ${at}, change ${index}`)
        continue
      }
      const { leadgen_id: leadId, form_id: formId, page_id: pageId, created_time: seconds } = data.value
      pageIds.add(pageId)
      leads.push({ leadId, formId, pageId, createdAt: new Date(seconds * 1_000) })
    }
  }
  return { leads, pageIds: [...pageIds], others, unread }
}

/** «Test» on Meta's pages for developers sends ids of fours. */
export const isTrialOfMeta = ({ leadId, pageId }: LeadNotification): boolean => /^4{9,}$/.test(leadId) || /^4{9,}$/.test(pageId)

const read = (body: Buffer): unknown => {
  try {
    return digitsKept(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const isOfLeads = (change: unknown): boolean => z.object({ field: z.literal('leadgen') }).safeParse(change).success

const Digits = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,40}$/))
const Webhook = z.object({ object: z.literal('page'), entry: z.array(z.unknown()).min(1) })
const Entry = z.object({ id: Digits.optional().catch(undefined), changes: z.array(z.unknown()) })
const LeadChange = z.object({
  value: z.object({
    leadgen_id: Digits,
    form_id: Digits,
    page_id: Digits,
    created_time: z.coerce.number().int().min(0).max(99_999_999_999),
  }),
})

import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import {
  type InboundContext,
  inboundWebhook,
  type RawRequest,
  type ReadOutcome,
  type ReadTogetherContext,
  type Sender,
  type ToRead,
  Unreadable,
} from '#core/inbound/inbound-webhook.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { type Announcement, recordAnnounced } from './announced-leads.ts'
import { metaLeadErrors } from './errors.ts'
import { fetchLeadsReference } from './job-references.ts'
import { appAt, appOf } from './page-access.ts'
import { findSignerOfApp, findSigners, type Signer, sourcesOfPages } from './pages.ts'
import { recordDelivery } from './take-lead.ts'
import { isVerifyToken } from './verify-tokens.ts'

/** A thousand changes are 250 KB. */
const mostBytes = 1024 * 1024

/**
 * Meta tells that forms were filled in, at one address for all pages of an app; the ids in the body say whose it is. Everything that was
 * signed is stored before it is answered. What is told is a hint and no more: a job fetches the lead with the token of the page.
 */
export const metaLeadsWebhook = inboundWebhook({
  name: 'meta-leads-webhook',
  summary: 'Receive announcements of leads from Meta',
  path: '/functions/v1/meta-leads',
  methods: ['GET', 'POST'],
  bodyLimitBytes: mostBytes,
  matches: () => true,

  async verify(request, context) {
    if (request.method === 'GET') return { answer: answerCheck(request, context) }
    const [first, ...more] = await findSenders(request, context)
    return first ? [first, ...more] : { answer: acknowledged }
  },

  data: z.instanceof(Buffer),
  parse: (body) => body,

  async read(body, context) {
    const [outcome] = await readAll([{ ...context, data: body }], context)
    if (outcome instanceof Unreadable) throw outcome
  },

  readTogether: (requests, context) => readAll(requests, context),
})

const acknowledged = { status: 200, type: 'application/json', body: '{"success":true}' } as const

const readAll = async (requests: readonly ToRead<Buffer>[], context: ReadTogetherContext): Promise<ReadOutcome[]> => {
  const { db, org, ports, enqueue, log, now } = context
  const parsed = requests.map(({ data }) => ports.leadAds.parseWebhook(data))
  const pages = await sourcesOfPages(db, org.id, [...new Set(parsed.flatMap((news) => news?.pageIds ?? []))])
  const announced: Announcement[] = []
  const outcomes: ReadOutcome[] = []
  for (const news of parsed) {
    if (!news) outcomes.push(new Unreadable('The body does not have the form of a notification of Meta.'))
    else if (news.unread.length > 0 && news.leads.length === 0)
      outcomes.push(new Unreadable(`Some parts could not be parsed: ${news.unread.slice(0, 3).join('; ')}`))
    else outcomes.push('read')
    for (const told of news?.leads ?? []) {
      const page = pages.get(told.pageId)
      if (ports.leadAds.isTrial(told) || (!page && pages.size === 0)) await recordUnmade(context, told)
      else if (page && (page.form_ids?.includes(told.formId) ?? true)) announced.push({ page, ...told })
    }
  }
  for (const sourceId of await recordAnnounced(db, org.id, announced, now()))
    await enqueue(fetchLeadsReference, { orgId: org.id, sourceId })
  log.info({ requests: requests.length, leads: announced.length }, 'notifications of Meta processed')
  return outcomes
}

/** A trial of Meta's own pages, or what is for a page that is no source: seen in the request log, and nothing is made of it. */
const recordUnmade = async (
  { db, org, ports, newId }: ReadTogetherContext,
  told: Parameters<ReadTogetherContext['ports']['leadAds']['isTrial']>[0],
): Promise<void> => {
  const [first] = await db
    .selectFrom('meta_pages')
    .select('source_id')
    .where('org_id', '=', org.id)
    .orderBy('source_id')
    .execute()
  if (!first) return
  const kept = ports.leadAds.isTrial(told) ? trial : ofUnknownPage
  await recordDelivery(db, { orgId: org.id, sourceId: first.source_id, deliveryId: newId(), body: null }, kept)
}

const trial = {
  status: 200,
  outcome: 'test',
  code: 'test_notification',
  message: 'A test notification of Meta, for a lead that does not exist: the connection works.',
} as const
const ofUnknownPage = {
  status: 200,
  outcome: 'ignored',
  code: 'page_unknown',
  message: 'Meta announced a lead of a page that is no source here.',
} as const

// ── Who sent it ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Longer challenges are invalid. */
const mostChallenge = 1_024

/** Meta looks whether the address is right before it sends anything there, and the challenge is answered as it came. */
const answerCheck = ({ url }: RawRequest, { vault }: InboundContext) => {
  const asked = new URL(url, 'http://here').searchParams
  const tokens = asked.getAll('hub.verify_token')
  const challenge = asked.get('hub.challenge') ?? ''
  const isRight = asked.get('hub.mode') === 'subscribe' && tokens.length === 1 && isVerifyToken(vault, tokens[0] ?? '')
  if (!isRight || challenge === '' || challenge.length > mostChallenge)
    throw new Failure(metaLeadErrors.meta_verify_token_invalid)
  return { status: 200, type: 'text/plain', body: challenge } as const
}

/**
 * The workspaces that a body is for and whose app signed it. One that names a page without the signature of its app is forged; one of a page
 * that is known to none is kept by a workspace of the app that its address names and that signed it.
 */
const findSenders = async (request: RawRequest, { db, ports, vault }: InboundContext): Promise<Sender[]> => {
  const news = ports.leadAds.parseWebhook(request.body)
  const hasSigned = (signer: Signer): boolean => ports.leadAds.isSigned(request, appOf(vault, signer))
  const named = news && news.pageIds.length > 0 ? await findSigners(db, news.pageIds) : []
  const signed = new Map<string, Sender>()
  for (const signer of named) {
    const { org_id: orgId, id: connectionId } = signer
    if (!signed.has(orgId) && hasSigned(signer)) signed.set(orgId, { orgId, connectionId })
  }
  if (signed.size > 0) return [...signed.values()]
  if (named.length > 0) throw forged()
  const other = await findSignerOfApp(db, appAt(request.url))
  if (other && hasSigned(other)) return [{ orgId: other.org_id, connectionId: other.id }]
  // The operator's own app, before any workspace has a page.
  for (const mode of ['live', 'sandbox'] as const) if (ports.leadAds.isSigned(request, { mode, client: null })) return []
  throw forged()
}

const forged = (): Failure => new Failure(connectionErrors.webhook_signature_invalid, { status: 401 })

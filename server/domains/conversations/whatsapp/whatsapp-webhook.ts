import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import {
  type InboundContext,
  inboundWebhook,
  type RawRequest,
  type ReadContext,
  type ReadOutcome,
  type ReadTogetherContext,
  type Sender,
  type ToRead,
  Unreadable,
} from '#core/inbound/inbound-webhook.ts'
import { connectionOf, findConnection, orgOfConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { usableOf } from '#domains/connections/connections/usable-connections.ts'
import { notifyUnreadable } from '#domains/platform/background-jobs/work-notices.ts'
import type { MessagingNews } from '#ports/messaging.ts'
import { recordElsewhere } from './echoes.ts'
import { whatsappErrors } from './errors.ts'
import { addressesOf, findKnown, isMove, recordIncoming } from './incoming.ts'
import { readTemplatesJob } from './job-references.ts'
import { digestOfVerifyToken, findNumbers } from './numbers.ts'
import { recordStatuses } from './states.ts'
import { keepUnconnected } from './unconnected.ts'

/** The platform's bodies have 3 MB at most. */
const mostBytes = 4 * 1024 * 1024

/**
 * WhatsApp tells what came in and how far what we sent has come: at the shared address, where the numbers in the body say whose it
 * is, or at a connection's own. Everything that was signed is stored before it is answered; one body may speak to several
 * organizations, each of which keeps it and reads its own part.
 */
export const whatsappWebhook = inboundWebhook({
  name: 'whatsapp-webhook',
  summary: 'Receive messages and delivery status from WhatsApp',
  path: ['/gateway', '/functions/v1/whatsapp-webhook'],
  methods: ['GET', 'POST'],
  bodyLimitBytes: mostBytes,

  /** At the shared address the check names itself. */
  matches(request, { messaging }) {
    const url = new URL(request.url, 'http://here')
    if (url.pathname !== '/gateway') return true
    if (request.method === 'GET') return url.searchParams.has('hub.mode')
    return messaging.isWebhook(request)
  },

  async verify(request, context) {
    if (request.method === 'GET') return { answer: await answerCheck(request, context) }
    const [first, ...more] = await findSenders(request, context)
    if (first) return [first, ...more]
    return { answer: acknowledged }
  },

  data: z.instanceof(Buffer),
  parse: (body) => body,

  async read(body, context) {
    const [outcome] = await readAll([{ ...context, data: body }], context, { isAlone: true })
    if (outcome instanceof Unreadable) throw outcome
  },

  readTogether: (requests, context) => readAll(requests, context, { isAlone: false }),
})

/** What was read of one of several requests: the parts of it that are this workspace's. */
interface ReadRequest {
  readonly request: number
  readonly newPartId: () => string
  readonly news: MessagingNews
  readonly messages: MessagingNews['messages']
  readonly statuses: MessagingNews['statuses']
  readonly body: Buffer
}

const readAll = async (
  requests: readonly ToRead<Buffer>[],
  context: ReadTogetherContext,
  { isAlone }: { readonly isAlone: boolean },
): Promise<ReadOutcome[]> => {
  const { db, org, ports, enqueue, log } = context
  const parsed = requests.map(({ data }) => ports.messaging.parseWebhook(data))
  const { own, known } = await findKnown(
    db,
    org.id,
    parsed.flatMap((news) => (news ? [...news.messages, ...news.echoes] : [])),
  )
  const isOwn = ({ phoneNumberId }: { phoneNumberId: string }): boolean => own.has(phoneNumberId)
  const outcomes: ReadOutcome[] = []
  const readRequests: ReadRequest[] = []
  /** Of whom something is read later, by their numbers and ids: what they wrote afterwards waits as well, for a conversation has an order. */
  const later = new Set<string>()
  for (const [request, { data, newPartId }] of requests.entries()) {
    const news = parsed[request] ?? null
    const messages = news?.messages.filter(isOwn) ?? []
    const statuses = news?.statuses.filter(isOwn) ?? []
    const others = countOthers(news, own)
    const trouble = troubleOf(news, messages.length + statuses.length + others)
    const named = news ? addressesIn(news) : []
    const isLater = !isAlone && (others > 0 || messages.some(isMove) || named.some((address) => later.has(address)))
    if (isLater) for (const address of named) later.add(address)
    outcomes.push(trouble ?? (isLater ? 'alone' : 'read'))
    if (news && !trouble && !isLater) readRequests.push({ request, newPartId, news, messages, statuses, body: data })
  }
  const incoming = readRequests.flatMap(({ request, newPartId, messages }) =>
    messages.map((message) => ({
      ...{ id: newPartId(), message, request },
      connectionId: own.get(message.phoneNumberId) as string,
    })),
  )
  const aside = await recordIncoming(context, incoming, { isAlone, known })
  for (const request of aside) outcomes[request] = 'alone'
  const taken = readRequests.filter(({ request }) => !aside.has(request))
  await recordStatuses(
    db,
    org.id,
    taken.flatMap(({ statuses }) => statuses),
  )
  if (isAlone) for (const each of taken) await readRest({ ...context, newPartId: each.newPartId }, each, { own, known })
  if (taken.some(({ news }) => news.others.some(({ field }) => field.startsWith('message_template'))))
    for (const connectionId of new Set(own.values())) await enqueue(readTemplatesJob, { orgId: org.id, connectionId })
  for (const { news } of taken) if (news.unread.length > 0) await notifyUnread(context, news)
  const count = (of: (each: ReadRequest) => readonly unknown[]): number => taken.reduce((sum, each) => sum + of(each).length, 0)
  log.info(
    {
      requests: taken.length,
      messages: count(({ messages }) => messages),
      statuses: count(({ statuses }) => statuses),
      unread: count(({ news }) => news.unread),
    },
    'whatsapp webhook processed',
  )
  return outcomes
}

/** Whom a body tells of. */
const addressesIn = ({ messages, echoes, names }: MessagingNews): string[] => [
  ...[...messages, ...echoes].flatMap(({ sender }) => addressesOf(sender)),
  ...names.map(({ phoneDigits }) => phoneDigits),
]

/** Parts of a body that are not read in sets: what was written elsewhere, names, and what is for numbers that are not ours. */
const countOthers = (news: MessagingNews | null, own: ReadonlyMap<string, string>): number => {
  const isOwn = ({ phoneNumberId }: { phoneNumberId: string }): boolean => own.has(phoneNumberId)
  return news === null
    ? 0
    : news.messages.filter((each) => !isOwn(each)).length + news.echoes.length + news.names.filter(isOwn).length
}

const readRest = async (
  context: Pick<ReadContext, 'db' | 'org' | 'enqueue' | 'within' | 'newPartId'>,
  { news, body }: ReadRequest,
  found: { readonly own: ReadonlyMap<string, string>; readonly known: ReadonlySet<string> },
): Promise<void> => {
  if (countOthers(news, found.own) === 0) return
  await recordElsewhere(context, news, found)
  if ([...news.messages, ...news.echoes].some(({ phoneNumberId }) => !found.own.has(phoneNumberId)))
    await keepUnconnected(context, news, body)
}

/** Why nothing of a body can be read; undefined where something can, or where nothing in it is for us. */
const troubleOf = (news: MessagingNews | null, parts: number): Unreadable | undefined => {
  if (!news) return new Unreadable('The body does not have the form of a WhatsApp webhook.')
  return news.unread.length > 0 && parts === 0 && news.others.length === 0 ? new Unreadable(unreadIn(news)) : undefined
}

const unreadIn = ({ unread }: MessagingNews): string => `Some parts could not be parsed: ${unread.slice(0, 3).join('; ')}`

/** What could be read was; a part that could not is raised. */
const notifyUnread = ({ db, org }: ReadTogetherContext, news: MessagingNews): Promise<void> =>
  notifyUnreadable(db, org.id, { inboxId: org.id, hook: 'whatsapp-webhook', reason: unreadIn(news) })

const acknowledged = { status: 200, type: 'application/json', body: '{"success":true}' } as const

// ── Who sent it ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Longer challenges are invalid. */
const mostChallenge = 1_024

/**
 * The platform checks an address before it sends anything there: `hub.verify_token` must be the connection's, and the challenge
 * is answered as it came. (Meta, "Webhooks: verification requests".)
 */
const answerCheck = async ({ url }: RawRequest, { db, enterOrg, vault }: InboundContext) => {
  const asked = new URL(url, 'http://here').searchParams
  const token = asked.get('hub.verify_token') ?? ''
  const challenge = asked.get('hub.challenge') ?? ''
  if (asked.get('hub.mode') !== 'subscribe' || token === '' || challenge.length > mostChallenge)
    throw new Failure(whatsappErrors.verify_token_invalid)
  const named = z.uuid().safeParse(asked.get('connection')).data
  for (const { orgId, connectionId } of await candidates(db, named, digestOfVerifyToken(token))) {
    await enterOrg(orgId)
    const row = await findConnection(db, orgId, connectionId)
    const kept = row?.provider === 'whatsapp' ? usableOf(vault, row)?.credentials.verifyToken?.reveal() : undefined
    if (kept && isSame(kept, token)) return { status: 200, type: 'text/plain', body: challenge } as const
  }
  throw new Failure(whatsappErrors.verify_token_invalid)
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(digestOfVerifyToken(a), digestOfVerifyToken(b))

const candidates = async (db: Db, connectionId: string | undefined, digest: Buffer): Promise<Account[]> => {
  if (connectionId) return accountOf(db, connectionId)
  const rows = await db
    .selectFrom('directory.whatsapp_numbers')
    .select(['org_id', 'connection_id'])
    .where('verify_digest', '=', digest)
    .limit(20)
    .execute()
  return rows.map((row) => ({ orgId: row.org_id, connectionId: row.connection_id }))
}

/**
 * All organizations that a body addresses and whose app signed it. A body without a known account is kept by the organization
 * whose signature it bears; one that names an account without its signature is forged.
 */
const findSenders = async (request: RawRequest, context: InboundContext): Promise<Sender[]> => {
  const { db, ports } = context
  const named = z.uuid().safeParse(new URL(request.url, 'http://here').searchParams.get('connection')).data
  const news = ports.messaging.parseWebhook(request.body)
  const accounts = named ? await accountOf(db, named) : news ? await accountsIn(db, news) : []
  if (named && accounts.length === 0) throw new Failure(connectionErrors.webhook_not_expected)
  const signed: Sender[] = []
  for (const account of accounts) {
    if (signed.some(({ orgId }) => orgId === account.orgId)) continue
    if (await hasSigned(request, account, context)) signed.push(account)
  }
  if (signed.length > 0) return signed
  if (accounts.length > 0) throw new Failure(connectionErrors.webhook_signature_invalid)
  // Nothing in it that is known here, perhaps not even JSON: acknowledged, and kept by the organization that signed it.
  for (const account of await someAccounts(db)) if (await hasSigned(request, account, context)) return [account]
  return []
}

interface Account {
  readonly orgId: string
  readonly connectionId: string
}

const accountOf = async (db: Db, connectionId: string): Promise<Account[]> => {
  const orgId = await orgOfConnection(db, connectionId)
  return orgId ? [{ orgId, connectionId }] : []
}

const accountsIn = async (db: Db, { numbers }: MessagingNews): Promise<Account[]> => {
  const found = await findNumbers(db, {
    phoneNumberIds: numbers.map(({ phoneNumberId }) => phoneNumberId),
    businessAccountIds: numbers.flatMap(({ businessAccountId }) => businessAccountId ?? []),
  })
  return found.toSorted((a, b) => a.orgId.localeCompare(b.orgId))
}

/** Signatures that are tried for a body without a known account: enough for a machine that serves a few organizations. */
const mostTried = 50

const someAccounts = async (db: Db): Promise<Account[]> => {
  const rows = await db
    .selectFrom('directory.whatsapp_numbers')
    .select(['org_id', 'connection_id'])
    .orderBy('connection_id')
    .limit(mostTried)
    .execute()
  return rows.map((row) => ({ orgId: row.org_id, connectionId: row.connection_id }))
}

const hasSigned = async (
  request: RawRequest,
  { orgId, connectionId }: Account,
  { db, enterOrg, vault, ports }: InboundContext,
): Promise<boolean> => {
  await enterOrg(orgId)
  const row = (await findConnection(db, orgId, connectionId)) ?? (await connectionOf(db, orgId, 'whatsapp'))
  const connection = row?.provider === 'whatsapp' ? usableOf(vault, row) : null
  return connection != null && ports.messaging.isSigned(request, connection.credentials)
}

import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { inJob, withAccessToken } from '#domains/connections/connections/access-tokens.ts'
import { type ConnectionRow, findConnection, lockConnection } from '#domains/connections/connections/connections.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import type { AdPage, LeadAds } from '#ports/lead-ads.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { lockSource } from '../lead-sources/lead-sources.ts'
import { tryAgain } from './announced-leads.ts'
import { keepForms, markUnasked } from './forms.ts'
import { fetchLeadsReference, JoinData, joinPageReference, pollPageReference } from './job-references.ts'
import { announcedTo, appOf, notAnnounced, openAds } from './page-access.ts'
import { raisePageTrouble, settlePageTrouble } from './page-troubles.ts'
import {
  changePage,
  enterApp,
  findPage,
  isUsedElsewhere,
  minutesAfter,
  type PageRow,
  pollMinutes,
  tokenSealOf,
} from './pages.ts'
import { newVerifyToken } from './verify-tokens.ts'

/** Brings a page to where its source wants it: with a token, its forms and its subscription, or without one where the source is off. */
export const joinMetaPage = job({
  ...joinPageReference,
  summary: 'Connect a page of Meta',
  data: JoinData,
  retry: { times: 5, delaySeconds: 20 },
  atOnce: 2,

  async run({ orgId, sourceId, isRefused }, context) {
    const page = await context.inOrg(orgId, (db) => findPage(db, orgId, sourceId))
    if (!page) return
    const row = await context.inOrg(orgId, (db) => findConnection(db, orgId, page.connection_id))
    // What is off has nothing to say.
    if (page.state === 'off') await context.inOrg(orgId, (db) => settlePageTrouble(db, page, context.now()))
    if (!row || row.status === 'disconnected')
      return stop(context, page, 'disconnected', 'The connection to Meta was disconnected.')
    if (isResting(row)) throw new Failure('sandbox_is_off')
    if (page.state === 'off') return leave(context, page, row)
    try {
      await join(context, page, row, isRefused)
    } catch (error) {
      await recordTrouble(context, page, error)
    }
  },
})

const join = async (context: JobContext, page: PageRow, row: ConnectionRow, isRefused: boolean): Promise<void> => {
  const { org_id: orgId, source_id: sourceId } = page
  const before = page.token_sealed === null ? null : context.vault.open(page.token_sealed, tokenSealOf(sourceId))
  const pages = await withAccessToken(inJob(context, orgId), row.id, (token) => openAds(context, row, token).pages())
  const token = tokenIn(pages, page.page_id)
  if (isRefused && token === before) throw new Trouble('Meta refuses the token of the page.')
  const ads = openAds(context, row, token)
  const forms = await ads.forms(page.page_id)
  const { client } = appOf(context.vault, row)
  const { isFollowed, reason } = await follow(context, page, ads, client?.id ?? null)
  await context.inOrg(orgId, async (db) => {
    // Disconnected meanwhile, or switched off: what was asked for is for nothing, and no token stays.
    if ((await lockConnection(db, orgId, row.id))?.status === 'disconnected') return
    await lockSource(db, orgId, sourceId)
    const now = await findPage(db, orgId, sourceId)
    if (now?.state === 'off' || now?.page_id !== page.page_id || now.connection_id !== row.id) return
    await keepForms(db, now, forms)
    await enterApp(db, now, client?.id ?? null)
    await changePage(db, page, {
      ...{ token_sealed: context.vault.seal(token, tokenSealOf(sourceId)), state: 'working', reason },
      ...{ is_followed: isFollowed, rests_until: null, next_poll_at: context.now() },
    })
    // Whether its leads come, the poll says: a trouble stands until its first whole pass.
    await tryAgain(db, page, context.now(), { isAll: false })
    await startWork(context, db, page)
  })
}

/** Leads that wait, and those that nothing told of. */
const startWork = async (context: JobContext, db: Db, { org_id: orgId, source_id: sourceId }: PageRow): Promise<void> => {
  await context.enqueueIn(db, fetchLeadsReference, { orgId, sourceId })
  await context.enqueueIn(db, pollPageReference, { orgId, sourceId })
}

/** What a person has to end, in words. */
class Trouble extends Error {}

const tokenIn = (pages: readonly AdPage[], pageId: string): string => {
  const found = pages.find(({ id }) => id === pageId)
  if (!found) throw new Trouble('The account at Meta does not have this page, or was not allowed to show it.')
  if (!found.token) throw new Trouble('The account at Meta may not use this page for advertising.')
  return found.token.reveal()
}

/** Both subscriptions that notifications need: the app's, and the page's. Without them the poll is all there is. */
const follow = async (context: JobContext, page: PageRow, ads: LeadAds, appId: string | null) => {
  try {
    await ads.announceAt(`${context.settings.publicUrl}${announcedTo(appId)}`, newVerifyToken(context.vault))
    await ads.follow(page.page_id)
    return { isFollowed: true, reason: null }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'dead' || error.kind === 'busy') throw error
    return { isFollowed: false, reason: notAnnounced(error) }
  }
}

/** The source is off: nothing is announced any more, unless the page is a source elsewhere. */
const leave = async (context: JobContext, page: PageRow, row: ConnectionRow): Promise<void> => {
  const { org_id: orgId, source_id: sourceId } = page
  if (page.token_sealed === null || !page.is_followed) return
  if (await isUsedElsewhere(context.db, page)) return
  const ads = openAds(context, row, context.vault.open(page.token_sealed, tokenSealOf(sourceId)))
  try {
    await ads.unfollow(page.page_id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'busy' || error.kind === 'unreachable') throw error
  }
  await context.inOrg(orgId, (db) => changePage(db, page, { is_followed: false }))
}

const recordTrouble = async (context: JobContext, page: PageRow, error: unknown): Promise<void> => {
  if (error instanceof Trouble) return stop(context, page, 'trouble', error.message)
  if (error instanceof Failure && error.code === 'connection_needs_consent')
    return stop(context, page, 'needs_consent', 'Meta must be connected again.')
  if (error instanceof Failure && error.code === 'connection_not_found')
    return stop(context, page, 'disconnected', 'The connection to Meta was disconnected.')
  if (error instanceof ProviderError && (error.kind === 'credentials' || error.kind === 'refused' || error.kind === 'dead'))
    return stop(context, page, 'trouble', error.reason)
  // It passes by itself: the job is tried again, and by the clock where that was not long enough.
  const reason = passingReason(error)
  if (reason !== null) await lookAgain(context, page, reason)
  throw error
}

/** Also where no token could be had: the service that gives it is away, or gave the one again that is refused. */
const passingReason = (error: unknown): string | null => {
  if (error instanceof ProviderError) return error.reason
  if (!(error instanceof Failure) || error.code !== connectionErrors.provider_unreachable.code) return null
  return error.cause instanceof ProviderError ? error.cause.reason : error.message
}

const lookAgain = (context: JobContext, page: PageRow, reason: string): Promise<void> =>
  context.inOrg(page.org_id, async (db) => {
    await lockSource(db, page.org_id, page.source_id)
    const found = await findPage(db, page.org_id, page.source_id)
    if (found?.state !== 'joining' && found?.state !== 'trouble') return
    const now = context.now()
    // What a person has to end stays in sight.
    const isJoining = found.state === 'joining'
    await changePage(db, page, { next_poll_at: minutesAfter(now, pollMinutes), ...(isJoining && { reason }) })
    await markUnasked(db, page, now, { reason, now })
    await raisePageTrouble(db, page, now)
  })

const stop = async (
  context: JobContext,
  page: PageRow,
  state: 'trouble' | 'needs_consent' | 'disconnected',
  reason: string,
): Promise<void> => {
  // What a person may have ended meanwhile is seen with the next poll.
  const next = state === 'trouble' ? minutesAfter(context.now(), pollMinutes) : null
  await context.inOrg(page.org_id, async (db) => {
    await lockSource(db, page.org_id, page.source_id)
    const now = await findPage(db, page.org_id, page.source_id)
    if (now?.state === 'off') return
    await changePage(db, page, { state, reason, next_poll_at: next })
    await settlePageTrouble(db, page, context.now())
  })
}

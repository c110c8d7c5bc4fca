import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import type { AdForm, AdLead, AdUsage } from '#ports/lead-ads.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { lockSource } from '../lead-sources/lead-sources.ts'
import { recordFound, settledAmong } from './announced-leads.ts'
import { changeForm, type FormRow, findForms, forgetUnasked, keepForms, markAsked, markUnasked, unreadReason } from './forms.ts'
import { PageData, pollPageReference } from './job-references.ts'
import { notAnnounced, type OpenPage, openPage, pageStops } from './page-access.ts'
import { raisePageTrouble, settlePageTrouble } from './page-troubles.ts'
import { changeWorking, claimPoll, minutesAfter, type PageRow, pollMinutes } from './pages.ts'
import { keepUnreadable, takeLead } from './take-lead.ts'
import { makeTrials, type Trials } from './trials.ts'

/** Times at Meta are whole seconds, and a lead can be seen after one that is newer. */
const overlapMs = 3_600_000

/** Looks for leads that no notification told of, form by form. */
export const pollMetaPage = job({
  ...pollPageReference,
  summary: 'Look for leads that Meta did not announce',
  data: PageData,
  retry: { times: 0, delaySeconds: 60 },
  expireSeconds: 1_800,
  atOnce: 2,

  async run({ orgId, sourceId }, context) {
    const opened = await openPage(context, orgId, sourceId)
    const begun = context.now()
    if (!opened || !(await context.inOrg(orgId, (db) => claimPoll(db, orgId, sourceId, begun)))) return
    try {
      await readPage(context, opened)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await pageStops(context, opened.page, error)
      await breakOff(context, opened.page, begun, error.reason)
    }
  },
})

/** Every form in its turn: what Meta says of one keeps no other from being read. */
const readPage = async (context: JobContext, opened: OpenPage): Promise<void> => {
  const { page, ads } = opened
  const { org_id: orgId, source_id: sourceId } = page
  const listed = await ads.forms(page.page_id)
  const notFollowed = await follow(opened)
  const isFollowed = notFollowed === null
  const forms = await context.inOrg(orgId, async (db) => {
    await keepForms(db, page, listed)
    if (isFollowed !== page.is_followed) await changeWorking(db, page, { is_followed: isFollowed })
    return findForms(db, orgId, sourceId)
  })
  const trials = makeTrials(ads)
  const isEmpty = listed.every(({ leads }) => leads === 0)
  const unread: { readonly name: string; readonly reason: string }[] = []
  const wanted = chosen(page, forms, listed)
  for (const form of wanted) {
    const counted = listed.find(({ id }) => id === form.form_id)?.leads ?? null
    const failed = await readForm(context, opened, form, { trials, counted, isEmpty }).then(() => null, providerErrorIn)
    if (context.signal.aborted) return
    await context.inOrg(orgId, (db) => markAsked(db, form, failed?.reason ?? null, context.now()))
    if (failed && !isOfFormAlone(failed)) throw failed
    if (failed) unread.push({ name: form.name, reason: failed.reason })
  }
  const now = context.now()
  const next = {
    polled_at: now,
    next_poll_at: minutesAfter(now, minutesFor(ads.usage(), isEmpty)),
    reason: unreadReason(unread) ?? notFollowed,
  }
  await context.inOrg(orgId, async (db) => {
    await lockSource(db, orgId, sourceId)
    if (!(await changeWorking(db, page, next))) return
    await forgetUnasked(db, page, wanted)
    await settlePageTrouble(db, page, now)
  })
}

const providerErrorIn = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  throw error
}

/** A token that is over, a limit, and a provider that is left alone for a moment are a matter of the page. */
const isOfFormAlone = ({ kind, retryAfterMs }: ProviderError): boolean =>
  kind !== 'dead' && kind !== 'busy' && !(kind === 'unreachable' && retryAfterMs !== null)

const minutesAfterTrouble = 3

/** The pass did not come to its end: it is tried again sooner than usual, for what failed may be over in a moment. */
const breakOff = (context: JobContext, page: PageRow, begun: Date, reason: string): Promise<void> =>
  context.inOrg(page.org_id, async (db) => {
    await lockSource(db, page.org_id, page.source_id)
    const now = context.now()
    if (!(await changeWorking(db, page, { next_poll_at: minutesAfter(now, minutesAfterTrouble), reason }))) return
    await markUnasked(db, page, begun, { reason, now })
    await raisePageTrouble(db, page, now)
  })

/**
 * A page that lost its subscription is followed again; where that cannot be done, the poll is all there is. Answers why; null where it
 * is followed.
 */
const follow = async ({ page, ads }: OpenPage): Promise<string | null> => {
  try {
    if (!(await ads.isFollowed(page.page_id))) await ads.follow(page.page_id)
    return null
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'dead' || error.kind === 'busy') throw error
    return notAnnounced(error)
  }
}

/**
 * The forms to read: what is archived only where something came that was not read. Those that have waited longest come first, so that a
 * pass that breaks off always at the same form keeps none behind it from its turn.
 */
const chosen = ({ form_ids: formIds }: PageRow, forms: readonly FormRow[], listed: readonly AdForm[]): readonly FormRow[] => {
  const now = new Map(listed.map((form) => [form.id, form]))
  const wanted = forms.filter((form) => {
    if (formIds !== null && !formIds.includes(form.form_id)) return false
    const seen = now.get(form.form_id)
    return seen?.status === 'active' || (seen?.status === 'archived' && (seen.leads !== form.leads || form.cursor !== null))
  })
  return wanted.toSorted((one, other) => (one.asked_at?.getTime() ?? 0) - (other.asked_at?.getTime() ?? 0))
}

/** One form from where it was read to: each page of its leads is kept before the next is asked for. */
const readForm = async (
  context: JobContext,
  opened: OpenPage,
  form: FormRow,
  { trials, counted, isEmpty }: { readonly trials: Trials; readonly counted: number | null; readonly isEmpty: boolean },
): Promise<void> => {
  const { page, ads } = opened
  const { org_id: orgId } = page
  let newest = form.cursor === null ? form.read_to : (form.pass_to ?? form.read_to)
  const after = new Date(Math.max(page.since.getTime(), form.read_to.getTime() - overlapMs))
  // A cursor of an earlier pass may have died meanwhile: once more from the beginning.
  let mayBeginAnew = form.cursor !== null
  for (let cursor = form.cursor; !context.signal.aborted; ) {
    const found = await ads.leads(form.form_id, { after, cursor }).catch(async (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      // Meta counts by the leads of the page: one without any may ask for nothing at all.
      if (error.code === '80005' && isEmpty) return { leads: [], unreadable: [], next: null }
      if (error.kind !== 'refused' || cursor === null) throw error
      await context.inOrg(orgId, (db) => changeForm(db, form, { cursor: null, pass_to: null }))
      if (!mayBeginAnew) throw error
      return null
    })
    if (found === null) {
      mayBeginAnew = false
      cursor = null
      newest = form.read_to
      continue
    }
    for (const entry of found.unreadable)
      await context.inOrg(orgId, (db) => keepUnreadable(db, context, { page, formId: form.form_id, entry }))
    await takeFound(context, opened, form, found.leads, trials)
    cursor = found.next
    for (const { createdAt } of found.leads) if (createdAt > newest) newest = createdAt
    const reached =
      cursor === null ? { cursor: null, pass_to: null, read_to: newest, leads: counted } : { cursor, pass_to: newest }
    await context.inOrg(orgId, (db) => changeForm(db, form, reached))
    if (cursor === null) return
  }
}

/** The whole lead is in the list: it need not be fetched. The oldest first, as they came. */
const takeFound = async (
  context: JobContext,
  { page }: OpenPage,
  form: FormRow,
  leads: readonly AdLead[],
  trials: Trials,
): Promise<void> => {
  const { org_id: orgId } = page
  const { form_id: formId } = form
  const isLastTry = isUnreadForLong(form, context.now())
  const ids = leads.map(({ id }) => id)
  const settled = await context.inOrg(orgId, (db) => settledAmong(db, page, ids))
  for (const lead of leads.toReversed()) {
    if (settled.has(lead.id)) continue
    const trial = await trials.isOne(lead, formId, { isLastTry })
    await context.inOrg(orgId, async (db) => {
      const announced = await recordFound(db, page, lead, formId, context.now())
      if (announced) await takeLead(db, context, announced, lead, trial)
    })
  }
}

/** What a list of tests keeps from being read is kept so long. */
const testsMs = 3_600_000

/** A pass that broke off before it came to the form says nothing of its tests: it was asked for in vain since. */
const isUnreadForLong = ({ unread_since: since, asked_at: askedAt }: FormRow, now: Date): boolean =>
  since !== null && askedAt !== null && askedAt >= since && now.getTime() - since.getTime() >= testsMs

/** The more of the budget is used, the longer until the next time. A page without leads has none, and all of none counts as used. */
const minutesFor = (usage: AdUsage | null, isEmpty: boolean): number => {
  const percent = isEmpty ? 0 : (usage?.percent ?? 0)
  const factor = percent >= 90 ? 8 : percent >= 75 ? 4 : percent >= 50 ? 2 : 1
  return Math.max(pollMinutes * factor, Math.ceil((usage?.waitMs ?? 0) / 60_000))
}

import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import type { AdForm, AdLead, AdUsage } from '#ports/lead-ads.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { recordFound, settledAmong } from './announced-leads.ts'
import { changeForm, type FormRow, findForms, keepForms } from './forms.ts'
import { PageData, pollPageReference } from './job-references.ts'
import { type OpenPage, openPage, pageStops } from './page-access.ts'
import { changeWorking, claimPoll, minutesAfter, type PageRow, pollMinutes } from './pages.ts'
import { takeLead } from './take-lead.ts'
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
    if (!opened || !(await context.inOrg(orgId, (db) => claimPoll(db, orgId, sourceId, context.now())))) return
    const { page, ads } = opened
    try {
      const listed = await ads.forms(page.page_id)
      const isFollowed = await follow(opened)
      const forms = await context.inOrg(orgId, async (db) => {
        await keepForms(db, page, listed)
        if (isFollowed !== page.is_followed) await changeWorking(db, page, { is_followed: isFollowed })
        return findForms(db, orgId, sourceId)
      })
      const trials = makeTrials(ads)
      for (const form of chosen(page, forms, listed)) {
        if (context.signal.aborted) return
        const counted = listed.find(({ id }) => id === form.form_id)?.leads ?? null
        await readForm(context, opened, form, { trials, counted, isEmpty: listed.every(({ leads }) => leads === 0) })
      }
      const now = context.now()
      const next = {
        polled_at: now,
        next_poll_at: minutesAfter(now, minutesFor(ads.usage())),
        ...(isFollowed && { reason: null }),
      }
      await context.inOrg(orgId, (db) => changeWorking(db, page, next))
    } catch (error) {
      await pageStops(context, page, error)
      // Sooner than usual: what failed may be over in a moment.
      const next = minutesAfter(context.now(), minutesAfterTrouble)
      await context.inOrg(orgId, (db) => changeWorking(db, page, { next_poll_at: next }))
    }
  },
})

const minutesAfterTrouble = 3

/** A page that lost its subscription is followed again; where that cannot be done, the poll is all there is. */
const follow = async ({ page, ads }: OpenPage): Promise<boolean> => {
  try {
    if (await ads.isFollowed(page.page_id)) return true
    await ads.follow(page.page_id)
    return true
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'dead' || error.kind === 'busy') throw error
    return false
  }
}

/** The forms to read: what is archived only where something came that was not read. */
const chosen = ({ form_ids: formIds }: PageRow, forms: readonly FormRow[], listed: readonly AdForm[]): readonly FormRow[] => {
  const now = new Map(listed.map((form) => [form.id, form]))
  return forms.filter((form) => {
    if (formIds !== null && !formIds.includes(form.form_id)) return false
    const seen = now.get(form.form_id)
    return seen?.status === 'active' || (seen?.status === 'archived' && (seen.leads !== form.leads || form.cursor !== null))
  })
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
  for (let cursor = form.cursor; !context.signal.aborted; ) {
    const found = await ads.leads(form.form_id, { after, cursor }).catch(async (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      // Meta counts by the leads of the page: one without any may ask for nothing at all.
      if (error.code === '80005' && isEmpty) return { leads: [], unreadable: 0, next: null }
      // A cursor may have died meanwhile.
      if (error.kind === 'refused' && cursor !== null)
        await context.inOrg(orgId, (db) => changeForm(db, form, { cursor: null }))
      throw error
    })
    if (found.unreadable > 0)
      context.log.warn({ source_id: page.source_id, leads: found.unreadable }, 'leads of Meta could not be read')
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
  { form_id: formId }: FormRow,
  leads: readonly AdLead[],
  trials: Trials,
): Promise<void> => {
  const { org_id: orgId } = page
  const ids = leads.map(({ id }) => id)
  const settled = await context.inOrg(orgId, (db) => settledAmong(db, page, ids))
  for (const lead of leads.toReversed()) {
    if (settled.has(lead.id)) continue
    const isTest = await trials.isOne(lead, formId)
    await context.inOrg(orgId, async (db) => {
      const announced = await recordFound(db, page, lead, formId, context.now())
      if (announced) await takeLead(db, context, announced, lead, { isTest })
    })
  }
}

/** The more of the budget is used, the longer until the next time. */
const minutesFor = (usage: AdUsage | null): number => {
  const percent = usage?.percent ?? 0
  const factor = percent >= 90 ? 8 : percent >= 75 ? 4 : percent >= 50 ? 2 : 1
  return Math.max(pollMinutes * factor, Math.ceil((usage?.waitMs ?? 0) / 60_000))
}

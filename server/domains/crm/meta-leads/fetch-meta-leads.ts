import type { JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type AnnouncedLead, findDue, lockOpen, postpone } from './announced-leads.ts'
import { fetchLeadsReference, PageData } from './job-references.ts'
import { type OpenPage, openPage, pageStops } from './page-access.ts'
import { findPage } from './pages.ts'
import { giveUp, takeLead } from './take-lead.ts'
import { makeTrials, type Trials } from './trials.ts'

/** Of one run; more are the next one's, so that every page has its turn. */
const mostOfRun = 100
const atATime = 4

/** Fetches the leads of a page that were announced, each until it is here or three days have passed. */
export const fetchMetaLeads = job({
  ...fetchLeadsReference,
  summary: 'Fetch leads that Meta announced',
  data: PageData,
  retry: { times: 5, delaySeconds: 30 },
  atOnce: 4,

  async run({ orgId, sourceId }, context) {
    const opened = await openPage(context, orgId, sourceId)
    if (!opened) return giveUpOverdue(context, orgId, sourceId)
    const due = await context.inOrg(orgId, (db) => findDue(db, opened.page, context.now(), mostOfRun))
    const trials = makeTrials(opened.ads)
    for (let at = 0; at < due.length && !context.signal.aborted; at += atATime) {
      const stops = await Promise.all(due.slice(at, at + atATime).map((each) => fetchOne(context, opened, each, trials)))
      if (stops.includes(true)) return
    }
    if (due.length === mostOfRun)
      await context.inOrg(orgId, (db) => context.enqueueIn(db, fetchLeadsReference, { orgId, sourceId }))
  },
})

/** Answers whether nothing more is to be asked now. */
const fetchOne = async (
  context: JobContext,
  { page, ads }: OpenPage,
  known: AnnouncedLead,
  trials: Trials,
): Promise<boolean> => {
  const { org_id: orgId } = page
  try {
    const lead = await ads.lead(known.lead_id)
    const trial = known.is_trial
      ? { isTest: true, doubt: null }
      : await trials.isOne(lead, known.form_id, { isLastTry: context.now() >= known.try_until })
    await context.inOrg(orgId, async (db) => {
      // The poll, or another run, may have taken it meanwhile.
      const announced = await lockOpen(db, page, known.lead_id)
      if (announced) await takeLead(db, context, announced, lead, trial)
    })
    return false
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (await pageStops(context, page, error)) return true
    await missed(context, page.org_id, page.source_id, known, error.reason)
    return false
  }
}

/** One that could not be fetched waits for its next try, or is over. */
const missed = (
  context: JobContext,
  orgId: string,
  sourceId: string,
  { lead_id: leadId }: AnnouncedLead,
  reason: string,
): Promise<void> =>
  context.inOrg(orgId, async (db) => {
    const page = await findPage(db, orgId, sourceId)
    const announced = page && (await lockOpen(db, page, leadId))
    if (!page || announced?.state !== 'waiting') return
    const now = context.now()
    if (now < announced.try_until) await postpone(db, announced, reason, now)
    else await giveUp(db, context, { announced, page, reason })
  })

/** Of a page that cannot be asked, what has been tried for long enough is over. Where a person only has to consent again, or the source is off, leads wait. */
const giveUpOverdue = async (context: JobContext, orgId: string, sourceId: string): Promise<void> => {
  const now = context.now()
  const { page, due } = await context.inOrg(orgId, async (db) => {
    const found = await findPage(db, orgId, sourceId)
    const isOver = found && !['working', 'off', 'needs_consent'].includes(found.state)
    return { page: found, due: isOver ? await findDue(db, found, now, mostOfRun) : [] }
  })
  for (const each of due) {
    if (each.try_until > now) continue
    await missed(context, orgId, sourceId, each, page?.reason ?? 'The page is not connected.')
  }
}

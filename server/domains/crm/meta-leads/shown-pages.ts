import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isHeldTime } from '#core/held.ts'
import { choice, shape } from '#shapes'
import { findForms } from './forms.ts'
import { MetaFormStatus } from './list-meta-forms.ts'
import { minutesAfter, type PageRow, pageStates, pollMinutes } from './pages.ts'

/** What is counted is of so many days. */
const countedDays = 30
const mostShown = 20

/** A page of Meta as its source shows it. */
export const MetaSource = shape('MetaSource', {
  lead_source_id: z.uuid(),
  connection_id: z.uuid(),
  page_id: z.string(),
  state: choice('MetaPageState', pageStates),
  reason: z.string().nullable().describe('Why it does not work, or not wholly'),
  is_announced: z.boolean().describe('Meta announces its leads here; the poll finds them in any case'),
  polled_at: z.iso.datetime().nullable(),
  next_poll_at: z.iso.datetime().nullable(),
  is_slowed: z
    .boolean()
    .describe(`The next look is later than in ${pollMinutes} minutes: Meta limits calls, and most of them are used`),
  rests_until: z.iso.datetime().nullable().describe('Until then Meta asks to be left alone'),
  is_held: z.boolean().describe('A restored backup holds it until an owner releases it'),
  announced: z.int().describe(`Leads of the last ${countedDays} days that Meta announced`),
  found: z.int().describe(`Leads of the last ${countedDays} days that the poll found and Meta did not announce`),
  earlier: z.int().describe(`Leads from before it was a source that the last ${countedDays} days brought`),
  waiting: z.int().describe('Announced leads that are to be fetched'),
  failed: z.int().describe('Announced leads that could not be fetched for three days'),
  failures: z
    .array(
      shape('MetaLeadFailure', {
        lead_id: z.string().describe('Meta’s'),
        created_at: z.iso.datetime(),
        state: choice('MetaLeadFailureState', ['waiting', 'failed']),
        reason: z.string(),
        delivery_id: z.uuid().nullable(),
      }),
    )
    .describe(`The newest, ${mostShown} at most`),
  forms: z.array(
    shape('MetaSourceForm', {
      id: z.string(),
      name: z.string(),
      status: MetaFormStatus,
      is_chosen: z.boolean().describe('Its leads come in'),
      reason: z.string().nullable().describe('Why its leads cannot be read at this time'),
    }),
  ),
})

interface Counts {
  readonly announced: number
  readonly found: number
  readonly earlier: number
  readonly waiting: number
  readonly failed: number
}

export const showPage = async (db: Db, page: PageRow, now: Date): Promise<z.output<typeof MetaSource>> => {
  const { org_id: orgId, source_id: sourceId } = page
  const since = new Date(now.getTime() - countedDays * 86_400_000)
  // Times at Meta are whole seconds.
  const begun = new Date(Math.floor(page.announced_from.getTime() / 1_000) * 1_000)
  const { rows } = await sql<Counts>`
    select count(*) filter (where announced_at >= ${since})::int as announced,
           count(*) filter (where announced_at is null and found_at >= ${since} and not is_trial and created_at >= ${begun})::int as found,
           count(*) filter (where announced_at is null and found_at >= ${since} and created_at < ${begun})::int as earlier,
           count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
    from meta_leads where org_id = ${orgId} and source_id = ${sourceId}`.execute(db)
  const failures = await db
    .selectFrom('meta_leads')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['waiting', 'failed'])
    .where('reason', 'is not', null)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const forms = await findForms(db, orgId, sourceId)
  const isHeld = isHeldTime(page.next_poll_at)
  return {
    lead_source_id: sourceId,
    connection_id: page.connection_id,
    page_id: page.page_id,
    state: page.state as PageRow['state'] & (typeof pageStates)[number],
    reason: page.reason,
    is_announced: page.is_followed,
    polled_at: page.polled_at?.toISOString() ?? null,
    next_poll_at: isHeld ? null : (page.next_poll_at?.toISOString() ?? null),
    is_slowed:
      !isHeld && page.state === 'working' && page.next_poll_at !== null && page.next_poll_at > minutesAfter(now, pollMinutes),
    rests_until: page.rests_until && page.rests_until > now ? page.rests_until.toISOString() : null,
    is_held: isHeld,
    ...(rows[0] ?? { announced: 0, found: 0, earlier: 0, waiting: 0, failed: 0 }),
    failures: failures.map((each) => ({
      lead_id: each.lead_id,
      created_at: each.created_at.toISOString(),
      state: each.state === 'failed' ? 'failed' : 'waiting',
      reason: each.reason ?? '',
      delivery_id: each.delivery_id,
    })),
    forms: forms.map(({ form_id: id, name, status, unread_reason: reason }) => {
      const isChosen = page.form_ids?.includes(id) ?? true
      return { id, name, status: MetaFormStatus.parse(status), is_chosen: isChosen, reason: isChosen ? reason : null }
    }),
  }
}

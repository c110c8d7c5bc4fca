import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import { workflowNotices } from './notices.ts'
import { keptForDepth, namedBy } from './runs.ts'
import type { KeyedStart } from './starts.ts'

/** Decisions, "Loop guard". */
export const mostDepth = 5
const mostOfSubjectAnHour = 10
/** Of messages, calls, bookings, invoices of one contact: a person writes a dozen in an hour, what answers itself as many in a minute. */
const mostOfOthersAnHour = 30

/**
 * Looks whether workflows start each other in a ring, or one and the same thing starts them again and again. Where they do, the workflow is
 * stopped, with a notice that names the chain; what came meanwhile is kept, and starts when it is released. One that is in no ring itself, behind a
 * chain as long, goes on: this start of it waits for a person. Of too many in a minute, some begin later.
 */
export const guardStarts = async (
  db: Db,
  orgId: string,
  starts: readonly KeyedStart[],
  caps: WorkflowCaps,
): Promise<KeyedStart[]> => {
  if (starts.length === 0) return []
  const counts = await countRecent(db, orgId, starts, caps)
  const full = await fullnessOf(db, orgId, caps)
  const guarded: KeyedStart[] = []
  for (const start of starts) {
    const { workflowId, causes = [] } = start
    const again = countAgain(start, (key) => {
      const times = (counts.ofKey.get(`${workflowId} ${key}`) ?? 0) + 1
      counts.ofKey.set(`${workflowId} ${key}`, times)
      return times
    })
    const depth = depthOf(
      workflowId,
      causes.map(({ workflow }) => workflow),
    )
    if (depth === 'ring') await strike(db, orgId, start, { guard: 'loop', times: causes.length })
    else if (again !== null) await strike(db, orgId, start, { guard: 'same_subject', times: again })
    else if (full)
      await strike(db, orgId, start, { guard: full, times: full === 'too_many_runs' ? caps.openRuns : caps.runsAMonth })
    const before = counts.ofWorkflow.get(workflowId) ?? 0
    counts.ofWorkflow.set(workflowId, before + 1)
    const minutes = Math.floor(before / caps.startsAMinute)
    guarded.push({
      ...start,
      ...(minutes > 0 && { dueAt: new Date(Date.now() + minutes * 60_000) }),
      ...(depth === 'chain' && { kept: { code: keptForDepth, reason: await deepReason(db, orgId, start) } }),
    })
  }
  return guarded
}

/** A ring: the workflow is among those that led to it. A chain: that many others led to it, which may be meant. Null: few did. */
export const depthOf = (workflowId: string, causes: readonly string[]): 'ring' | 'chain' | null =>
  causes.length < mostDepth ? null : causes.includes(workflowId) ? 'ring' : 'chain'

const deepReason = async (db: Db, orgId: string, { workflowId, causes = [] }: KeyedStart): Promise<string> => {
  const names = await namesOf(db, orgId, [workflowId, ...causes.map(({ workflow }) => workflow)])
  return `${mostDepth} workflows or more started one another before it: ${names.join(' → ')}. If that is meant, let it go on.`
}

/** What a workspace has too much of; null where it may start more. */
export type Fullness = 'too_many_runs' | 'too_many_runs_this_month' | null

/** Reads indexes up to the limits: some 15 ms where there are 100,000, nothing where there are few. */
export const fullnessOf = async (
  db: Db,
  orgId: string,
  { openRuns, runsAMonth }: Pick<WorkflowCaps, 'openRuns' | 'runsAMonth'>,
): Promise<Fullness> => {
  const { rows: open } = await sql`
    select from workflow_runs where org_id = ${orgId} and ended_at is null offset ${openRuns} limit 1`.execute(db)
  if (open.length > 0) return 'too_many_runs'
  if (runsAMonth === 0) return null
  const now = new Date()
  const since = idFloor(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)))
  const { rows: begun } = await sql`
    select from workflow_runs where org_id = ${orgId} and id >= ${since} offset ${runsAMonth - 1} limit 1`.execute(db)
  return begun.length > 0 ? 'too_many_runs_this_month' : null
}

/**
 * For what a workflow must not be started again and again, and how often within an hour is too often. Of a lead it is its contact: what
 * another program sends back is a new lead of the same one, and comes without its chain of causes. So is each message: of what is neither
 * lead, contact nor deal its contact counts too, else its deal.
 */
export const guardedBy = ({
  subject,
  trigger,
}: Pick<KeyedStart, 'trigger' | 'subject'>): readonly { readonly key: string; readonly most: number }[] => {
  if (!subject) return []
  const { contactId, dealId } = namedBy(trigger)
  const bySubject = { key: `subject ${subject.id}`, most: mostOfSubjectAnHour }
  const byContact = contactId === null ? null : `contact ${contactId}`
  if (subject.kind === 'lead') return [byContact === null ? bySubject : { key: byContact, most: mostOfSubjectAnHour }]
  if (subject.kind === 'contact' || subject.kind === 'deal') return [bySubject]
  const whose = byContact ?? (dealId === null ? null : `deal ${dealId}`)
  return whose === null ? [bySubject] : [bySubject, { key: whose, most: mostOfOthersAnHour }]
}

/** Counts a start under each of its keys; answers how often it came where that is too often. */
export const countAgain = (start: Pick<KeyedStart, 'trigger' | 'subject'>, count: (key: string) => number): number | null => {
  const counted = guardedBy(start).map(({ key, most }) => ({ most, times: count(key) }))
  return counted.find(({ most, times }) => times > most)?.times ?? null
}

const countRecent = async (db: Db, orgId: string, starts: readonly KeyedStart[], { startsAMinute }: WorkflowCaps) => {
  const keys = [...new Set(starts.flatMap((start) => guardedBy(start).map(({ key }) => key)))]
  const idsOf = (by: string): string[] => keys.flatMap((key) => (key.startsWith(`${by} `) ? key.slice(by.length + 1) : []))
  const workflows = [...new Set(starts.map(({ workflowId }) => workflowId))]
  const now = Date.now()
  const since = idFloor(new Date(now - 3_600_000))
  const ofEvents = sql`r.org_id = ${orgId} and r.id >= ${since} and r.event_id is not null`
  const { rows: byKey } = await sql<{ workflow_id: string; key: string; n: number }>`
    select r.workflow_id, 'subject ' || r.subject_id as key, count(*)::int as n from workflow_runs r
    where ${ofEvents} and r.subject_id = any (${idsOf('subject')}::uuid[]) group by 1, r.subject_id
    union all
    select r.workflow_id, 'contact ' || r.contact_id, count(*)::int from workflow_runs r
    where ${ofEvents} and r.contact_id = any (${idsOf('contact')}::uuid[]) group by 1, r.contact_id
    union all
    select r.workflow_id, 'deal ' || r.deal_id, count(*)::int from workflow_runs r
    where ${ofEvents} and r.deal_id = any (${idsOf('deal')}::uuid[]) group by 1, r.deal_id`.execute(db)
  const { rows: byWorkflow } = await sql<{ workflow_id: string; n: number }>`
    select w.id as workflow_id, (select count(*) from (select from workflow_runs r where r.org_id = ${orgId} and r.workflow_id = w.id
      and r.id >= ${idFloor(new Date(now - 60_000))} limit ${100 * startsAMinute}) r)::int as n
    from unnest(${workflows}::uuid[]) as w (id)`.execute(db)
  return {
    ofKey: new Map(byKey.map(({ workflow_id, key, n }) => [`${workflow_id} ${key}`, n])),
    ofWorkflow: new Map(byWorkflow.map(({ workflow_id, n }) => [workflow_id, n])),
  }
}

/** Why a workflow stopped itself. */
type StopGuard = 'loop' | 'same_subject' | 'too_many_runs' | 'too_many_runs_this_month' | 'not_understood'

/** Stops a workflow until a person looks at it. */
export const strike = async (
  db: Db,
  orgId: string,
  { workflowId, causes = [], subject }: Pick<KeyedStart, 'workflowId' | 'causes' | 'subject'>,
  { guard, times }: { readonly guard: StopGuard; readonly times: number },
): Promise<void> => {
  const names = await namesOf(db, orgId, [workflowId, ...causes.map(({ workflow }) => workflow)])
  const chain = names.join(' → ')
  const { rows } = await sql<{ name: string }>`
    update workflows set stopped_at = now(), stopped_by = null, stop_reason = ${guard}, updated_at = now(),
      stop_chain = ${causes.length > 0 ? chain : null}
    where org_id = ${orgId} and id = ${workflowId} and stopped_at is null returning name`.execute(db)
  const [stopped] = rows
  if (!stopped) return
  await raiseNotice(db, orgId, {
    notice: workflowNotices.workflow_stopped,
    subjectId: workflowId,
    facts: {
      guard,
      times,
      workflow: stopped.name,
      chain,
      subject_id: subject?.id ?? null,
    },
  })
}

const namesOf = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.toReversed().map((id) => names.get(id) ?? id)
}

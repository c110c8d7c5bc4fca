import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { choice, DoneOrFailed, Reason, shape } from '#shapes'
import { SubjectKind } from './runs.ts'

export type RehearsalRow = Selectable<Tables['workflow_rehearsals']>

/** More than so many people that a change reaches want a second yes. */
export const mostUnasked = 100

const RehearsalEffect = shape('RehearsalEffect', {
  what: z.string().describe('The action, or the method of a request'),
  leaves: z.string().nullable().describe('What leaves the house by it'),
  count: z.int(),
})

/** How often a version had run, and what had come of it. */
export const RehearsalNumbers = shape('RehearsalNumbers', {
  judged: z.int().describe('Events, times or requests that could have started it'),
  declined_by_filter: z.int(),
  left_out_imports: z.int().describe('Brought by files and imports, which its trigger leaves out'),
  skipped: z.int().describe('A run of the same key was under way'),
  runs: z.int(),
  people: z.int(),
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  open: z.int().describe('Not over at the end of the rehearsal'),
  effects: z.array(RehearsalEffect),
  waits: z.int(),
  asks: z.int().describe('Questions to models'),
  cost_micros: z.int().nullable().describe('Of models, from what such steps cost before; null: not known'),
  guesses: z.object({
    real: z.int().describe('Answered as the step really did the last time'),
    example: z.int().describe('Answered with an example'),
    today: z.int().describe('Values of today'),
    chosen: z.int().describe('People who answered as was chosen'),
    unknown_future: z.int().describe('Waits that end later than today'),
    starts_of_today: z.int().describe('Events that kept no facts of their moment'),
  }),
  stopped: z
    .object({ at: z.iso.datetime(), guard: z.enum(['loop', 'same_subject']), times: z.int(), kept: z.int() })
    .nullable()
    .describe('It would have stopped itself'),
  cut_at: z.iso.datetime().nullable().describe('There was time to play it up to here'),
})
export type RehearsalNumbers = z.output<typeof RehearsalNumbers>

export const RehearsalReport = shape('RehearsalReport', {
  since: z.iso.datetime().describe('Later than asked for where there was too much: the newest 20,000 events count'),
  gone: z.int().describe('Events of records that are gone'),
  numbers: RehearsalNumbers,
  published: RehearsalNumbers.nullable().describe('Of the published version, on the same events'),
  difference: z.object({
    more: z.int().describe('People who get something more'),
    less: z.int(),
    other: z.int(),
    same: z.int(),
    people_more: z.int().describe('People for whom it runs, and the published version does not'),
  }),
})
export type RehearsalReport = z.output<typeof RehearsalReport>

export const RehearsalState = choice('RehearsalState', ['waiting', 'running', 'done', 'failed'])

export const Rehearsal = shape('Rehearsal', {
  id: z.uuid(),
  workflow_id: z.uuid(),
  draft_id: z.uuid().nullable(),
  revision: z.int().nullable().describe('Of the draft'),
  version: z.int().nullable(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  state: RehearsalState,
  played: z.int(),
  to_play: z.int().nullable().describe('Null: not known yet'),
  reason: z.string().nullable().describe('Why it failed'),
  report: RehearsalReport.nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})

export const RehearsalEntry = shape('RehearsalEntry', {
  at: z.iso.datetime(),
  workflow: z.string(),
  node: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  kind: z.enum(['action', 'read', 'http', 'ai', 'person', 'wait']),
  what: z.string(),
  input: z.unknown().describe('What it had taken: its texts are as they had left'),
  state: DoneOrFailed,
  error: Reason.nullable(),
  source: z.enum(['real', 'example', 'today', 'chosen', 'unknown_future']).nullable().describe('Where what it gave comes from'),
  rests_on: z.array(z.string()).describe('Steps on whose made-up answers it rests'),
  until: z.iso.datetime().optional().describe('Of a wait'),
  outlet: z.string().optional(),
})

export const RehearsalRun = shape('RehearsalRun', {
  at: z.iso.datetime(),
  state: z.enum(['completed', 'failed', 'cancelled', 'stopped', 'queued']),
  reason: z.string().nullable(),
  ended_at: z.iso.datetime().nullable(),
  is_of_today: z.boolean(),
  entries: z.array(RehearsalEntry),
})
export type RehearsalRun = z.output<typeof RehearsalRun>

export const RehearsalChange = choice('RehearsalChange', ['more', 'less', 'other', 'same'])

export const RehearsalPerson = shape('RehearsalPerson', {
  place: z.int(),
  subject_kind: SubjectKind,
  subject_id: z.uuid().nullable(),
  name: z.string().nullable(),
  change: RehearsalChange.describe('Beside the published version'),
  has_failed: z.boolean(),
  runs: z.array(RehearsalRun),
  published_runs: z.array(RehearsalRun).describe('Of the published version, where they differ'),
})
export type RehearsalPerson = z.output<typeof RehearsalPerson>

export const rehearsalOf = (row: RehearsalRow): z.output<typeof Rehearsal> => ({
  ...{ id: row.id, workflow_id: row.workflow_id, draft_id: row.draft_id, revision: row.revision, version: row.version },
  ...{ from: row.from_at.toISOString(), to: row.to_at.toISOString(), state: row.state as 'done' },
  ...{ played: row.played, to_play: row.to_play, reason: row.reason },
  report: row.report === null ? null : RehearsalReport.parse(row.report),
  ...{ created_at: row.created_at.toISOString(), ended_at: row.ended_at?.toISOString() ?? null },
})

export const findRehearsal = (db: Db, orgId: string, id: string): Promise<RehearsalRow | undefined> =>
  db.selectFrom('workflow_rehearsals').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** What a rehearsal of this very draft showed: the one that is named, else the last. */
export const findRehearsalOfDraft = (
  db: Db,
  orgId: string,
  { draftId, revision, id }: { readonly draftId: string; readonly revision: number; readonly id: string | null },
): Promise<RehearsalRow | undefined> => {
  let query = db
    .selectFrom('workflow_rehearsals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('draft_id', '=', draftId)
    .where('revision', '=', revision)
    .where('state', '=', 'done')
  if (id !== null) query = query.where('id', '=', id)
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** What a version keeps of the rehearsal that its publisher saw. */
export const RehearsalSeen = shape('RehearsalSeen', {
  id: z.uuid().describe('Its details are kept for seven days'),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  runs: z.int(),
  people: z.int(),
  people_more: z.int(),
  failed: z.int(),
})

export const seenOf = (row: RehearsalRow): z.output<typeof RehearsalSeen> => {
  const { id, from, to, report } = rehearsalOf(row)
  const { runs = 0, people = 0, failed = 0 } = report?.numbers ?? {}
  return { id, from, to, runs, people, failed, people_more: report?.difference.people_more ?? 0 }
}

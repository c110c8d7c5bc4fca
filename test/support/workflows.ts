import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { Definition } from '#domains/automation/workflows/definition.ts'
import { keepSchedule } from '#domains/automation/workflows/workflow-schedules.ts'
import type { Someone, TestApp } from './app.ts'
import { until } from './until.ts'

/** A definition as it is written in tests: what it leaves out has its default. */
export type Written = Omit<Partial<ReturnType<typeof Definition.parse>>, 'nodes' | 'trigger' | 'settings'> & {
  readonly trigger: object
  readonly nodes?: readonly object[]
  readonly settings?: object
}

/** Publishes a workflow past the editor, as versions stand in the database. */
export const publish = async (app: TestApp, as: Someone, written: Written): Promise<{ id: string; version: number }> => {
  const first = (written.nodes?.[0] as { id?: string } | undefined)?.id ?? null
  const definition = Definition.parse({ foyer_workflow: 1, name: 'A workflow', first, ...written })
  const id = newId()
  await app.database.inOrg(as.orgId, async (db) => {
    await db
      .insertInto('workflows')
      .values({
        ...{ org_id: as.orgId, id, name: definition.name, created_by: as.personId },
        ...{ published_version: 1, last_version: 1, trigger_kind: definition.trigger.kind },
      })
      .execute()
    await db
      .insertInto('workflow_versions')
      .values({
        ...{ org_id: as.orgId, workflow_id: id, version: 1, definition: JSON.stringify(definition) },
        trigger_kind: definition.trigger.kind,
        trigger_event: definition.trigger.kind === 'event' ? definition.trigger.event : null,
        ...{ role: definition.settings.role, publisher_id: as.personId },
      })
      .execute()
    await keepSchedule(db, as.orgId, { workflowId: id, version: 1, trigger: definition.trigger })
  })
  return { id, version: 1 }
}

export interface ShownRun {
  readonly run: {
    readonly id: string
    readonly state: string
    readonly reason: string | null
    readonly reason_code: string | null
  }
  readonly steps: readonly {
    readonly node: string
    readonly path: string
    readonly state: string
    readonly outlet: string | null
    readonly output: unknown
    readonly error: { readonly code: string; readonly message: string } | null
    readonly wait: { readonly id: string; readonly state: string } | null
    readonly effect: { readonly key: string; readonly state: string } | null
  }[]
}

export const showRun = async (app: TestApp, as: Someone, runId: string): Promise<ShownRun> =>
  (await app.call('show-run', { runId }, as)).body as unknown as ShownRun

/** The runs of a workflow, the oldest first. */
export const runsOf = async (app: TestApp, as: Someone, workflowId: string): Promise<ShownRun['run'][]> =>
  ((await app.call('list-runs', { workflowId, limit: 200 }, as)).body.runs as unknown as ShownRun['run'][]).toReversed()

/** Waits until a run is in one of these states. */
export const untilRun = async (app: TestApp, as: Someone, runId: string, ...states: string[]): Promise<ShownRun> => {
  let shown: ShownRun | undefined
  await until(`the run is ${states.join(' or ')}`, async () => {
    shown = await showRun(app, as, runId)
    return states.includes(shown.run.state)
  })
  return shown as ShownRun
}

/** Starts a workflow by request; answers the id of its run. */
export const start = async (
  app: TestApp,
  as: Someone,
  workflowId: string,
  input: object = {},
  more: object = {},
): Promise<string> => {
  const answer = await app.call('execute-workflow', { workflowId, input, ...more }, as)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return String(answer.body.runId)
}

/** A contact of the workspace, as a lead brings it. */
export const givenContact = async (app: TestApp, as: Someone, name = 'Maya'): Promise<string> => {
  const key = await app.given.key(as.orgId)
  const posted = await app.post({ name, email: `${newId()}@example.com` }, key.text)
  if (posted.status !== 200) throw new Error(JSON.stringify(posted.body))
  const { contacts } = (await app.call('list-contacts', { limit: 1 }, as)).body as unknown as { contacts: { id: string }[] }
  return contacts[0]?.id ?? ''
}

/**
 * As if the clock of the database had gone on by so much, for one run. Once no worker has it: of a wait that has just begun one hears the past,
 * and would write over this what it read before.
 */
export const passTime = async (app: TestApp, as: Someone, runId: string, seconds: number): Promise<void> => {
  await until('no worker has the run', () =>
    app.database.inOrg(as.orgId, async (db) => {
      const { numAffectedRows } = await sql`
        update workflow_runs set due_at = due_at - make_interval(secs => ${seconds}),
          progress = case when progress ? 'threads' then jsonb_set(progress, '{threads}', (select coalesce(jsonb_agg(case when t ? 'dueAt'
            then jsonb_set(t, '{dueAt}', to_jsonb(to_char(((t->>'dueAt')::timestamptz - make_interval(secs => ${seconds})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
            else t end), '[]') from jsonb_array_elements(progress->'threads') t)) else progress end
        where id = ${runId} and lease is null`.execute(db)
      if (numAffectedRows === 0n) return false
      await sql`update workflow_waits set due_at = due_at - make_interval(secs => ${seconds}) where run_id = ${runId} and state = 'open'`.execute(
        db,
      )
      return true
    }),
  )
}

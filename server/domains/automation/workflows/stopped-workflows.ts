import { sql } from 'kysely'

/** Whether the switch of a workflow, `w` in the statement, or that of its workspace is on: nothing starts, and nothing leaves. */
export const isStopped = sql<boolean>`(w.stopped_at is not null
  or exists (select from workflow_settings g where g.org_id = w.org_id and g.stopped_at is not null))`

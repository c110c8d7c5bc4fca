import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** Decisions, "Retention". */
const runDays = 30
const ledgerDays = 400

/** Runs that have ended, with their steps and waits. What their effects were stays known, so that nothing leaves a second time. */
export const runRetention = retention({
  name: 'runs of workflows',
  days: runDays,
  about:
    'Runs of workflows that have ended, with what their steps took and gave; later where their workflow keeps that for longer',
  async ofOrg(db, { orgId, before, now }) {
    const { numAffectedRows } = await sql`
      with old as materialized (
        select r.id from workflow_runs r
        left join workflow_versions v on v.org_id = r.org_id and v.workflow_id = r.workflow_id and v.version = r.version
        where r.org_id = ${orgId} and r.ended_at < ${before}
          and r.ended_at < ${now}::timestamptz - make_interval(days => greatest(${runDays}, (v.definition #>> '{settings,keep_days}')::int))
        order by r.ended_at limit ${batchRows}),
      steps as (delete from workflow_steps where org_id = ${orgId} and run_id in (select id from old)),
      waits as (delete from workflow_waits where org_id = ${orgId} and run_id in (select id from old))
      delete from workflow_runs where org_id = ${orgId} and id in (select id from old)`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})

/** Where a workflow keeps what its steps took and gave for less long than its runs. */
export const stepRetention = retention({
  name: 'what steps of workflows took and gave',
  days: 0,
  about: 'What steps of ended runs took and gave, after the days that their workflow says',
  async ofOrg(db, { orgId, now }) {
    const { numAffectedRows } = await sql`
      with old as materialized (
        select r.id from workflow_runs r join workflow_versions v on v.org_id = r.org_id and v.workflow_id = r.workflow_id and v.version = r.version
        where r.org_id = ${orgId} and r.forgotten_at is null and r.ended_at is not null
          and r.ended_at < ${now}::timestamptz - make_interval(days => (v.definition #>> '{settings,keep_days}')::int)
        order by r.ended_at limit ${batchRows}),
      steps as (update workflow_steps set input = null, output = null where org_id = ${orgId} and run_id in (select id from old)),
      waits as (update workflow_waits set answer = null, asked = null where org_id = ${orgId} and run_id in (select id from old))
      update workflow_runs set forgotten_at = now(), trigger = jsonb_build_object('kind', trigger->'kind', 'type', trigger->'type')
      where org_id = ${orgId} and id in (select id from old)`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})

/** Requests of other systems. For so long a repeat of one is known as one. */
export const hookRequestRetention = retention({
  name: 'requests to workflows',
  days: runDays,
  about: 'Requests of other systems to the addresses of workflows; for so long a repeat is known as one',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from workflow_hook_requests where org_id = ${orgId} and id in (
        select id from workflow_hook_requests where org_id = ${orgId} and received_at < ${before} order by received_at limit ${batchRows})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  },
})

export const effectRetention = retention({
  name: 'effects of workflows',
  days: ledgerDays,
  about: 'The ledger of what left by workflows: for so long a replay knows what was done',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from workflow_effects where org_id = ${orgId} and key in (
        select key from workflow_effects where org_id = ${orgId} and began_at < ${before} order by began_at limit ${batchRows})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  },
})

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions, type Target } from '#db/connect.ts'

/** One lead of a hundred: a slow disk ends some three runs a second, and takes a thousand leads. Those of a file start nothing. */
export const startsRun = `l.via = 'api' and l.full_name like '%00'`
const filter = "default(trigger.data.name, '').ends_with('00')"

/** Publishes a workflow that writes a task for a lead. */
export const publishWorkflow = async (url: string, token: string): Promise<void> => {
  const call = async (type: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ type, ...body }),
    })
    if (!answer.ok) throw new Error(`${type} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const definition = {
    ...{ foyer_workflow: 1, name: 'Crash', first: 'task' },
    trigger: { kind: 'event', event: 'lead.received', filter },
    nodes: [
      {
        ...{ id: 'task', kind: 'action', action: 'add-task' },
        input: { contactId: '{{ trigger.data.contact_id }}', title: '{{ trigger.subject_id }}' },
      },
    ],
  }
  const { workflow, draft } = (await call('create-workflow', { name: 'Crash', definition })) as {
    workflow: { id: string }
    draft: { id: string; revision: number }
  }
  await call('publish-workflow', { workflowId: workflow.id, draftId: draft.id, revision: draft.revision })
}

/** What a killed worker ran is begun again after ten seconds (`silentSeconds`), its third try within a minute. */
const stillMs = 90_000

/** What stands in the way of runs that do not end: how far the log was read, what failed, and which sessions are open. */
const whyOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ why: string }>(`
    select jsonb_pretty(jsonb_build_object(
      'horizon', pg_snapshot_xmin(pg_current_snapshot())::text,
      'cursors', (select jsonb_object_agg(reader, tx::text) from directory.event_cursors),
      'failures', (select jsonb_agg(jsonb_build_object('reaction', reaction, 'state', state, 'tries', tries, 'next', next_try_at, 'error', error))
        from reaction_failures),
      'runs', (select jsonb_object_agg(state, count) from (select state, count(*) from workflow_runs group by 1) s),
      'guards', (select jsonb_agg(to_jsonb(w) - 'org_id') from (select * from workflows limit 5) w),
      'sessions', (select jsonb_agg(jsonb_build_object('of', application_name, 'state', state, 'since', xact_start, 'wait', wait_event, 'query', left(query, 120)))
        from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()))) as why`)
  return rows[0]?.why ?? ''
}

/**
 * Waits until each lead that starts a run has one, and all have ended; answers how many those are. However slow the machine is,
 * it waits while more of them end, and gives up when none has for a minute and a half.
 */
export const untilRunsEnded = async (target: Target): Promise<number> => {
  const client = new pg.Client(connectionOptions(target, { application: 'crash', role: null }))
  await client.connect()
  try {
    let most = -1
    let end = 0
    for (; ; await sleep(250)) {
      const { rows } = await client.query<{ wanted: number; ended: number }>(
        `select (select count(*)::int from leads l where ${startsRun}) as wanted,
          (select count(*)::int from workflow_runs where ended_at is not null) as ended`,
      )
      const { wanted, ended } = rows[0] ?? { wanted: 0, ended: 0 }
      if (ended > most) [most, end] = [ended, Date.now() + stillMs]
      if (ended >= wanted) return ended
      if (Date.now() > end) {
        process.stderr.write(`Of runs there is left: ${wanted - ended} of ${wanted}, ${await whyOf(client)}\n`)
        return ended
      }
    }
  } finally {
    await client.end()
  }
}

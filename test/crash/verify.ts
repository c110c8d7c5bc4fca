import { readFileSync } from 'node:fs'
import pg from 'pg'
import { connectionOptions, type Target } from '#db/connect.ts'
import { startsRun } from './workflow.ts'

/** How many there are of each thing that must not be; all zero when every promise was kept. */
export type Findings = Readonly<Record<string, number>>

const queries = {
  'acknowledged leads that are not in the database': `
    select count(*)::int as count from ledger g left join leads l on l.id = g.lead_id where l.id is null`,
  'acknowledged leads that are there under another external_id': `
    select count(*)::int as count from ledger g join leads l on l.id = g.lead_id where l.external_id is distinct from g.external_id`,
  'external_ids that are there twice': `
    select count(*)::int as count from (select from leads group by org_id, external_id having count(*) > 1) twice`,
  'leads without a contact': `
    select count(*)::int as count from leads l left join contacts c on c.org_id = l.org_id and c.id = l.contact_id where c.id is null`,
  'contacts without an identifying key': `
    select count(*)::int as count from contacts c where not exists (select from contact_keys k where k.org_id = c.org_id and k.contact_id = c.id)`,
  'identifying keys without a contact': `
    select count(*)::int as count from contact_keys k left join contacts c on c.org_id = k.org_id and c.id = k.contact_id where c.id is null`,
  'contacts without a lead': `
    select count(*)::int as count from contacts c where not exists (select from leads l where l.org_id = c.org_id and l.contact_id = c.id)`,
  'accepted deliveries without their lead': `
    select count(*)::int as count from deliveries d left join leads l on l.org_id = d.org_id and l.id = d.lead_id
    where d.outcome = 'accepted' and l.delivery_id is distinct from d.id`,
  'leads of the API without their delivery': `
    select count(*)::int as count from leads l
    left join all_deliveries d on d.org_id = l.org_id and d.id = coalesce(l.delivery_id, l.id) and d.lead_id = l.id
    where l.via = 'api' and (d.outcome is distinct from 'accepted' or d.body is null)`,
  'keys in two places': `
    select count(*)::int as count from (select from contact_keys group by key, org_id having count(*) > 1) twice`,
  'kinds of keys that a contact has twice': `
    select count(*)::int as count from (select from contact_keys group by org_id, contact_id, kind having count(*) > 1) twice`,
  'leads without their event': `
    select count(*)::int as count from leads l where not exists (
      select from events e where e.org_id = l.org_id and e.subject_id = l.id and e.type = 'lead.received')`,
  'events without their lead': `
    select count(*)::int as count from events e where e.type = 'lead.received'
      and not exists (select from leads l where l.org_id = e.org_id and l.id = e.subject_id)`,
  'leads that should start a workflow, and did not once': `
    select count(*)::int as count from (
      select l.id from leads l left join workflow_runs r on r.org_id = l.org_id and r.subject_id = l.id
      where ${startsRun} group by l.id having count(r.id) <> 1) wrong`,
  'runs that did not end': `select count(*)::int as count from workflow_runs where state <> 'completed'`,
  'leads whose task a run has not written once': `
    select count(*)::int as count from (
      select l.id from leads l left join tasks t on t.org_id = l.org_id and t.title = l.id::text
      where ${startsRun} group by l.id having count(t.id) <> 1) wrong`,
  'subscriptions that a lead has changed': `select count(*)::int as count from contacts where subscription <> 'none' or opted_in_at is not null`,
}

/** Compares the ledger of acknowledged leads with the database, and the database with itself. */
export const verify = async (given: {
  target: Target
  ledger: string
  files: number
  rowsOfFile: number
}): Promise<Findings> => {
  const client = new pg.Client(connectionOptions(given.target, { application: 'crash', role: null }))
  await client.connect()
  try {
    await client.query('create temp table ledger (lead_id uuid, external_id text)')
    const lines = readFileSync(given.ledger, 'utf8').trimEnd().split('\n')
    for (let at = 0; at < lines.length; at += 10_000) {
      const some = lines.slice(at, at + 10_000).map((line) => line.split(' '))
      await client.query('insert into ledger select * from unnest($1::uuid[], $2::text[])', [
        some.map(([leadId]) => leadId),
        some.map(([, externalId]) => externalId),
      ])
    }
    await client.query('analyze; create index on events (subject_id)')
    // Every question is about whole tables: a plan that goes row by row, made on a bad guess, takes minutes.
    await client.query('set enable_nestloop = off')
    const found: Record<string, number> = {}
    for (const [what, text] of Object.entries(queries)) {
      const { rows } = await client.query<{ count: number }>(text)
      found[what] = rows[0]?.count ?? -1
    }
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from leads where external_id like 'file-%'`,
    )
    found['rows of imported files that are not leads'] = given.files * given.rowsOfFile - (rows[0]?.count ?? 0)
    return found
  } finally {
    await client.end()
  }
}

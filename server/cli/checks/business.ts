import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import type { Database } from '#db/connect.ts'
import { ago, count, type Finding, fine, trouble, warning } from './finding.ts'

const dayMs = 86_400_000

/** What happened in a workspace, in numbers. */
interface Workspace {
  readonly name: string
  readonly leadsOfDay: number
  readonly leadsOfWeekBefore: number
  readonly lastLeadAt: Date | null
  readonly refused: readonly { readonly code: string; readonly times: number }[]
  readonly endingKeys: readonly { readonly name: string; readonly at: Date }[]
  readonly quota: { readonly used: number; readonly most: number } | null
}

/** Whether leads come, are refused, or soon will be: of every workspace, each seen by itself. */
export const checkBusiness = async (database: Database, now: Date): Promise<Finding[]> => {
  const orgs = await database.db.selectFrom('directory.slugs').select('org_id').orderBy('slug').execute()
  if (orgs.length === 0)
    return [
      warning('Workspaces', 'none yet', 'Open the setup link that `npm start` prints, or run `npx foyer org create NAME`.'),
    ]
  const workspaces: Workspace[] = []
  for (const { org_id } of orgs) workspaces.push(await database.inOrg(org_id, (db) => look(db, org_id, now)))
  return [checkLeads(workspaces, now), ...checkRefused(workspaces), ...checkKeys(workspaces, now), ...checkQuotas(workspaces)]
}

const look = async (db: Db, orgId: string, now: Date): Promise<Workspace> => {
  const day = idFloor(new Date(now.getTime() - dayMs))
  const { rows } = await sql<
    Omit<Workspace, 'refused' | 'endingKeys' | 'quota'> & { used: number | null; most: number | null }
  >`
    select o.name, o.lead_quota_per_month as most,
      (select q.used from quota_usage q where q.org_id = o.org_id and q.month = date_trunc('month', ${now}::timestamptz at time zone 'UTC')::date) as used,
      (select count(*) from leads l where l.org_id = o.org_id and l.id >= ${day} and l.via <> 'demo') as "leadsOfDay",
      (select count(*) from leads l where l.org_id = o.org_id and l.id >= ${idFloor(new Date(now.getTime() - 8 * dayMs))} and l.id < ${day} and l.via <> 'demo') as "leadsOfWeekBefore",
      (select l.received_at from leads l where l.org_id = o.org_id and l.via <> 'demo' order by l.id desc limit 1) as "lastLeadAt"
    from orgs o where o.org_id = ${orgId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('a workspace is missing its row')
  const refused = await sql<{ code: string; times: number }>`
    select coalesce(code, 'unknown') as code, count(*) as times from deliveries
    where org_id = ${orgId} and outcome = 'rejected' and id >= ${day} and mended_by is null
    group by 1 order by 2 desc, 1 limit 3`.execute(db)
  const endingKeys = await sql<{ name: string; at: Date }>`
    select name, expires_at as at from api_keys
    where org_id = ${orgId} and revoked_at is null and rolled_to is null and expires_at > ${now} and expires_at < ${new Date(now.getTime() + 14 * dayMs)}
    order by expires_at`.execute(db)
  const { used, most, ...rest } = facts
  return {
    ...rest,
    refused: refused.rows,
    endingKeys: endingKeys.rows,
    quota: most === null ? null : { used: used ?? 0, most },
  }
}

/** A sender that stops sending goes unnoticed: nothing fails, nothing arrives. */
const checkLeads = (workspaces: readonly Workspace[], now: Date): Finding => {
  const total = workspaces.reduce((sum, { leadsOfDay }) => sum + leadsOfDay, 0)
  const last = Math.max(...workspaces.map(({ lastLeadAt }) => lastLeadAt?.getTime() ?? 0))
  const says =
    last === 0
      ? 'none received yet'
      : `${count(total, 'lead')} in the last 24 hours, the last one ${ago(now.getTime() - last)} ago`
  const silent = workspaces.filter(({ leadsOfDay, leadsOfWeekBefore }) => leadsOfDay === 0 && leadsOfWeekBefore >= 7)
  if (silent.length === 0) return fine('Leads', says)
  const names = silent.map(({ name, leadsOfWeekBefore }) => `${name} (${leadsOfWeekBefore} in the week before)`).join(', ')
  return warning(
    'Leads',
    `${says}; none for ${names}`,
    'Check whether its senders still send: Settings → API keys shows when each key was last used.',
  )
}

const checkRefused = (workspaces: readonly Workspace[]): Finding[] => {
  const found = workspaces.filter(({ refused }) => refused.length > 0)
  if (found.length === 0) return [fine('Refused', 'none in the last 24 hours')]
  return found.map(({ name, refused }) =>
    warning(
      'Refused',
      `${name}, in the last 24 hours: ${refused.map(({ code, times }) => `${times.toLocaleString('en')} ${code}`).join(', ')}`,
      'Settings → Request log shows each one and lets you fix and replay it; docs/errors.md explains the codes.',
    ),
  )
}

const checkKeys = (workspaces: readonly Workspace[], now: Date): Finding[] => {
  const ending = workspaces.flatMap(({ name, endingKeys }) =>
    endingKeys.map((key) => `${key.name} of ${name} in ${ago(key.at.getTime() - now.getTime())}`),
  )
  if (ending.length === 0) return [fine('API keys', 'none expires within 14 days')]
  return [
    warning(
      'API keys',
      `${ending.length === 1 ? 'one expires' : `${ending.length} end`} soon: ${ending.join(', ')}`,
      'Roll it in Settings → API keys and give the new key to its sender.',
    ),
  ]
}

const checkQuotas = (workspaces: readonly Workspace[]): Finding[] => {
  const full = workspaces.flatMap(({ name, quota }) => (quota && quota.used >= quota.most * 0.8 ? [{ name, ...quota }] : []))
  if (full.length === 0) return [fine('Quotas', workspaces.some(({ quota }) => quota) ? 'all below 80 %' : 'none set')]
  return full.map(({ name, used, most }) =>
    (used >= most ? trouble : warning)(
      'Quotas',
      `${name} has used ${used.toLocaleString('en')} of ${most.toLocaleString('en')} leads this month`,
      'Raise the quota in Settings → Workspace.',
    ),
  )
}

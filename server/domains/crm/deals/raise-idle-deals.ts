import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { DealRow } from './deals.ts'
import { dealNotices } from './notices.ts'

const dealsAtOnce = 500

/** No open deal without a next step or a notice; and no prospect waits for a first reply unnoticed. */
export const raiseIdleDeals = job({
  name: 'raise-idle-deals',
  summary: 'Raise notices for deals without a next step, and for first replies that are due soon or overdue',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now }) {
    const idle = await sql<Found>`select org_id, id from foyer.idle_deals(${dealsAtOnce})`.execute(db)
    for (const found of idle.rows) await inOrg(found.org_id, (tenant) => raiseIdle(tenant, found))
    const hurried = await sql<Found>`select org_id, id from foyer.hurried_deals(${now()}, ${dealsAtOnce})`.execute(db)
    for (const found of hurried.rows) await inOrg(found.org_id, (tenant) => raiseHurried(tenant, found))
    const late = await sql<Found>`select org_id, id from foyer.late_deals(${now()}, ${dealsAtOnce})`.execute(db)
    for (const found of late.rows) await inOrg(found.org_id, (tenant) => raiseLate(tenant, found))
  },
})

interface Found {
  readonly org_id: string
  readonly id: string
}

const raiseIdle = async (db: Db, found: Found): Promise<void> => {
  const deal = await lockOpenDeal(db, found)
  if (!deal) return
  const task = await db
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', found.org_id)
    .where('deal_id', '=', found.id)
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!task)
    await raiseNotice(db, found.org_id, { notice: dealNotices.deal_idle, subjectId: found.id, facts: { name: deal.name } })
}

/** While there is time. The owner alone can do something about it. */
const raiseHurried = async (db: Db, found: Found): Promise<void> => {
  const deal = await lockOpenDeal(db, found)
  if (!deal || deal.responded_at) return
  await raiseNotice(db, found.org_id, {
    ...{ notice: dealNotices.response_due_soon, subjectId: found.id },
    ...(deal.assigned_to && { personId: deal.assigned_to }),
    facts: { name: deal.name, owner_id: deal.assigned_to },
  })
}

const raiseLate = async (db: Db, found: Found): Promise<void> => {
  const deal = await lockOpenDeal(db, found)
  if (!deal || deal.responded_at) return
  await clearNotice(db, found.org_id, dealNotices.response_due_soon, found.id)
  const facts = { name: deal.name, owner_id: deal.assigned_to }
  await raiseNotice(db, found.org_id, { notice: dealNotices.response_late, subjectId: found.id, facts })
}

/** Locked against adding a task, replying or closing at this moment, which removes the notice. */
const lockOpenDeal = (db: Db, { org_id: orgId, id }: Found): Promise<DealRow | undefined> =>
  db
    .selectFrom('deals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

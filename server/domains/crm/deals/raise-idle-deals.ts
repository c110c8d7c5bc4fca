import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { DealRow } from './deals.ts'
import { dealNotices } from './notices.ts'

const dealsAtOnce = 500

/** No open deal without a next step or a notice; and no prospect waits for a first reply unnoticed. */
export const raiseIdleDeals = job({
  name: 'raise-idle-deals',
  summary: 'Raise notices for deals without a next step and for overdue first replies',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now }) {
    const idle = await sql<Found>`select org_id, id from foyer.idle_deals(${dealsAtOnce})`.execute(db)
    for (const found of idle.rows) await inOrg(found.org_id, (tenant) => raiseIdle(tenant, found))
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

const raiseLate = async (db: Db, found: Found): Promise<void> => {
  const deal = await lockOpenDeal(db, found)
  if (deal && !deal.responded_at)
    await raiseNotice(db, found.org_id, { notice: dealNotices.response_late, subjectId: found.id, facts: { name: deal.name } })
}

/** Locked against adding a task, replying or closing at this moment, which removes the notice. */
const lockOpenDeal = (db: Db, { org_id: orgId, id }: Found): Promise<DealRow | undefined> =>
  db
    .selectFrom('deals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

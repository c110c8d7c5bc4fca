import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import type { AskedRecipient } from '../workflows/human-waits.ts'
import { lockWait } from '../workflows/step-answers.ts'
import { ownerOfStep, passStep } from '../workflows/step-recipients.ts'
import { announceStep } from './announcing.ts'
import { announcingIn } from './job-announcing.ts'

/** Of each workspace in a round, so that none waits for another's thousands. */
const stepsOfRound = 50

/** Reminders and escalations that are due: each once, as it is marked in the transaction that sends it. */
export const remindHumanSteps = job({
  name: 'remind-human-steps',
  summary: 'Remind of steps of workflows that wait for a person, and escalate them',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, context) {
    const { db, signal } = context
    let orgs = (await sql<{ id: string }>`select id from orgs_with_due_human_steps() as id`.execute(db)).rows.map(
      ({ id }) => id,
    )
    while (orgs.length > 0 && !signal.aborted) {
      const left: string[] = []
      for (const orgId of orgs) if (await remindSome(context, orgId)) left.push(orgId)
      orgs = left
    }
  },
})

/** Answers whether there are more. One that fails delays none of the others: it is due again in a minute. */
const remindSome = async (context: JobContext, orgId: string): Promise<boolean> => {
  const due = await context.inOrg(orgId, (db) => findDue(db, orgId))
  let done = 0
  for (const stepId of due)
    try {
      await context.inOrg(orgId, (db) => remindOf(context, db, orgId, stepId))
      done++
    } catch (error) {
      context.log.warn({ err: error, org_id: orgId, step_id: stepId }, 'a step was neither reminded of nor escalated')
    }
  return due.length === stepsOfRound && done > 0
}

const findDue = async (db: Db, orgId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from workflow_waits where org_id = ${orgId} and state = 'open' and kind = 'person' and least(remind_at, escalate_at) <= now()
    order by least(remind_at, escalate_at) limit ${stepsOfRound}`.execute(db)
  return rows.map(({ id }) => id)
}

const remindOf = async (context: JobContext, db: Db, orgId: string, stepId: string): Promise<void> => {
  const wait = await lockWait(db, orgId, stepId)
  if (wait?.state !== 'open') return
  const { rows } = await sql<{ to: AskedRecipient | null; is_escalation: boolean; is_reminder: boolean }>`
    select escalate_to as to, coalesce(escalate_at <= now(), false) as is_escalation, coalesce(remind_at <= now(), false) as is_reminder
    from workflow_waits where org_id = ${orgId} and id = ${stepId}`.execute(db)
  const due = rows[0]
  const announcing = announcingIn(context, db)
  // To whom it goes now, a reminder of the same minute is news.
  if (due?.is_escalation && due.to) {
    const { to: recipient } = due
    await passStep(db, orgId, stepId, { recipient, owner: await ownerOfStep(db, orgId, recipient), isEscalation: true })
    await announceStep(announcing, orgId, stepId, 'escalated')
  } else if (due?.is_reminder) await announceStep(announcing, orgId, stepId, 'reminded')
}

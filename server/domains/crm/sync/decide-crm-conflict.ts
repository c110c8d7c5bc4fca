import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { recordEvent } from '#core/events/events.ts'
import { lockConflict } from './conflicts.ts'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import { findLinks } from './links.ts'
import { ownRecordsOf } from './own.ts'
import { readFactsWithoutCrm } from './run-facts.ts'
import { findJob } from './sync-jobs.ts'

export const decideCrmConflict = action({
  name: 'decide-crm-conflict',
  summary: 'Decide a conflict between a record here and at a CRM',
  description:
    '`theirs`: the value of the CRM, as it was read last, is written here. `ours`: ours stays, and a sync does not write over it; where the field is synced both ways, ours is written there with the next sync. If the CRM changes the value again, that is a new conflict. With `shown`, a decision about values that changed meanwhile is refused.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false },
  input: z.object({
    conflictId: z.uuid(),
    take: z.enum(['ours', 'theirs']),
    shown: z
      .object({ ours: z.string().nullable(), theirs: z.string().nullable() })
      .optional()
      .describe('Both values as list-crm-conflicts or show-crm-record answered them'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [
    ...[syncErrors.sync_conflict_not_found, syncErrors.sync_conflict_decided, syncErrors.sync_conflict_changed],
    syncErrors.sync_value_taken,
  ],
  examples: [{ title: 'Ours stays', input: { conflictId: '01980000-0000-7000-8000-000000000000', take: 'ours' } }],

  async run({ conflictId, take, shown }, { db, org, person, within, now, fail }) {
    const conflict = await lockConflict(db, org.id, conflictId)
    if (!conflict) throw fail('sync_conflict_not_found')
    if (conflict.state !== 'open') throw fail('sync_conflict_decided')
    const { connection_id: connectionId, entity, their_id: theirId, our_id: ourId, field, job_id: jobId } = conflict
    const job = await findJob(db, org.id, jobId)
    const facts = await readFactsWithoutCrm(db, job, within)
    const own = (await ownRecordsOf[entity].lock(db, org.id, [ourId], facts.ownFields[entity])).get(ourId)
    if (!own) throw fail('sync_conflict_not_found')
    const link = (await findLinks(db, { orgId: org.id, connectionId, entity }, [theirId])).get(theirId)
    const ours = own.values[field] ?? null
    const theirs = link && field in link.seen ? (link.seen[field] ?? null) : conflict.theirs
    if (shown && (shown.ours !== ours || shown.theirs !== theirs)) throw fail('sync_conflict_changed')
    if (take === 'theirs' && ours !== theirs) {
      const refused = await ownRecordsOf[entity].write(db, facts, new Map([[own.id, { [field]: theirs }]]))
      if (refused[0]) throw fail('sync_value_taken', { message: refused[0].message })
      await ownRecordsOf[entity].announce(db, facts, [own.id])
    }
    if (link)
      await sql`
        update sync_links set compared_at = '-infinity', gives_since = case when ${take} = 'ours' then now() else gives_since end,
          differs = case when ${take} = 'theirs' then array_remove(differs, ${field}) else differs end,
          pinned = case when ${take} = 'theirs' then array_remove(pinned, ${field}) else array_append(array_remove(pinned, ${field}), ${field}) end
        where org_id = ${org.id} and connection_id = ${connectionId} and entity = ${entity} and their_id = ${theirId}`.execute(
        db,
      )
    await db
      .updateTable('sync_conflicts')
      .set({ state: take, decided_at: now(), decided_by: person?.id ?? null })
      .where('org_id', '=', org.id)
      .where('id', '=', conflictId)
      .execute()
    await recordEvent(db, org.id, syncEvents.changed, jobId, { provider: job.provider, change: 'conflict', reason: null })
    return { success: true as const }
  },
})

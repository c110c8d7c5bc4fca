import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { job } from '#core/jobs/job.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { leadSourceEvents, sourceFieldsOf } from './events.ts'
import { kindOf } from './kinds.ts'
import { type LeadSourceRow, lockSource } from './lead-sources.ts'
import { leadSourceNotices } from './notices.ts'
import { findRejects, findRhythm, isRejecting, isSilent } from './source-rhythms.ts'
import { noticeTroubles } from './source-troubles.ts'

/** Listed by one statement; each is looked at in a transaction of its own. */
const sourcesAtOnce = 50

/** Raises a notice where a busy source falls silent or too much of it is rejected, and clears it once that is over. */
export const watchLeadSources = job({
  name: 'watch-lead-sources',
  summary: 'Look for lead sources that fell silent or are rejected',
  data: z.object({}),
  retry: { times: 2, delaySeconds: 60 },
  schedule: '*/15 * * * *',

  async run(_data, { db, now, inOrg, signal }) {
    for (let after: string | null = null; !signal.aborted; ) {
      const { rows } = await sql<{ org_id: string; id: string }>`
        select org_id, id from lead_sources_after(${after}, ${sourcesAtOnce})`.execute(db)
      for (const { org_id: orgId, id } of rows) await inOrg(orgId, (tenant) => watch(tenant, orgId, id, now()))
      after = rows.at(-1)?.id ?? null
      if (rows.length < sourcesAtOnce || after === null) return
    }
  },
})

const watch = async (db: Db, orgId: string, id: string, now: Date): Promise<void> => {
  const source = await lockSource(db, orgId, id)
  if (!source) return
  const isOn = source.switched_off_at === null
  const rhythm = await findRhythm(db, orgId, id, now)
  await settle(db, source, 'silence_raised_at', isOn && isSilent(rhythm, now), now, {
    last_lead_at: rhythm.lastAt?.toISOString() ?? null,
  })
  const rejects = await findRejects(db, orgId, id)
  const isPublic = kindOf(source.kind).limitOfAddress !== null
  await settle(db, source, 'rejects_raised_at', isOn && isRejecting(rejects, isPublic), now, {
    requests: rejects.requests,
    rejected: rejects.rejected,
  })
  await noticeTroubles(db, { orgId, id, name: source.name })
}

const noticeOf = {
  silence_raised_at: leadSourceNotices.lead_source_silent,
  rejects_raised_at: leadSourceNotices.lead_source_rejects,
} as const

/** Says once that a trouble began, and takes it back once it is over. */
const settle = async (
  db: Db,
  source: LeadSourceRow,
  column: keyof typeof noticeOf,
  isTrouble: boolean,
  now: Date,
  facts: Readonly<Record<string, string | number | null>>,
): Promise<void> => {
  if (isTrouble === (source[column] !== null)) return
  const notice = noticeOf[column]
  await db
    .updateTable('lead_sources')
    .set({ [column]: isTrouble ? now : null })
    .where('org_id', '=', source.org_id)
    .where('id', '=', source.id)
    .execute()
  if (isTrouble) await raiseNotice(db, source.org_id, { notice, subjectId: source.id, facts: { name: source.name, ...facts } })
  else await clearNotice(db, source.org_id, notice, source.id)
  await recordEvent(db, source.org_id, leadSourceEvents.changed, source.id, {
    name: source.name,
    kind: source.kind,
    change: `${column === 'silence_raised_at' ? 'silence' : 'rejects'}_${isTrouble ? 'began' : 'ended'}`,
    ...changedFields(sourceFieldsOf(source), sourceFieldsOf({ ...source, [column]: isTrouble ? now : null })),
  })
}

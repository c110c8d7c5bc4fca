import type { Db } from '#core/context.ts'
import type { HappenedOf } from '#core/events/reaction.ts'
import type { documentEvents } from '#domains/business/documents/events.ts'
import type { uploadEvents } from '#domains/crm/imports/events.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { forMaker, membersAmong } from './addressees.ts'
import { alertNotices } from './notices.ts'

/** For who sent the document. */
export const raiseSignedDocuments = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof documentEvents.signed>[],
): Promise<void> => {
  if (events.length === 0) return
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'title', 'made_by'])
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      events.map(({ subjectId }) => subjectId),
    )
    .orderBy('id')
    .execute()
  const members = await membersAmong(
    db,
    orgId,
    documents.map(({ made_by }) => made_by),
  )
  for (const { id, title, made_by } of documents)
    await raiseNotice(db, orgId, {
      ...{ notice: alertNotices.document_signed, subjectId: id, facts: { title } },
      ...forMaker(made_by, members),
    })
}

/** For who uploaded the file. */
export const raiseEndedImports = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof uploadEvents.changed>[],
): Promise<void> => {
  const ended = events.filter(
    ({ facts }) => facts?.change === 'moved' && (facts.after?.state === 'done' || facts.after?.state === 'failed'),
  )
  if (ended.length === 0) return
  const uploads = await db
    .selectFrom('uploads')
    .select(['id', 'created_by'])
    .where('org_id', '=', orgId)
    .where(
      'id',
      'in',
      ended.map(({ subjectId }) => subjectId),
    )
    .execute()
  const makers = new Map(uploads.map(({ id, created_by }) => [id, created_by]))
  const members = await membersAmong(db, orgId, [...makers.values()])
  for (const { subjectId, facts } of ended) {
    if (!facts || !makers.has(subjectId)) continue
    const rows = facts.imported_rows + facts.deduplicated_rows
    await raiseNotice(db, orgId, {
      ...{ notice: alertNotices.import_done, subjectId },
      facts: { name: facts.name, state: facts.after?.state ?? 'done', rows },
      ...forMaker(makers.get(subjectId) ?? null, members),
    })
  }
}

import { sql } from 'kysely'
import type { Db, Step } from '#core/context.ts'
import { type Coverage, tidyLine } from '#shapes/letters.ts'
import { templateEvents } from './events.ts'
import type { ReadGoogleDoc } from './google-docs.ts'
import { readGoogleBody } from './template-input.ts'
import { addVersion, isNameTaken, showTemplateOf } from './templates.ts'

interface Entering {
  readonly orgId: string
  readonly personId: string | null
  readonly read: ReadGoogleDoc
  readonly coverage: Coverage
  readonly newId: () => string
}

/**
 * The template of a Google Doc that a caller named by its id: the one that is there, with a new version where the document has changed, or
 * a new one under the document's title. Answers its id.
 */
export const enterGoogleDoc = async (
  { db, emit }: Pick<Step, 'db' | 'emit'>,
  { orgId, personId, read, coverage, newId }: Entering,
): Promise<string> => {
  // Two who name it at once make one template.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`google doc ${orgId} ${read.fileId}`}, 0))`.execute(db)
  const known = await findTemplateOfDoc(db, orgId, read.fileId)
  const before = known === undefined ? undefined : await showTemplateOf(db, orgId, known)
  if (known && before?.body === read.body) return known
  const { placeholders } = readGoogleBody(read.body, before?.placeholders ?? [], coverage)
  const version = {
    ...{ body: read.body, googleFileId: read.fileId, googleRevision: read.revision, googleReadAt: read.at },
    ...{ placeholders, fields: [], boxes: [], madeBy: personId },
  }
  if (known && before) {
    await addVersion(db, orgId, known, before.version + 1, version)
    await db
      .updateTable('templates')
      .set({ version: before.version + 1, updated_at: sql`now()` })
      .where('org_id', '=', orgId)
      .where('id', '=', known)
      .execute()
    await emit(templateEvents.saved, known, { name: before.name, version: before.version + 1 })
    return known
  }
  const id = newId()
  const name = await freeName(db, orgId, read.title)
  await db.insertInto('templates').values({ org_id: orgId, id, name, kind: 'google', version: 1 }).execute()
  await addVersion(db, orgId, id, 1, version)
  await emit(templateEvents.saved, id, { name, version: 1 })
  return id
}

const findTemplateOfDoc = async (db: Db, orgId: string, fileId: string): Promise<string | undefined> => {
  const found = await db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.org_id', '=', 't.org_id').onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.version'),
    )
    .select('t.id')
    .where('t.org_id', '=', orgId)
    .where('t.kind', '=', 'google')
    .where('t.archived_at', 'is', null)
    .where('v.google_file_id', '=', fileId)
    .orderBy('t.id')
    // Of an update of it at the same time, the newer version is waited for.
    .forUpdate('t')
    .executeTakeFirst()
  return found?.id
}

const freeName = async (db: Db, orgId: string, title: string): Promise<string> => {
  const stem = tidyLine(title).trim().slice(0, 110).toWellFormed() || 'Google Doc'
  for (let n = 1; ; n++) {
    const name = n === 1 ? stem : `${stem} (${n})`
    if (!(await isNameTaken(db, orgId, name, null))) return name
  }
}

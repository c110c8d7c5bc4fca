import { z } from 'zod'
import type { Db, JobContext } from '#core/context.ts'
import { type ErrorDefinition, Failure, transportErrors } from '#core/errors.ts'
import { makeProgressHints } from '#core/jobs/lots.ts'
import { inLittleMemory } from '#core/memory.ts'
import { type Content, partsOf } from './contents.ts'
import { importErrors } from './errors.ts'
import { uploadEvents } from './events.ts'
import { type Rules, rulesFor } from './row-validation.ts'
import { lockUpload, moveUpload, type UploadRecord } from './uploads.ts'

/** What every job on an upload is told. */
export const RunData = z.object({ orgId: z.uuid(), uploadId: z.uuid() })
export type RunData = z.output<typeof RunData>

/** Runs without a step forward after which an upload is given up, with the reason where people see it. */
const mostTries = 5

/** The upload is no longer in the hands of this run: it was cancelled, or another worker took over. Not an error. */
export class RunEnded extends Error {}

export interface Run {
  readonly upload: UploadRecord
  readonly content: Content
  readonly rules: Rules
  /** Runs `work` in a transaction that holds the upload, as long as it is still this run's; else throws RunEnded. */
  step<T>(work: (db: Db, upload: UploadRecord) => Promise<T>): Promise<T>
  /** Tells open pages, a few times a second at most. */
  tell(db: Db): Promise<void>
}

/**
 * Works on an upload that is in `state`. Each step is one transaction that moves the position together with the rows,
 * and begins by holding the upload: two workers with the same upload take turns, and the one whose position is stale
 * ends. What goes wrong is tried again by the queue, until `mostTries` runs in a row made no step.
 */
export const runOnUpload = async (
  { orgId, uploadId }: RunData,
  state: 'checking' | 'importing' | 'undoing',
  context: JobContext,
  work: (run: Run) => Promise<void>,
): Promise<void> => {
  const begun = await context.inOrg(orgId, async (db) => {
    const upload = await lockUpload(db, orgId, uploadId).catch(ignoreGone)
    if (!upload || upload.state !== state) return null
    // A run that was killed leaves no other trace than the count of tries.
    if (upload.tries >= 2 * mostTries) return giveUp(db, upload, transportErrors.server_error)
    await db
      .updateTable('uploads')
      .set({ tries: upload.tries + 1 })
      .where('org_id', '=', orgId)
      .where('id', '=', uploadId)
      .execute()
    return { upload, parts: await partsOf(db, orgId, uploadId), rules: await rulesFor(db, upload, context.now()) }
  })
  if (!begun) return

  const hint = makeProgressHints(uploadEvents.changed)
  const run: Run = {
    upload: begun.upload,
    content: { files: context.ports.files, orgId, uploadId, parts: begun.parts },
    rules: begun.rules,
    step: (step) =>
      context.inOrg(orgId, async (db) => {
        const upload = await lockUpload(db, orgId, uploadId).catch(ignoreGone)
        if (!upload || upload.state !== state) throw new RunEnded()
        return step(db, upload)
      }),
    tell: (db) => hint(db, orgId),
  }
  try {
    await inLittleMemory(() => work(run))
  } catch (error) {
    if (error instanceof RunEnded) return
    if (context.signal.aborted) throw error
    const known = definitionOf(error)
    const given = await context.inOrg(orgId, async (db) => {
      const upload = await lockUpload(db, orgId, uploadId).catch(ignoreGone)
      if (!upload || upload.state !== state) return true
      if (known === null && upload.tries < mostTries) return false
      await giveUp(db, upload, known ?? transportErrors.server_error, error instanceof Failure ? error.message : undefined)
      return true
    })
    if (!given) throw error
    context.log.error({ err: error, upload_id: uploadId }, 'upload abandoned')
  }
}

/** What is wrong for good; null: it may pass. */
const definitionOf = (error: unknown): ErrorDefinition | null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return importErrors.upload_file_missing
  return error instanceof Failure ? error.definition : null
}

const giveUp = async (db: Db, upload: UploadRecord, definition: ErrorDefinition, message?: string): Promise<null> => {
  await moveUpload(db, upload, 'failed', { code: definition.code, message: message ?? definition.message, tries: 0 })
  return null
}

const ignoreGone = (error: unknown): undefined => {
  if (error instanceof Failure && error.code === 'upload_not_found') return undefined
  throw error
}

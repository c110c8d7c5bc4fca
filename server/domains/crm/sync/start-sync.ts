import type { Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { lockConnection } from '#domains/connections/connections/connections.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { isCrm } from '../crm-connections/crm-providers.ts'
import { syncErrors } from './errors.ts'
import { syncEvents } from './events.ts'
import { runSyncReference } from './job-references.ts'
import { overlapMs } from './paces.ts'
import { readSettings } from './settings.ts'
import { addJob, findOpenJob, type SyncJob, type SyncMode } from './sync-jobs.ts'

interface Wish {
  readonly id: string
  readonly connectionId: string
  readonly entities: readonly CrmEntity[]
  readonly kind: 'sync' | 'rehearsal'
  /** Without one: what changed, where everything was read before. */
  readonly mode?: SyncMode
  readonly cause: 'person' | 'schedule'
  readonly personId: string | null
  readonly enqueue: Enqueue
}

/**
 * Starts a sync of a connection, or joins the one of the same kinds that is running: of any number of callers at once, one starts it.
 * Throws `crm_connection_not_found`, `crm_not_connected`, and `sync_running` (naming it) where another one is.
 */
export const startSync = async (db: Db, orgId: string, wish: Wish): Promise<SyncJob> => {
  const { connectionId } = wish
  const entities = crmEntities.filter((entity) => wish.entities.includes(entity))
  const connection = await lockConnection(db, orgId, connectionId)
  if (!connection || connection.owner_id !== null || !isCrm(connection)) throw new Failure(syncErrors.crm_connection_not_found)
  if (connection.status === 'disconnected') throw new Failure(syncErrors.crm_not_connected)
  const running = await findOpenJob(db, orgId, connectionId)
  if (running) {
    const isSame = running.kind === wish.kind && running.entities.join() === entities.join()
    if (isSame) return running
    throw new Failure(syncErrors.sync_running, { message: `${syncErrors.sync_running.message} Its id is ${running.id}.` })
  }
  const { watermarks } = await readSettings(db, orgId, connectionId)
  const isAnew = wish.mode === 'all' || (wish.mode === undefined && wish.kind === 'rehearsal')
  // A kind that was read whole before is followed by its changes, also where another is read anew: a stage that was mapped costs no million contacts.
  const since = Object.fromEntries(
    entities.flatMap((entity) => {
      const time = watermarks[entity]
      if (isAnew || time === undefined) return []
      return [[entity, new Date(new Date(time).getTime() - overlapMs).toISOString()] as const]
    }),
  )
  const mode = Object.keys(since).length === 0 ? 'all' : 'changes'
  const job = await addJob(db, {
    ...{ org_id: orgId, id: wish.id, connection_id: connectionId, provider: connection.provider, kind: wish.kind, mode },
    ...{ cause: wish.cause, started_by: wish.personId, of_job: null, entities, since },
  })
  await wish.enqueue(runSyncReference, { orgId, jobId: job.id })
  await recordEvent(db, orgId, syncEvents.changed, job.id, { provider: job.provider, change: 'started', reason: null })
  return job
}

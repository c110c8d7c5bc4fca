import { z } from 'zod'
import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { emailKey, findMember } from '#domains/platform/users/users.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { inJob, revokeGrant } from '../connections/access-tokens.ts'
import { type ConnectionRow, findConnection, lockConnection } from '../connections/connections.ts'
import { disconnectConnection } from '../connections/lifecycle.ts'
import { isResting } from '../connections/usable-connections.ts'
import { mailboxEvents } from './events.ts'
import { mailboxWatched, openChannels } from './moments.ts'
import { mailboxNotices } from './notices.ts'
import { stopChannels, stopWatch } from './stop-channels.ts'

export const endMailboxesJob = { name: 'end-mailboxes', data: z.object({ orgId: z.uuid(), personId: z.uuid() }) } as const

/**
 * A member who leaves a workspace takes their mailboxes along: nothing is read or sent there in their name, and the address is free for
 * another member who can sign in to it. Conversations of a team mailbox stay, and admins are told that it is no longer read.
 */
export const endMailboxes = job({
  ...endMailboxesJob,
  summary: 'Disconnect the mailboxes of a member who left',
  retry: { times: 12, delaySeconds: 5 },

  async run({ orgId, personId }, context) {
    const { inOrg, ports, vault, log } = context
    await stopAllChannels(context, orgId, personId)
    const ended = await inOrg(orgId, async (db) => {
      const rows: ConnectionRow[] = []
      for (const mailbox of await findLeft(db, orgId, personId))
        rows.push(...(await end(context, db, orgId, { ...mailbox, personId })))
      return rows
    })
    // The tokens are deleted here already; a service that cannot be told now is no reason to try again for ever.
    for (const row of ended)
      if (row.credentials !== null && !isResting(row))
        await revokeGrant({ ports, vault }, row).catch((error: unknown) => {
          if (!(error instanceof ProviderError)) throw error
          log.warn({ connection_id: row.id, kind: error.kind }, 'a consent could not be revoked at its service')
        })
  },
})

/** Mailboxes of a person who left. One who is a member again by now keeps what they connected. */
const findLeft = async (db: Db, orgId: string, personId: string) => {
  if (await findMember(db, orgId, personId)) return []
  return db
    .selectFrom('mailboxes')
    .select(['id', 'email', 'kind'])
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** While the consents still hold. */
const stopAllChannels = async (context: JobContext, orgId: string, personId: string): Promise<void> => {
  const { inOrg, within, ports } = context
  const open = await inOrg(orgId, async (db) => {
    const found = []
    for (const { id: mailboxId } of await findLeft(db, orgId, personId)) {
      const connection = await findConnection(db, orgId, mailboxId)
      const channels = (await within(db, orgId, openChannels, { mailboxId })).flat()
      const isWatched = (await within(db, orgId, mailboxWatched, { mailboxId })).includes(true)
      if (connection) found.push({ connection, channels, isWatched })
    }
    return found
  })
  for (const { connection, channels, isWatched } of open) {
    await stopChannels({ ...inJob(context, orgId), ports }, connection, channels)
    if (isWatched) await stopWatch({ ...inJob(context, orgId), ports }, connection)
  }
}

const end = async (
  { within, now, emitIn, enqueueIn }: JobContext,
  db: Db,
  orgId: string,
  {
    id,
    email,
    kind,
    personId,
  }: { readonly id: string; readonly email: string; readonly kind: string; readonly personId: string },
): Promise<ConnectionRow[]> => {
  const connection = await lockConnection(db, orgId, id)
  if (connection)
    await disconnectConnection(
      db,
      connection,
      { within, enqueue: (order, data, start) => enqueueIn(db, order, data, start) },
      { now: now(), immediately: true },
    )
  await db.updateTable('mailboxes').set({ ended_at: now() }).where('org_id', '=', orgId).where('id', '=', id).execute()
  await emitIn(db, orgId, mailboxEvents.updated, id, { change: 'disconnected', person_id: personId })
  if (kind === 'team')
    await raiseNotice(db, orgId, { notice: mailboxNotices.team_mailbox_ended, subjectId: id, facts: { email } })
  return connection ? [connection] : []
}

/** The address is read again. */
export const clearEnded = async (db: Db, orgId: string, email: string): Promise<void> => {
  const rows = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('org_id', '=', orgId)
    .where('email_key', '=', emailKey(email))
    .where('ended_at', 'is not', null)
    .execute()
  for (const { id } of rows) await clearNotice(db, orgId, mailboxNotices.team_mailbox_ended, id)
}

import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { inAction, revokeGrant } from '../connections/access-tokens.ts'
import { findConnection, lockConnection } from '../connections/connections.ts'
import { disconnectConnection } from '../connections/lifecycle.ts'
import { isResting } from '../connections/usable-connections.ts'
import { mailboxErrors } from './errors.ts'
import { mailboxEvents } from './events.ts'
import { findMailbox } from './mailboxes.ts'
import { mailboxWatched, openChannels } from './moments.ts'
import { stopChannels, stopWatch } from './stop-channels.ts'

export const disconnectMailbox = action({
  name: 'disconnect-mailbox',
  summary: 'Disconnect your mailbox',
  description:
    'Only its owner can. The tokens are deleted at once and revoked at the provider, and the copies of its calendars and of its mail are removed: conversations keep the emails of a team mailbox, and those of a personal one leave them. Emails that wait to be sent are not sent (`preview-mailbox-disconnect` counts them). Meetings that were booked stay, and so do their events in the calendar.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: true, idempotent: false },
  input: z.object({ mailboxId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [mailboxErrors.mailbox_not_found],
  examples: [{ title: 'One', input: { mailboxId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ mailboxId }, { fail, ...context }) {
    const { org, person, inOrg, ports, vault, within, log, now } = context
    const open = await inOrg(async ({ db }) => {
      const mailbox = await findMailbox(db, org.id, mailboxId)
      const connection = mailbox?.person_id === person.id && (await findConnection(db, org.id, mailboxId))
      if (!connection) throw fail('mailbox_not_found', { field: 'mailboxId' })
      const channels = (await within(db, org.id, openChannels, { mailboxId })).flat()
      const isWatched = (await within(db, org.id, mailboxWatched, { mailboxId })).includes(true)
      return { connection, channels, isWatched }
    })
    await stopChannels({ ...inAction(context), ports }, open.connection, open.channels)
    if (open.isWatched) await stopWatch({ ...inAction(context), ports }, open.connection)
    const row = await inOrg(async ({ db, enqueue, emit }) => {
      const mailbox = await findMailbox(db, org.id, mailboxId)
      if (mailbox?.person_id !== person.id) throw fail('mailbox_not_found', { field: 'mailboxId' })
      const connection = await lockConnection(db, org.id, mailboxId)
      if (!connection) throw fail('mailbox_not_found', { field: 'mailboxId' })
      await disconnectConnection(db, connection, { enqueue, within }, { now: now(), immediately: true })
      await db
        .updateTable('mailboxes')
        .set({ ended_at: now() })
        .where('org_id', '=', org.id)
        .where('id', '=', mailboxId)
        .execute()
      await emit(mailboxEvents.updated, mailboxId, { change: 'disconnected', person_id: person.id })
      return connection
    })
    if (row.credentials !== null && !isResting(row))
      await revokeGrant({ ports, vault }, row).catch((error: unknown) => {
        // The tokens are deleted here: that the service still knows them is no reason to keep them.
        if (!(error instanceof ProviderError)) throw error
        log.warn({ connection_id: mailboxId, kind: error.kind }, 'a consent could not be revoked at its service')
      })
    return { success: true as const }
  },
})

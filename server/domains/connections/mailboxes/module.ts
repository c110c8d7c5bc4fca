import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { connectMailbox } from './connect-mailbox.ts'
import { disconnectMailbox } from './disconnect-mailbox.ts'
import { endMailboxes } from './end-mailboxes.ts'
import { endMailboxesOfLeavers } from './end-mailboxes-of-leavers.ts'
import { enterMailbox } from './enter-mailbox.ts'
import { mailboxErrors } from './errors.ts'
import { mailboxEvents } from './events.ts'
import { findMailServers } from './find-mail-servers.ts'
import { listMailboxes } from './list-mailboxes.ts'
import { mailboxLeaving, mailboxShared, mailboxWatched, openChannels } from './moments.ts'
import { mailboxNotices } from './notices.ts'
import { previewMailboxDisconnect } from './preview-mailbox-disconnect.ts'
import { updateMailbox } from './update-mailbox.ts'

/** Members' own mail and calendar accounts. */
export const mailboxesModule = module({
  title: 'Mailboxes',
  actions: [connectMailbox, findMailServers, listMailboxes, updateMailbox, previewMailboxDisconnect, disconnectMailbox],
  jobs: [endMailboxes],
  reactions: [endMailboxesOfLeavers],
  notices: mailboxNotices,
  errors: mailboxErrors,
  events: [mailboxEvents],
  moments: [mailboxShared, mailboxLeaving, mailboxWatched, openChannels],
  within: [enterMailbox],
  held: [held({ name: 'mailboxes of members who left', kind: 'syncs', jobs: [endMailboxes] })],
  owns: ['mailboxes'],
})

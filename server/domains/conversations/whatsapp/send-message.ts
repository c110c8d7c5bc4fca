import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { type UsableConnection, workingOf } from '#domains/connections/connections/usable-connections.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import type { MessagingAccount, OutgoingMessage, SentMessage } from '#ports/messaging.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { contentOf, lockMessage, type MessageRow, setMessageState } from '../inbox/messages.ts'
import { openValues } from './hidden-values.ts'
import { sendHiddenMessageJob, sendMessageJob } from './job-references.ts'
import { reachOf } from './recipients.ts'
import { recordInterrupted, recordSent } from './states.ts'
import { findTemplates } from './templates.ts'

/** How soon a message looks again whether those before it have left. */
const turnMs = 1_000

const tries = { retry: { times: 14, delaySeconds: 5 }, atOnce: 8, expireSeconds: 120 } as const

export const sendMessage = job({
  ...sendMessageJob,
  summary: 'Send a WhatsApp message',
  ...tries,
  run: (about, context) => send(about, context, sendMessageJob),
})

export const sendHiddenMessage = job({
  ...sendHiddenMessageJob,
  summary: 'Send a WhatsApp message of which the conversation hides a part, such as a code',
  ...tries,
  run: (about, context) => send(about, context, sendHiddenMessageJob),
})

/**
 * Hands one message to WhatsApp. The platform knows no key against doubles: so that it leaves is written down before, and when
 * no answer comes the message is `uncertain` and no worker sends it again. The platform hands our id back with each status,
 * and the first one tells what became of it.
 */
const send = async (
  { orgId, messageId }: { readonly orgId: string; readonly messageId: string },
  context: JobContext,
  /** In which it is looked at again. */
  same: typeof sendMessageJob | typeof sendHiddenMessageJob,
): Promise<void> => {
  const leaving = await context.inOrg(orgId, (db) => prepare(db, orgId, messageId, context))
  if (leaving === 'later') {
    await context.inOrg(orgId, (db) => context.enqueueIn(db, same, { orgId, messageId }, { inMs: turnMs }))
    return
  }
  if (leaving === 'nothing') return
  const { connection, message } = leaving
  const sent = await context.ports.messaging
    .open(connection as MessagingAccount)
    .send(message)
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
  if (sent instanceof ProviderError) return recordSendError(sent, { orgId, messageId }, context)
  await context.inOrg(orgId, (db) => recordSent(db, orgId, messageId, addressOf(sent)))
}

const addressOf = ({ messageId, recipient }: SentMessage) => ({ providerMessageId: messageId, address: recipient })

interface Leaving {
  readonly connection: UsableConnection
  readonly message: OutgoingMessage
}

/** Marks a message as leaving, when it may; the mark is committed before anything leaves. */
const prepare = async (
  db: Db,
  orgId: string,
  messageId: string,
  { vault }: Pick<JobContext, 'vault'>,
): Promise<Leaving | 'later' | 'nothing'> => {
  const row = await lockMessage(db, orgId, messageId)
  if (!row) return 'nothing'
  if (row.state === 'sending') {
    await recordInterrupted(db, orgId, messageId)
    return 'nothing'
  }
  if (row.state !== 'queued') return 'nothing'
  if (await waitsForEarlier(db, row)) return 'later'
  const refuse = async (errorCode: string, error: string): Promise<'nothing'> => {
    await setMessageState(db, orgId, messageId, { state: 'failed', errorCode, error })
    return 'nothing'
  }
  const connection = row.connection_id === null ? undefined : await findConnection(db, orgId, row.connection_id)
  const usable = connection && workingOf(vault, connection)
  if (!usable) return refuse('not_connected', 'The WhatsApp number used for this message is no longer connected.')
  const { to, isOpen } = await reachOf(db, orgId, row.contact_id, row.address)
  if (!to) return refuse('no_address', 'The contact has no phone number.')
  if (row.kind !== 'template' && !isOpen)
    return refuse('window_closed', 'The 24-hour window for free text closed before this was sent. A template can be sent.')
  const values = await valuesOf(db, vault, row)
  if (values === null) return refuse('code_over', 'The code in this message was over before it could be sent.')
  await setMessageState(db, orgId, messageId, { state: 'sending', hasTried: true })
  return { connection: usable, message: await outgoingOf(db, row, to, values) }
}

/** Whether an earlier message to the same contact has not been sent yet: messages are sent in order. */
const waitsForEarlier = async (db: Db, row: MessageRow): Promise<boolean> => {
  const mergeGroup = await mergeGroupOf(db, row.org_id, row.contact_id)
  const earlier = await db
    .selectFrom('messages')
    .select('id')
    .where('org_id', '=', row.org_id)
    .where('contact_id', 'in', mergeGroup)
    .where('channel', '=', 'whatsapp')
    .where('state', 'in', ['queued', 'sending'])
    .where(sql<boolean>`(created_at, id) < (${row.created_at}, ${row.id}::uuid)`)
    // A message that waits long, because its platform is busy, does not block the others forever.
    .where('created_at', '>', sql<Date>`now() - interval '2 minutes'`)
    .executeTakeFirst()
  return earlier !== undefined
}

/** What goes into its template; null where that is of no use any more, or has gone with an earlier try. */
const valuesOf = async (db: Db, vault: JobContext['vault'], row: MessageRow): Promise<readonly string[] | null> => {
  const { template } = contentOf(row)
  if (!template?.hidden) return template?.values ?? []
  const { rows } = await sql<{
    is_over: boolean
  }>`select ${row.values_until}::timestamptz <= clock_timestamp() as is_over`.execute(db)
  return row.values_sealed === null || rows[0]?.is_over !== false ? null : openValues(vault, row.id, row.values_sealed)
}

const outgoingOf = async (
  db: Db,
  row: MessageRow,
  to: OutgoingMessage['to'],
  values: readonly string[],
): Promise<OutgoingMessage> => {
  const about = { to, ours: row.id, replyTo: row.reply_to }
  const { template, reaction } = contentOf(row)
  if (template) return { ...about, kind: 'template', ...template, values, components: await componentsOf(db, row, template) }
  if (reaction) return { ...about, replyTo: null, kind: 'reaction', ...reaction }
  return { ...about, kind: 'text', text: row.body ?? '' }
}

/** What the template is made of, as it was read last; null where it never was. */
const componentsOf = async (db: Db, row: MessageRow, { name, language }: { name: string; language: string }) => {
  const all = row.connection_id === null ? [] : await findTemplates(db, row.org_id, row.connection_id, { name })
  return all.find((each) => each.language === language)?.components ?? null
}

/** What refuses stays refused; what is busy or was not reached is tried again; what may have been sent is for a person to decide. */
const recordSendError = async (
  failure: ProviderError,
  { orgId, messageId }: { orgId: string; messageId: string },
  { inOrg }: Pick<JobContext, 'inOrg'>,
): Promise<void> => {
  const passes = failure.kind === 'busy' || failure.kind === 'unreachable'
  const state = passes ? 'queued' : failure.kind === 'uncertain' ? 'uncertain' : 'failed'
  await inOrg(orgId, async (db) => {
    const row = await lockMessage(db, orgId, messageId)
    // A status may have told meanwhile what became of it.
    if (row?.state !== 'sending') return
    await setMessageState(db, orgId, messageId, { state, errorCode: failure.code, error: failure.reason })
  })
  if (passes) throw failure
}

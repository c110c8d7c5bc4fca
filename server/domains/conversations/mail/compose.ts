import type { Db, OrgContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { resolveEntered } from '#domains/crm/identities/identities.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { keyOf, parseAddressList } from '#shapes/mime/addresses.ts'
import { textOfHtml } from '#shapes/mime/html-texts.ts'
import { mailLimits, UnwritableMail, writeMail } from '#shapes/mime/write-mail.ts'
import type { MailPerson } from '../inbox/thread-mails.ts'
import { asAttachments, bindFiles } from './email-files.ts'
import { emailErrors } from './errors.ts'
import { emailEvents } from './events.ts'
import { freshTextOf } from './fresh-texts.ts'
import { sendMailboxMailJob } from './job-references.ts'
import { type MailRow, previewOf } from './mails.ts'
import { outgoingOf } from './outgoing-mails.ts'
import { findOwnAddresses } from './own-addresses.ts'
import { fileInThreads } from './thread-mails.ts'

export interface MailToQueue {
  readonly id: string
  readonly mailbox: MailboxRow
  readonly from: string
  /** Who wrote it; null: a key or a workflow. */
  readonly personId: string | null
  readonly personName: string | null
  readonly to: readonly MailPerson[]
  readonly cc: readonly MailPerson[]
  readonly bcc: readonly MailPerson[]
  readonly subject: string
  readonly html: string
  /** HTML below it, which is not in previews and not searched for. */
  readonly signature?: string
  readonly trackingId: string | null
  /** The mail of this mailbox that it answers; null for a new one. */
  readonly answers: MailRow | null
  /** Files of theirs that go with it. */
  readonly files: readonly string[]
  /** Until then it can be taken back. */
  readonly sendAt: Date
  /** Whose thread it is written in, and the sender's own id for it. */
  readonly client?: { readonly contactId: string; readonly messageId: string | null; readonly digest: string }
}

/** An address list as it was typed (RFC 5322). Throws with the field where one of its parts is no address. */
export const readRecipients = (text: string | undefined, field: 'to' | 'cc' | 'bcc'): MailPerson[] => {
  if (text === undefined || text.trim() === '') return []
  if (/[\r\n\0]/.test(text))
    throw new Failure(emailErrors.email_not_sendable, {
      field,
      message: `${field}: has a line break. Separate addresses by commas.`,
    })
  const { addresses, faults } = parseAddressList(text)
  const [fault] = faults
  if (fault)
    throw new Failure(emailErrors.email_not_sendable, {
      field,
      message: `${field}: “${fault.text.slice(0, 100)}” is not an address: ${fault.fault}`,
    })
  return addresses.map(({ name, email }) => ({ name, email }))
}

type Queueing = Pick<OrgContext, 'db' | 'org' | 'workflow' | 'enqueue' | 'emit' | 'within' | 'now' | 'settings'>

export interface Queued {
  readonly mail: MailRow
  /** Its messages in threads. */
  readonly messageIds: readonly string[]
}

/** In whose name a mail is: the member's who wrote it, or the workspace's where a key or a workflow did. */
export const senderName = async (db: Db, orgId: string, person: { readonly id: string } | null): Promise<string | null> => {
  if (person === null) return (await findOrganization(db, orgId))?.name ?? null
  const writer = await db.selectFrom('directory.people').select('name').where('id', '=', person.id).executeTakeFirst()
  return writer?.name ?? null
}

/**
 * Stores a mail that a member wrote, a key or a workflow, with its place in the threads, and orders it to be sent, in one transaction. It is written once here
 * as it will be sent, so that what no server takes is refused while it can be corrected.
 */
export const queueMailboxMail = async (context: Queueing, wanted: MailToQueue): Promise<Queued> => {
  const { db, org, now, enqueue } = context
  const { mailbox, answers } = wanted
  await refuseUnwritable(wanted, context)
  const taken = wanted.trackingId === null ? undefined : await findTracked(db, org.id, wanted.trackingId)
  if (taken) throw new Failure(emailErrors.tracking_id_taken, { field: 'trackingId' })
  const files = await bindFiles(db, org.id, { ids: wanted.files, personId: wanted.personId, mailId: wanted.id })
  const fileBytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const text = textOfHtml(wanted.html)
  const html = signed(wanted)
  const row = await db
    .insertInto('mailbox_mails')
    .values({
      ...{ org_id: org.id, id: wanted.id, mailbox_id: mailbox.id, direction: 'out', at: now(), state: 'queued' },
      ...{ send_at: wanted.sendAt, person_id: wanted.personId, tracking_id: wanted.trackingId },
      ...{ message_id: messageIdOf(wanted), thread_ref: answers?.thread_ref ?? null, answers: answers?.id ?? null },
      ...referencesOf(answers),
      ...{ from_email: wanted.from, from_name: wanted.personName },
      to_list: JSON.stringify(wanted.to),
      cc_list: JSON.stringify(wanted.cc),
      bcc_list: JSON.stringify(wanted.bcc),
      ...{ subject: wanted.subject, preview: previewOf(freshTextOf({ text, html: null })) },
      ...{ kind: 'person', kind_reason: 'written_here', is_proven: true, is_seen: true },
      ...{
        fingerprint: Buffer.from(wanted.id.replaceAll('-', ''), 'hex'),
        size_bytes: Buffer.byteLength(html) + fileBytes,
      },
      attachments: JSON.stringify(asAttachments(files)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // Of two with one tracking id at the same moment the index lets one in.
  if (!row) throw new Failure(emailErrors.tracking_id_taken, { field: 'trackingId' })
  await db
    .insertInto('mailbox_bodies')
    .values({ org_id: org.id, id: row.id, text: textOfHtml(html), html })
    .execute()
  const messageIds = await file(context, row, wanted, text)
  await enqueue(sendMailboxMailJob, { orgId: org.id, mailId: row.id }, wanted.sendAt)
  return { mail: row, messageIds }
}

const signed = ({ html, signature }: MailToQueue): string => (signature ? `${html}\n<div>${signature}</div>` : html)

/** A mail from a mailbox of the team makes contacts of those it goes to. That of a workflow is no person's answer: the clock goes on. */
const file = async ({ db, org, workflow, emit, within }: Queueing, row: MailRow, wanted: MailToQueue, text: string) => {
  const { mailbox, personId } = wanted
  const own = await findOwnAddresses(db, org.id, mailbox.id)
  if (mailbox.kind === 'team')
    for (const { email, name } of wanted.to) {
      const key = keyOf({ email })
      if (key === null || own.addresses.has(key) || own.domains.has(key.slice(key.lastIndexOf('@') + 1))) continue
      const { contactId } = await resolveEntered(db, org.id, within, { email, name }, personId)
      if (!workflow) await recordResponse(db, org.id, { contactId, personId, byKind: 'message' })
    }
  const said = { text: freshTextOf({ text, html: null }), personId, ...(wanted.client && { client: wanted.client }) }
  const messageIds = await fileInThreads(db, org.id, row, said, { mailbox, own, within })
  await emit(emailEvents.written, row.id, { mailbox_id: mailbox.id })
  return messageIds
}

const findTracked = (db: Db, orgId: string, trackingId: string) =>
  db
    .selectFrom('mailbox_mails')
    .select('id')
    .where('org_id', '=', orgId)
    .where('tracking_id', '=', trackingId)
    .executeTakeFirst()

/** Of the domain that it is sent from, as mail servers expect it; its left part is the mail's own id. */
const messageIdOf = ({ id, from }: MailToQueue): string => `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`

/** In-Reply-To and the whole of References of the mail that is answered (RFC 5322, 3.6.4). */
const referencesOf = (answers: MailRow | null) => {
  const id = answers && (answers.given_message_id ?? answers.message_id)
  if (!answers || !id) return {}
  const before = answers.refs.length > 0 ? answers.refs : answers.in_reply_to ? [answers.in_reply_to] : []
  const all = [...new Set([...before, id])]
  return { in_reply_to: id, refs: all.length > 50 ? [...all.slice(0, 1), ...all.slice(-49)] : all }
}

const refuseUnwritable = async (wanted: MailToQueue, { settings, now }: Pick<Queueing, 'settings' | 'now'>): Promise<void> => {
  const all = [...wanted.to, ...wanted.cc, ...wanted.bcc]
  const recipients = all.length
  if (recipients > mailLimits.recipients)
    throw new Failure(emailErrors.email_not_sendable, {
      field: 'to',
      message: `A mail has ${mailLimits.recipients} recipients at most, and this one has ${recipients}.`,
    })
  const ofDemo = all.filter(({ email }) => isDemoEmail(email))
  if (ofDemo.length > 0 && ofDemo.length < recipients)
    throw new Failure(emailErrors.email_not_sendable, {
      field: 'to',
      message: `${ofDemo[0]?.email} is demo data, and a mail to it goes to no one. Remove it from the recipients.`,
    })
  try {
    await writeMail(
      outgoingOf(
        { ...wanted, html: signed(wanted), messageId: messageIdOf(wanted), date: now(), ...wordsOf(wanted) },
        settings.publicUrl,
      ),
    )
  } catch (error) {
    if (!(error instanceof UnwritableMail)) throw error
    throw new Failure(emailErrors.email_not_sendable, { field: error.field, message: faultOf(error) })
  }
}

const wordsOf = ({ answers }: MailToQueue) => {
  const { in_reply_to: inReplyTo = null, refs: references = [] } = referencesOf(answers)
  return { inReplyTo, references }
}

const faultWords: Record<UnwritableMail['fault'], string> = {
  header_injection: 'has a line break or a control character',
  bad_address: 'is not an address that mail can go to',
  bad_header: 'cannot stand in a mail',
  no_recipient: 'names no recipient',
  too_many_recipients: `has more than ${mailLimits.recipients} recipients`,
  too_large: 'is too large for a mail',
}
const faultOf = ({ fault, field }: UnwritableMail): string => `${field}: ${faultWords[fault]}`

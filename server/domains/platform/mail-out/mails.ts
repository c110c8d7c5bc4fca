import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue, EnqueueAll } from '#core/context.ts'
import { eventOf, type NewEvent, recordAll } from '#core/events/events.ts'
import { isHeldTime, never } from '#core/held.ts'
import { enqueueEach } from '#core/jobs/enqueue-each.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { calendarFileName, type MailAttachment, type Mailbox, type MailCalendar, oneLine } from '#ports/mail.ts'
import { choice, shape } from '#shapes'
import { readEmail } from '#shapes/emails.ts'
import { isHeld } from '../background-jobs/holds.ts'
import type { MailBrand } from './email-html.ts'
import { mailEvents } from './events.ts'
import type { MailFacts, MailTemplate } from './mail-facts.ts'
import { renderMail, templates } from './templates.ts'

const hourMs = 3_600_000
/** How long an email is retried after it was queued again by hand. */
const againHours = 24

/** Sends one mail of the outbox. */
export const sendMailJob = { name: 'send-mail', data: z.object({ orgId: z.uuid(), mailId: z.uuid() }) } as const

/** The reason of an email without a mail account. */
export const noAccount = 'no mail account is configured'

export const mailStates = ['queued', 'sent', 'failed'] as const
export const MailState = choice('MailState', mailStates)
export type MailState = z.output<typeof MailState>

export type MailRow = Selectable<Tables['mails']>

/** As much of a context as it takes to queue a mail. */
export interface Queueing {
  readonly db: Db
  readonly enqueue: Enqueue
  /** Where several mails are queued at once. */
  readonly enqueueAll?: EnqueueAll
  readonly vault: Vault
  readonly newId: () => string
  readonly now: () => Date
}

/** What a mail is made of. `to` is one address that `readEmail` takes; what else a value holds can do no harm. */
export interface WantedMail<Template extends MailTemplate> {
  readonly to: string
  readonly toName?: string | null
  readonly template: Template
  readonly facts: MailFacts[Template]
  readonly personId?: string | null
  /** Given by a job that may run twice: the second mail of an id is refused. */
  readonly id?: string
  readonly attachments?: readonly MailAttachment[]
  /** Whom an answer goes to: the member whom the mail is about. */
  readonly replyTo?: Mailbox | null
  readonly calendar?: MailCalendar | null
  /** When it may leave, where that is later: quiet hours of the recipient. */
  readonly notBefore?: Date
  /** When it is of no use any more, where that is before the end of its tries. */
  readonly notAfter?: Date
  /** Of a mail to a client: how the workspace shows itself. */
  readonly brand?: MailBrand
}

/** A mail as it will lie in the outbox. */
export type WrittenMail = Omit<Insertable<Tables['mails']>, 'org_id'> & { readonly id: string }

/**
 * Puts a mail into the outbox, in the caller's transaction: it goes out exactly when the caller's work is committed.
 * Answers the mail's id.
 */
export const queueMail = async <Template extends MailTemplate>(
  context: Queueing,
  orgId: string,
  wanted: WantedMail<Template> & {
    /** Sent with those that a restore holds, while it holds any: whether this one was sent before is unknown. */
    readonly isHeldWithOthers?: boolean
  },
): Promise<string> => {
  const mail = writeMail(context, wanted)
  const isWithOthers = wanted.isHeldWithOthers && (await isHeld(context.db, orgId, 'mails'))
  await queueMails(context, orgId, [isWithOthers ? { ...mail, next_try_at: never } : mail])
  return mail.id
}

/** The same for mails that are written. `others`: what is recorded with their events. All statements leave together. */
export const queueMails = async (
  context: Queueing,
  orgId: string,
  mails: readonly WrittenMail[],
  others: readonly NewEvent[] = [],
): Promise<void> => {
  const { db } = context
  const events = mails.map(({ id, template }) =>
    eventOf(mailEvents.changed, id, { template, before: null, after: { state: 'queued' } }),
  )
  if (mails.length === 0) return recordAll(db, orgId, others)
  await Promise.all([
    db
      .insertInto('mails')
      .values(mails.map((mail) => ({ org_id: orgId, ...mail })))
      .execute(),
    enqueueEach(
      context,
      sendMailJob,
      mails.map(({ id }) => ({ orgId, mailId: id })),
    ),
    recordAll(db, orgId, [...events, ...others]),
  ])
}

/** Renders and seals a mail, and stores nothing. */
export const writeMail = <Template extends MailTemplate>(
  { vault, newId, now }: Pick<Queueing, 'vault' | 'newId' | 'now'>,
  mail: WantedMail<Template>,
): WrittenMail => {
  const to = mail.to.trim()
  if (!('key' in readEmail(to))) throw new Error('an email needs one valid address')
  const { subject, html, text } = renderMail(mail.template, mail.facts, mail.brand)
  const id = mail.id ?? newId()
  const at = now()
  const from = mail.notBefore && mail.notBefore > at ? mail.notBefore : at
  const triedUntil = new Date(from.getTime() + templates[mail.template].tryHours * hourMs)
  const attachments = mail.attachments ?? []
  const body: SealedBody = {
    html,
    text,
    attachments: attachments.map(({ bytes, ...attachment }) => ({ ...attachment, base64: bytes.toString('base64') })),
    ...(mail.replyTo
      ? { replyTo: { address: mail.replyTo.address, name: mail.replyTo.name && oneLine(mail.replyTo.name) } }
      : {}),
    ...(mail.calendar ? { calendar: mail.calendar } : {}),
    ...(mail.brand?.logo ? { logo: mail.brand.logo } : {}),
    ...(mail.brand ? { senderName: oneLine(mail.brand.name) } : {}),
  }
  return {
    id,
    template: mail.template,
    to_email: to,
    to_name:
      oneLine(mail.toName ?? '')
        .slice(0, 255)
        .toWellFormed() || null,
    subject,
    attachment_names: [...attachments.map(({ name }) => name), ...(mail.calendar ? [calendarFileName] : [])],
    sealed: vault.seal(JSON.stringify(body), sealOf(id)),
    person_id: mail.personId ?? null,
    created_at: at,
    next_try_at: from,
    give_up_at: mail.notAfter && mail.notAfter < triedUntil ? mail.notAfter : triedUntil,
  }
}

export interface MailBody {
  readonly html: string
  readonly text: string
  readonly attachments: readonly MailAttachment[]
  readonly replyTo: Mailbox | null
  readonly calendar: MailCalendar | null
  /** A picture that is read when the mail is sent, and shown by its HTML. */
  readonly logo: MailBrand['logo']
  /** Of a mail to a client: its workspace, as it was called when the mail was written, so that a repeat is the same mail. */
  readonly senderName: string | null
}

/** As it lies in the outbox. Mails of before there were attachments have none. */
interface SealedBody {
  readonly html: string
  readonly text: string
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly base64: string }[]
  readonly replyTo?: Mailbox
  readonly calendar?: MailCalendar
  readonly logo?: NonNullable<MailBrand['logo']>
  readonly senderName?: string
}

/** A sealed body opens for its own mail and no other. */
export const sealOf = (mailId: string): string => `mail ${mailId}`

/** Throws when there is none any more, or when it was sealed under another key. */
export const openBody = (vault: Vault, mail: MailRow): MailBody => {
  if (mail.sealed === null) throw new Error('the body is missing')
  const {
    html,
    text,
    attachments = [],
    replyTo = null,
    calendar = null,
    logo = null,
    senderName = null,
  } = JSON.parse(vault.open(mail.sealed, sealOf(mail.id))) as SealedBody
  return {
    html,
    text,
    attachments: attachments.map(({ name, type, base64 }) => ({ name, type, bytes: Buffer.from(base64, 'base64') })),
    replyTo,
    calendar,
    logo,
    senderName: senderName || null,
  }
}

/** An outgoing email. Its content is not here: its links are credentials. */
export const Mail = shape('Mail', {
  id: z.uuid(),
  /** What it is for: `invitation`, `reset-password` … */
  template: z.string(),
  to: z.string(),
  to_name: z.string().nullable(),
  subject: z.string(),
  /** The names of the files that go with it. */
  attachments: z.array(z.string()),
  state: MailState,
  /** How often it was handed to a provider. */
  tries: z.int(),
  /** Why the last try came to nothing. */
  last_error: z.string().nullable(),
  provider: z.string().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  /** Null when nothing more is tried, and while it is held. */
  next_try_at: z.iso.datetime().nullable(),
  held: z.boolean().describe('Held after a restore until an owner releases it: it may have been sent before'),
})

/** What a list reads: not the body, which may carry files. */
const listed = [
  'id',
  'template',
  'to_email',
  'to_name',
  'subject',
  'attachment_names',
  'state',
  'tries',
  'last_error',
  'provider',
  'created_at',
  'sent_at',
  'next_try_at',
  'claimed_at',
] as const
export type ListedMail = Pick<MailRow, (typeof listed)[number]>

/** How long a try may take. A claim that is older was its worker's last word. */
export const claimLeaseSeconds = 180
/** Why such a mail may have left. */
export const interrupted = 'the worker stopped while it handed the email over: it may have left'
const isInterrupted = ({ state, claimed_at }: Pick<MailRow, 'state' | 'claimed_at'>): boolean =>
  state === 'queued' && claimed_at !== null && claimed_at.getTime() < Date.now() - claimLeaseSeconds * 1_000
/** The same of the email `m`. For a statement. */
export const isInterruptedMail = sql<boolean>`(m.state = 'queued' and m.claimed_at < now() - make_interval(secs => ${sql.lit(claimLeaseSeconds)}))`

/**
 * Says that a mail is about to be handed to its provider, for a commit before that. One that was claimed and never answered may have left by
 * that claim.
 */
export const claimMail = async (db: Db, mail: MailRow): Promise<Date> => {
  const { claimed_at } = await db
    .updateTable('mails')
    .set({ claimed_at: sql<Date>`clock_timestamp()`, ...inDoubt({ isInDoubt: mail.claimed_at !== null }) })
    .where('org_id', '=', mail.org_id)
    .where('id', '=', mail.id)
    .returning('claimed_at')
    .executeTakeFirstOrThrow()
  if (claimed_at === null) throw new Error('a claim has a time')
  return claimed_at
}

export const showMailRow = (row: ListedMail): z.output<typeof Mail> => ({
  id: row.id,
  template: row.template,
  to: row.to_email,
  to_name: row.to_name,
  subject: row.subject,
  attachments: row.attachment_names,
  state: MailState.parse(row.state),
  tries: row.tries,
  last_error: isInterrupted(row) ? interrupted : row.last_error,
  provider: row.provider,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  next_try_at: isHeldTime(row.next_try_at) ? null : (row.next_try_at?.toISOString() ?? null),
  held: isHeldTime(row.next_try_at),
})

/** Newest first. `cursor` is the id of the last one seen. */
export const findMails = (
  db: Db,
  orgId: string,
  filter: { state?: MailState | undefined; cursor?: string | undefined; limit: number },
): Promise<ListedMail[]> => {
  let query = db.selectFrom('mails').select(listed).where('org_id', '=', orgId)
  if (filter.state) query = query.where('state', '=', filter.state)
  if (filter.cursor) query = query.where('id', '<', filter.cursor)
  return query.orderBy('id', 'desc').limit(filter.limit).execute()
}

export const findMail = (db: Db, orgId: string, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Finds a mail and holds it until the transaction ends; undefined while it is being sent. */
export const lockMail = (db: Db, orgId: string, id: string): Promise<MailRow | undefined> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Puts a mail back into the queue, with all its tries before it. */
export const queueAgain = (db: Db, mail: MailRow, at: Date): Promise<MailRow> =>
  db
    .updateTable('mails')
    .set({
      state: 'queued',
      tries: 0,
      next_try_at: at,
      give_up_at: new Date(at.getTime() + againHours * hourMs),
      failed_at: null,
    })
    .where('org_id', '=', mail.org_id)
    .where('id', '=', mail.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** A job may come a moment before the time that another clock has set. One's own may be far behind: then the database's decides. */
const clocksApartMs = 1_000

/** Finds a due email and locks it until the transaction ends; undefined when another worker has it. */
export const lockDueMail = (db: Db, orgId: string, id: string, at: Date): Promise<MailRow | undefined> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', sql<Date>`greatest(${new Date(at.getTime() + clocksApartMs)}::timestamptz, now())`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Locks a mail for who claimed it, until the transaction ends; undefined where it was withdrawn, or claimed by another worker since. */
export const lockClaimedMail = async (db: Db, orgId: string, id: string, claimed: Date): Promise<MailRow | undefined> => {
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    // Others look whether it is theirs, and let go of it at once.
    .forUpdate()
    .executeTakeFirst()
  return mail?.claimed_at?.getTime() === claimed.getTime() ? mail : undefined
}

/** Sent: the body is no longer needed, and its links are credentials. */
export const markSent = (
  db: Db,
  mail: MailRow,
  sent: { provider: string | null; providerId: string | null; at: Date },
): Promise<void> =>
  change(db, mail, {
    state: 'sent',
    tries: mail.tries + 1,
    provider: sent.provider,
    provider_id: sent.providerId,
    sent_at: sent.at,
    failed_at: null,
    last_error: null,
    next_try_at: null,
    sealed: null,
    may_have_left: false,
    claimed_at: null,
  })

export const markFailed = (
  db: Db,
  mail: MailRow,
  failed: { error: string; provider: string | null; at: Date; tries: number; isInDoubt?: boolean },
): Promise<void> =>
  change(db, mail, {
    ...inDoubt(failed),
    state: 'failed',
    tries: failed.tries,
    provider: failed.provider,
    last_error: failed.error,
    failed_at: failed.at,
    next_try_at: null,
    claimed_at: null,
  })

export const putOff = (
  db: Db,
  mail: MailRow,
  off: { tries: number; error: string; provider: string | null; next: Date; isInDoubt?: boolean },
): Promise<void> =>
  change(db, mail, {
    ...inDoubt(off),
    ...{ tries: off.tries, provider: off.provider, last_error: off.error, next_try_at: off.next },
    claimed_at: null,
  })

/** What one try left open stays open, whatever the next ones come to: only that it was sent settles it. */
const inDoubt = ({ isInDoubt = false }: { readonly isInDoubt?: boolean }) => (isInDoubt ? { may_have_left: true } : {})

const change = async (db: Db, mail: MailRow, set: Updateable<Tables['mails']>): Promise<void> => {
  await db.updateTable('mails').set(set).where('org_id', '=', mail.org_id).where('id', '=', mail.id).execute()
}

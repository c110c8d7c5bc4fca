import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { signatureHtml } from '#shapes/mime/signature-html.ts'
import { mailboxErrors } from './errors.ts'
import { mailboxEvents } from './events.ts'
import { findMailbox, MailboxKind, MailboxShares } from './mailboxes.ts'
import { mailboxShared } from './moments.ts'

/** An address, or a domain with all below it. */
const Excludes = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .min(3)
      .max(254)
      .regex(/^(?:[^\s@]+@)?[^\s@]+\.[^\s@]+$/, 'is neither an address nor a domain'),
  )
  .max(200)
  .overwrite((entries) => [...new Set(entries)])
  .describe(
    'Addresses and domains. Of a personal mailbox, mail with them is never shown to others. A mailbox of the team is read by every member, whatever is on this list: there, mail with them is in no conversation and makes no contact',
  )

export const updateMailbox = action({
  name: 'update-mailbox',
  summary: 'Change a mailbox: with whom it is shared, and its signature',
  description:
    'Only its owner can. `kind: team` lets every member read and answer its mail. `shares` is what colleagues see of a personal mailbox’s mail with a contact: its time only, its subject, or all of it.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    mailboxId: z.uuid(),
    kind: MailboxKind.optional(),
    shares: MailboxShares.optional(),
    excludes: Excludes.optional(),
    signature: z
      .string()
      .max(10_000)
      .transform(signatureHtml)
      .optional()
      .describe('HTML that stands below what is written in this mailbox; elements that could act are left out'),
  }),
  output: z.object({ success: z.literal(true) }),
  errors: [mailboxErrors.mailbox_not_found],
  examples: [{ title: 'A team mailbox', input: { mailboxId: '01980000-0000-7000-8000-000000000000', kind: 'team' } }],

  async run({ mailboxId, kind, shares, excludes, signature }, { db, org, person, emit, enqueue, within, fail }) {
    const mailbox = await findMailbox(db, org.id, mailboxId)
    if (mailbox?.person_id !== person.id) throw fail('mailbox_not_found', { field: 'mailboxId' })
    await db
      .updateTable('mailboxes')
      .set({
        ...{ kind: kind ?? mailbox.kind, shares: shares ?? mailbox.shares, signature: signature ?? mailbox.signature },
        ...(excludes && { excluded: excludes }),
      })
      .where('org_id', '=', org.id)
      .where('id', '=', mailboxId)
      .execute()
    await emit(mailboxEvents.updated, mailboxId, { change: 'saved', person_id: person.id })
    if ((kind && kind !== mailbox.kind) || excludes) await within(db, org.id, mailboxShared, { mailboxId, enqueue })
    return { success: true as const }
  },
})

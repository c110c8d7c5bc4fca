import type { Db, Enqueue } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { Ports } from '#ports/ports.ts'
import { checkSendable } from './drafts.ts'
import { mailInvoiceJob } from './invoice-mails.ts'
import { findWholeInvoice, type InvoiceRow, issueInvoice, recordInvoiceEvent } from './invoices.ts'
import { nextLabel } from './numbering.ts'
import { asFailure, findPaymentProblem } from './payability.ts'
import { checkComplete, findMissingDetails } from './requirements.ts'

/** What issuing takes: a transaction in the workspace, and who or what asks for it. */
export interface Issuing {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly vault: Vault
  readonly ports: Ports
  readonly settings: { readonly publicUrl: string; readonly hasSandbox: boolean }
  readonly at: Date
  readonly mailId: string
  /** `system`: a rule. */
  readonly source: 'person' | 'system'
  readonly personId: string | null
  /** A person sends it although its country asks for more. */
  readonly isIncomplete?: boolean
}

/**
 * Gives a draft that the caller holds (`lockInvoice`) its number and its payment link, for good, and has it emailed to its client. Throws the
 * failure that says why it cannot be sent, before anything is written.
 */
export const issueAndMail = async (draft: InvoiceRow, issuing: Issuing): Promise<InvoiceRow> => {
  const { db, enqueue, vault, ports, settings, at, mailId, source, personId } = issuing
  const orgId = draft.org_id
  const problem = await findPaymentProblem(
    db,
    orgId,
    { currency: draft.currency, totalMinor: draft.total_minor },
    { ports, settings },
  )
  if (problem) throw asFailure(problem, draft.currency)
  const whole = await findWholeInvoice(db, orgId, draft.id, { now: at, vault, publicUrl: settings.publicUrl })
  if (!whole) throw new Error('a draft that is held is missing')
  checkSendable(ports.documents.coverage(), whole)
  if (!issuing.isIncomplete) checkComplete(findMissingDetails(whole.invoice, whole.sender, await nextLabel(db, orgId, at)))
  const { sender, logo } = whole
  const invoice = await issueInvoice(db, draft, { at, vault, sender, logoId: logo?.id ?? null })
  await recordInvoiceEvent(
    db,
    orgId,
    draft.id,
    {
      ...{ kind: 'sent', source, personId },
      ...{ facts: { number: invoice.number, mail_id: mailId }, at },
    },
    { before: draft, after: invoice },
  )
  await enqueue(mailInvoiceJob, { orgId, invoiceId: draft.id, mailId, template: 'invoice' })
  return invoice
}

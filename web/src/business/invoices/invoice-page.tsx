import { Link, useParams } from '@tanstack/react-router'
import { IconAlertTriangle } from '#icons'
import { money } from '#web/i18n/format.ts'
import { useWorkspaceDay } from '#web/platform/organizations/use-workspace-day.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Discrepancy } from '#web/wire.ts'
import { type Shown, useInvoice } from './api.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts, PaymentLink } from './invoice-facts.tsx'
import classes from './invoices.module.css'
import { MissingDetails } from './missing-details.tsx'
import { Paper } from './paper.tsx'
import { PaymentProblem } from './payability.tsx'
import { Payments } from './payments.tsx'
import { nameOf, standingOf } from './states.ts'
import { strings } from './strings.ts'
import { InvoiceTimeline } from './timeline.tsx'

const back = { label: strings.title, to: '/invoices' } as const

/** One invoice: its status and why, what is on it, how it was paid, and its timeline. */
export const InvoicePage = () => {
  const { invoiceId } = useParams({ from: '/staff/invoices/$invoiceId' })
  const { data, error, refetch } = useInvoice(invoiceId)
  const today = useWorkspaceDay()
  if (!data)
    return (
      <>
        <PageHeader title={strings.invoice} back={back} />
        {error ? (
          <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const { invoice } = data
  const { tone, word, why } = standingOf(invoice, today)
  const hasPayments = data.payments.length > 0 || data.checkouts.length > 0
  return (
    <div key={invoiceId}>
      <PageHeader
        title={nameOf(invoice)}
        back={back}
        lead={
          <span className={classes.standing} role="status">
            <Pill tone={tone}>
              {invoice.overdue && <IconAlertTriangle size={13} stroke={2} aria-hidden className={classes.pillMark} />}
              {word}
            </Pill>
            <span>{why}</span>
          </span>
        }
        actions={<InvoiceActions invoice={invoice} />}
      />
      <RecordPanes
        properties={
          <>
            {invoice.pay_url !== null && invoice.state !== 'void' && (
              <PaymentLink invoice={invoice} address={invoice.pay_url} />
            )}
            {hasPayments && <Payments payments={data.payments} checkouts={data.checkouts} />}
            <InvoiceFacts invoice={invoice} />
          </>
        }
      >
        <Problems shown={data} />
        <Paper invoice={invoice} sender={data.sender} />
        <Card title={strings.timeline}>
          <InvoiceTimeline events={data.events} findings={data.findings} />
        </Card>
      </RecordPanes>
    </div>
  )
}

/** What needs attention: before everything else. */
const Problems = ({
  shown: { invoice, findings, letters_without_font, missing_details, payment_problem },
}: {
  shown: Shown
}) => (
  <div className={classes.problems}>
    <Discrepancies findings={findings} />
    <MissingDetails missing={missing_details} invoiceId={invoice.id} />
    {letters_without_font.length > 0 && (
      <WarningNote title={strings.lettersNumbered} role="status">
        <bdi>
          {strings.lettersNumberedText(letters_without_font.map(({ letter, codes }) => `${letter} (${codes})`).join(', '))}
        </bdi>
      </WarningNote>
    )}
    {payment_problem && <PaymentProblem problem={payment_problem} currency={invoice.currency} />}
    {invoice.state === 'sent' && invoice.state_reason && (
      <WarningNote title={strings.fellThrough} role="status">
        <bdi>{invoice.state_reason}</bdi>
      </WarningNote>
    )}
  </div>
)

const discrepancies: Readonly<Record<string, { title: string; next: string }>> = strings.discrepancies

const Discrepancies = ({ findings }: { findings: readonly Discrepancy[] }) => {
  const { role } = useSession()
  const open = findings.filter((finding) => finding.resolved_at === null)
  return open.map((finding) => (
    <WarningNote key={finding.id} tone="bad" role="status" title={discrepancies[finding.kind]?.title ?? finding.kind}>
      {discrepancies[finding.kind]?.next}
      {finding.amount_minor !== null && finding.currency !== null && (
        <> {strings.isAbout(money(finding.amount_minor, finding.currency))}</>
      )}
      {isAtLeast(role, 'admin') && (
        <div>
          <Link to="/settings/reconciliation" className="text-link">
            {strings.toReconciliation}
          </Link>
        </div>
      )}
    </WarningNote>
  ))
}

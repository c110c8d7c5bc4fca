import { Button, Stack } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconPencil, IconSend } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import rows from '#web/crm/leads/leads.module.css'
import { downloadAddress } from '#web/gateway.ts'
import { languageTag, money, onDate } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { AbsoluteTime, useClock } from '#web/ui/relative-time.tsx'
import type { Discrepancy, Invoice } from '#web/wire.ts'
import { say, sayFailure, useInvoice, useInvoiceChange } from './api.ts'
import { InvoiceMenu } from './invoice-menu.tsx'
import classes from './invoices.module.css'
import { Paper } from './paper.tsx'
import { PaymentProblem } from './payability.tsx'
import { Payments } from './payments.tsx'
import { SendWindow } from './send-window.tsx'
import { nameOf, standingOf } from './states.ts'
import { strings } from './strings.ts'
import { Timeline } from './timeline.tsx'

const back = { label: strings.title, to: '/invoices' } as const

/** One invoice: how it stands and why, what is on it, how it was paid, and everything that happened to it. */
export const InvoicePage = () => {
  const { invoiceId } = useParams({ from: '/staff/invoices/$invoiceId' })
  const { data, error, refetch } = useInvoice(invoiceId)
  const today = new Date(useClock())
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
        actions={<Actions invoice={invoice} />}
      />
      <Stack>
        <Findings findings={data.findings} />
        {data.letters_without_font.length > 0 && (
          <Raised tone="warn" title={strings.lettersNumbered}>
            <bdi>
              {strings.lettersNumberedText(
                data.letters_without_font.map(({ letter, codes }) => `${letter} (${codes})`).join(', '),
              )}
            </bdi>
          </Raised>
        )}
        {data.payment_problem && <PaymentProblem problem={data.payment_problem} currency={invoice.currency} />}
        {invoice.state === 'sent' && invoice.state_reason && (
          <Raised tone="warn" title={strings.fellThrough}>
            <bdi>{invoice.state_reason}</bdi>
          </Raised>
        )}
        <div className={classes.columns}>
          <div className={classes.column}>
            <Paper invoice={invoice} />
            <div className={classes.later}>
              <Card title={strings.timeline}>
                <Timeline events={data.events} findings={data.findings} />
              </Card>
            </div>
          </div>
          <div className={classes.column}>
            {invoice.pay_url !== null && invoice.state !== 'void' && <PayLink invoice={invoice} address={invoice.pay_url} />}
            {(data.payments.length > 0 || data.checkouts.length > 0) && (
              <Payments payments={data.payments} checkouts={data.checkouts} />
            )}
            <div className={classes.last}>
              <About invoice={invoice} />
            </div>
          </div>
        </div>
      </Stack>
    </div>
  )
}

const Actions = ({ invoice }: { invoice: Invoice }) => {
  const [isSending, setSending] = useState(false)
  const send = useInvoiceChange('send-invoice')
  const isDraft = invoice.state === 'draft'
  const sendIt = (): void =>
    send.mutate(
      { invoiceId: invoice.id },
      {
        onSuccess: ({ invoice: sent }) => {
          setSending(false)
          say(isDraft ? strings.sentTo(nameOf(sent), sent.client_email) : strings.reminded(sent.client_email))
        },
        onError: (error) => !isDraft && sayFailure(error, strings.sendFailed),
      },
    )
  return (
    <>
      {isDraft && (
        <>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => {
              send.reset()
              setSending(true)
            }}
          >
            {strings.send}
          </Button>
          <Button
            component={Link}
            to="/invoices/$invoiceId/edit"
            params={{ invoiceId: invoice.id } as never}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {strings.edit}
          </Button>
        </>
      )}
      {invoice.state === 'sent' && (
        <Button leftSection={<IconSend size={16} aria-hidden />} loading={send.isPending} onClick={sendIt}>
          {strings.remind}
        </Button>
      )}
      {!isDraft && (
        <Button
          component="a"
          href={downloadAddress('download-invoice', { invoiceId: invoice.id })}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {strings.pdf}
        </Button>
      )}
      <InvoiceMenu invoice={invoice} />
      <SendWindow
        opened={isSending}
        onClose={() => setSending(false)}
        to={invoice.client_email}
        total={{ amountMinor: invoice.total_minor, currency: invoice.currency }}
        dueOn={invoice.due_on ?? ''}
        error={isDraft ? send.error : null}
        isPending={send.isPending}
        onSend={sendIt}
      />
    </>
  )
}

/** What does not add up and is not in order yet: before everything else. */
const Findings = ({ findings }: { findings: readonly Discrepancy[] }) => {
  const { role } = useSession()
  const open = findings.filter((finding) => finding.resolved_at === null)
  return open.map((finding) => (
    <Raised
      key={finding.id}
      tone="bad"
      title={strings.findings[finding.kind as keyof typeof strings.findings]?.title ?? finding.kind}
    >
      <p className={classes.raisedText}>
        {strings.findings[finding.kind as keyof typeof strings.findings]?.next}
        {finding.amount_minor !== null && finding.currency !== null && (
          <> {strings.isAbout(money(finding.amount_minor, finding.currency))}</>
        )}
      </p>
      {isAtLeast(role, 'admin') && (
        <Link to="/settings/reconciliation" className={classes.raisedLink}>
          {strings.toReconciliation}
        </Link>
      )}
    </Raised>
  ))
}

const Raised = ({ tone, title, children }: { tone: 'bad' | 'warn'; title: string; children: ReactNode }) => (
  <div className={classes.raised} data-tone={tone} role="status">
    <IconAlertTriangle size={18} aria-hidden className={classes.raisedMark} />
    <div className={classes.raisedBody}>
      <strong>{title}</strong>
      <div>{children}</div>
    </div>
  </div>
)

const PayLink = ({ invoice, address }: { invoice: Invoice; address: string }) => (
  <Card title={strings.payLink}>
    <p className={classes.dim}>{invoice.state === 'sent' ? strings.payLinkText : strings.payLinkAfter}</p>
    <div className={classes.address} dir="ltr">
      <bdi>{address}</bdi>
    </div>
    <div className={classes.payActions}>
      <CopyButton text={address} label={strings.copyLink} wide />
      <Button component="a" href={address} target="_blank" rel="noreferrer" variant="default">
        {strings.openPage}
      </Button>
    </div>
  </Card>
)

const languages = new Intl.DisplayNames([languageTag], { type: 'language', fallback: 'code' })

const About = ({ invoice }: { invoice: Invoice }) => (
  <Card title={strings.about}>
    <dl className={rows.facts}>
      <Fact name={strings.dueOn}>{invoice.due_on === null ? strings.dueNever : onDate(invoice.due_on)}</Fact>
      <Fact name={strings.language}>{languages.of(invoice.locale)}</Fact>
      {invoice.contact_id !== null && (
        <Fact name={strings.contact}>
          <Link to="/contacts/$contactId" params={{ contactId: invoice.contact_id }} className={classes.link}>
            {strings.toContact}
          </Link>
        </Fact>
      )}
      <Fact name={strings.madeAt}>
        <AbsoluteTime at={invoice.created_at} />
      </Fact>
      {invoice.sent_at !== null && (
        <Fact name={strings.sentAt}>
          <AbsoluteTime at={invoice.sent_at} />
        </Fact>
      )}
      {invoice.paid_at !== null && (
        <Fact name={strings.paidAt}>
          <AbsoluteTime at={invoice.paid_at} />
        </Fact>
      )}
      {invoice.voided_at !== null && (
        <Fact name={strings.voidedAt}>
          <AbsoluteTime at={invoice.voided_at} />
        </Fact>
      )}
    </dl>
  </Card>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { languageTag, onDate } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Invoice } from '#web/wire.ts'
import classes from './invoices.module.css'
import { strings } from './strings.ts'

const languages = new Intl.DisplayNames([languageTag], { type: 'language', fallback: 'code' })

export const InvoiceFacts = ({ invoice }: { invoice: Invoice }) => (
  <Card title={strings.about}>
    <Facts>
      <Fact name={strings.dueOn}>{invoice.due_on === null ? strings.dueNever : onDate(invoice.due_on)}</Fact>
      <Fact name={strings.language}>{languages.of(invoice.locale)}</Fact>
      {invoice.contact_id !== null && (
        <Fact name={strings.contact}>
          <Link to="/contacts/$contactId" params={{ contactId: invoice.contact_id }} className="text-link">
            {strings.toContact}
          </Link>
        </Fact>
      )}
      <Fact name={strings.createdAt} wide>
        <AbsoluteTime at={invoice.created_at} />
      </Fact>
      {invoice.sent_at !== null && (
        <Fact name={strings.sentAt} wide>
          <AbsoluteTime at={invoice.sent_at} />
        </Fact>
      )}
      {invoice.paid_at !== null && (
        <Fact name={strings.paidAt} wide>
          <AbsoluteTime at={invoice.paid_at} />
        </Fact>
      )}
      {invoice.voided_at !== null && (
        <Fact name={strings.voidedAt} wide>
          <AbsoluteTime at={invoice.voided_at} />
        </Fact>
      )}
    </Facts>
  </Card>
)

export const PaymentLink = ({ invoice, address }: { invoice: Invoice; address: string }) => (
  <Card title={strings.payLink}>
    <p className="dim">{invoice.state === 'sent' ? strings.payLinkText : strings.payLinkAfter}</p>
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

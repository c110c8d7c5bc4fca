import { Link } from '@tanstack/react-router'
import { languageTag } from '#web/i18n/format.ts'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { InvoiceRequirement } from '#web/wire.ts'
import { strings } from './strings.ts'

const regions = new Intl.DisplayNames([languageTag], { type: 'region', fallback: 'code' })

/** What the law asks for and a draft lacks, and where each of it is filled in: before the client sees it. */
export const MissingDetails = ({ missing, invoiceId }: { missing: readonly InvoiceRequirement[]; invoiceId: string }) => {
  const [first] = missing
  if (first === undefined) return null
  if (first.country === null)
    return (
      <WarningNote title={strings.noSender} role="status">
        {strings.noSenderText}{' '}
        <Link to="/settings/business" className="text-link">
          {strings.toBusiness}
        </Link>
      </WarningNote>
    )
  const ofInvoice = missing.filter(({ place }) => place === 'invoice')
  const ofBusiness = missing.filter(({ place }) => place !== 'invoice')
  return (
    <WarningNote title={strings.missing(regions.of(first.country) ?? first.country)} role="status">
      {ofBusiness.length > 0 && (
        <div>
          {fieldsIn(ofBusiness)}{' '}
          <Link to="/settings/business" className="text-link">
            {strings.toBusiness}
          </Link>
        </div>
      )}
      {ofInvoice.length > 0 && (
        <div>
          {fieldsIn(ofInvoice)}{' '}
          <Link to="/invoices/$invoiceId/edit" params={{ invoiceId }} className="text-link">
            {strings.editInvoice}
          </Link>
        </div>
      )}
    </WarningNote>
  )
}

const fieldsIn = (missing: readonly InvoiceRequirement[]): string =>
  `${missing.map(({ field, source }) => `${strings.missingFields[field]} (${source})`).join('; ')}.`

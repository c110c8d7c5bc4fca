import { money, percent } from '#web/i18n/format.ts'
import type { Priced } from './api.ts'
import classes from './paper.module.css'
import { strings } from './strings.ts'

/** What it comes to: the sum of the lines, each tax by its rate (in India what it is made of), and the total. */
export const Totals = ({
  priced,
  currency,
  isStale = false,
}: {
  priced: Pick<Priced, 'subtotal_minor' | 'taxes' | 'tax_parts' | 'total_minor'>
  currency: string
  isStale?: boolean
}) => (
  <dl className={classes.totals} data-stale={isStale || undefined}>
    <div>
      <dt>{strings.subtotal}</dt>
      <dd>{money(priced.subtotal_minor, currency)}</dd>
    </div>
    {priced.tax_parts.map((part) => (
      <div key={`${part.kind} ${part.rate}`}>
        <dt>{strings.namedTaxOf(part.kind.toUpperCase(), percent(part.rate), money(part.base_minor, currency))}</dt>
        <dd>{money(part.tax_minor, currency)}</dd>
      </div>
    ))}
    {priced.tax_parts.length === 0 &&
      priced.taxes.map((tax) => (
        <div key={tax.rate}>
          <dt>{strings.taxOf(percent(tax.rate), money(tax.base_minor, currency))}</dt>
          <dd>{money(tax.tax_minor, currency)}</dd>
        </div>
      ))}
    <div className={classes.total}>
      <dt>{strings.total}</dt>
      <dd>{money(priced.total_minor, currency)}</dd>
    </div>
  </dl>
)

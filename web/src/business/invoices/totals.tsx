import { money, percent } from '#web/i18n/format.ts'
import type { Priced } from './api.ts'
import classes from './paper.module.css'
import { strings } from './strings.ts'

/** What it comes to: the sum of the lines, each tax by its rate, and the total. */
export const Totals = ({
  priced,
  currency,
  isStale = false,
}: {
  priced: Pick<Priced, 'subtotal_minor' | 'taxes' | 'total_minor'>
  currency: string
  isStale?: boolean
}) => (
  <dl className={classes.totals} data-stale={isStale || undefined}>
    <div>
      <dt>{strings.subtotal}</dt>
      <dd>{money(priced.subtotal_minor, currency)}</dd>
    </div>
    {priced.taxes.map((tax) => (
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

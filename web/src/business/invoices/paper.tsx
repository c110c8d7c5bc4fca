import { money, percent, typedSeparators } from '#web/i18n/format.ts'
import type { Invoice } from './api.ts'
import classes from './invoices.module.css'
import { words } from './strings.ts'
import { Totals } from './totals.tsx'
import { trimmed, writeNumber } from './typed.ts'

/** What stands on the invoice: for whom, for what, and what it comes to. */
export const Paper = ({ invoice }: { invoice: Invoice }) => (
  <section className={classes.paper} aria-label={words.onIt}>
    <div className={classes.paperHead}>
      <div className={classes.paperClient}>
        <h2 className={classes.paperName}>
          <bdi>{invoice.client_name}</bdi>
        </h2>
        <div className={classes.dim}>
          <bdi>{invoice.client_email}</bdi>
        </div>
        {invoice.client_address && <address className={classes.paperAddress}>{invoice.client_address}</address>}
      </div>
      <div className={classes.paperAmount}>
        <span className={classes.paperTotal}>{money(invoice.total_minor, invoice.currency)}</span>
        {invoice.paid_minor > 0 && (
          <span className={classes.dim}>{words.paidOf(money(invoice.paid_minor, invoice.currency))}</span>
        )}
        {invoice.refunded_minor > 0 && (
          <span className={classes.dim}>{words.refundedOf(money(invoice.refunded_minor, invoice.currency))}</span>
        )}
        {invoice.lost_minor > 0 && (
          <span className={classes.dim}>{words.lostOf(money(invoice.lost_minor, invoice.currency))}</span>
        )}
      </div>
    </div>
    <table className={classes.paperLines}>
      <thead>
        <tr>
          <th scope="col">{words.description}</th>
          <th scope="col" className={classes.end}>
            {words.quantity}
          </th>
          <th scope="col" className={classes.end}>
            {words.unitPrice}
          </th>
          <th scope="col" className={classes.end}>
            {words.taxRate}
          </th>
          <th scope="col" className={classes.end}>
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.id}>
            <td className={classes.paperWhat}>{line.description}</td>
            <td className={classes.end} data-label={words.quantity}>
              {writeNumber(trimmed(line.quantity), typedSeparators)}
            </td>
            <td className={classes.end} data-label={words.unitPrice}>
              {money(line.unit_minor, invoice.currency)}
            </td>
            <td className={classes.end} data-label={words.taxRate}>
              {percent(line.tax_rate)}
            </td>
            <td className={classes.end} data-label={words.amount}>
              {money(line.amount_minor, invoice.currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Totals priced={invoice} currency={invoice.currency} />
    {invoice.note && (
      <div className={classes.paperNote}>
        <h3>{words.note}</h3>
        <p>{invoice.note}</p>
      </div>
    )}
  </section>
)

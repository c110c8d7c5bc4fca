import { isGstPlace } from '#shapes/gst.ts'
import { money, percent, typedSeparators } from '#web/i18n/format.ts'
import type { Invoice, Sender } from '#web/wire.ts'
import { placeName } from './choices.ts'
import classes from './paper.module.css'
import { strings } from './strings.ts'
import { Totals } from './totals.tsx'
import { trimmed, writeNumber } from './write-number.ts'

/** What stands on the invoice: for whom, for what, and what it comes to. */
export const Paper = ({ invoice, sender }: { invoice: Invoice; sender: Sender }) => (
  <section className={classes.paper} aria-label={strings.onIt}>
    <div className={classes.paperHead}>
      <div className={classes.paperClient}>
        <h2 className={classes.paperName}>
          <bdi>{invoice.client_name}</bdi>
        </h2>
        <div className="dim">
          <bdi>{invoice.client_email}</bdi>
        </div>
        {invoice.client_tax_number && (
          <div className="dim">
            <bdi>{invoice.client_tax_number}</bdi>
          </div>
        )}
        {invoice.place_of_supply !== null && isGstPlace(invoice.place_of_supply) && (
          <div className="dim">
            {strings.placeOfSupply}: {placeName(invoice.place_of_supply)}
          </div>
        )}
        {invoice.client_address && <address className={classes.paperAddress}>{invoice.client_address}</address>}
      </div>
      <div className={classes.paperAmount}>
        <span className={classes.paperTotal}>{money(invoice.total_minor, invoice.currency)}</span>
        {invoice.paid_minor > 0 && <span className="dim">{strings.paidOf(money(invoice.paid_minor, invoice.currency))}</span>}
        {invoice.refunded_minor > 0 && (
          <span className="dim">{strings.refundedOf(money(invoice.refunded_minor, invoice.currency))}</span>
        )}
        {invoice.lost_minor > 0 && <span className="dim">{strings.lostOf(money(invoice.lost_minor, invoice.currency))}</span>}
      </div>
    </div>
    <table className={classes.paperLines}>
      <thead>
        <tr>
          <th scope="col">{strings.description}</th>
          <th scope="col" className={classes.end}>
            {strings.quantity}
          </th>
          <th scope="col" className={classes.end}>
            {strings.unitPrice}
          </th>
          <th scope="col" className={classes.end}>
            {strings.taxRate}
          </th>
          <th scope="col" className={classes.end}>
            {strings.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.id}>
            <td className={classes.paperWhat}>
              {line.description}
              {line.tax_code !== null && (
                <div className="dim">
                  {strings.taxCodeShort} {line.tax_code}
                </div>
              )}
            </td>
            <td className={classes.end} data-label={strings.quantity}>
              {writeNumber(trimmed(line.quantity), typedSeparators)}
            </td>
            <td className={classes.end} data-label={strings.unitPrice}>
              {money(line.unit_minor, invoice.currency)}
            </td>
            <td className={classes.end} data-label={strings.taxRate}>
              {percent(line.tax_rate)}
            </td>
            <td className={classes.end} data-label={strings.amount}>
              {money(line.amount_minor, invoice.currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Totals priced={invoice} currency={invoice.currency} />
    {invoice.reverse_charge && <p className={classes.paperNote}>{strings.reverseCharge}</p>}
    {invoice.note && (
      <div className={classes.paperNote}>
        <h3>{strings.note}</h3>
        <p>{invoice.note}</p>
      </div>
    )}
    {sender.legal_name !== null && (
      <div className={classes.paperNote}>
        <h3>{strings.sender}</h3>
        <p>
          {[sender.legal_name, sender.street, [sender.postcode, sender.city].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join('\n')}
        </p>
      </div>
    )}
  </section>
)

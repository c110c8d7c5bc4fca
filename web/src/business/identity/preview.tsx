import type { CSSProperties } from 'react'
import { inkOn, readableOn } from '#shapes/colours.ts'
import { languageTag, money, onDate } from '#web/i18n/format.ts'
import { dayAfter } from '../invoices/states.ts'
import classes from './business.module.css'
import type { Logo, Values } from './business-form.ts'
import { strings } from './strings.ts'

/** The logo, or the first letter of the name on the colour. */
export const LogoSign = ({ logo, name, colour }: { logo: Logo | null; name: string; colour: string | null }) =>
  logo === null ? (
    <span
      className={classes.sign}
      aria-hidden
      style={
        colour === null ? undefined : { background: readableOn(colour, '#ffffff'), color: inkOn(readableOn(colour, '#ffffff')) }
      }
    >
      {Array.from(name.trim())[0]?.toUpperCase()}
    </span>
  ) : (
    <img className={classes.logo} src={new URL(logo.url, location.href).pathname} alt={strings.logoAlt} />
  )

/** A sum that is large enough to be looked at. */
const sampleMinor = 428_400

/** The head of an invoice's page as it will be, while it is typed. */
export const Preview = ({ values, nextLabel }: { values: Values; nextLabel: string }) => {
  const colour = values.colour !== null && /^#[0-9a-f]{6}$/i.test(values.colour) ? readableOn(values.colour, '#ffffff') : null
  const amount = money(sampleMinor, values.currency ?? 'EUR')
  const place = [values.postcode, values.city].filter((part) => part.trim() !== '').join(' ')
  const country = values.country && (new Intl.DisplayNames([languageTag], { type: 'region' }).of(values.country) ?? '')
  const address = [...values.street.split('\n'), place, values.region, country].filter((part) => part && part.trim() !== '')
  return (
    <aside className={classes.preview} aria-label={strings.previewTitle}>
      <h2>{strings.previewTitle}</h2>
      <div
        className={classes.card}
        style={colour === null ? undefined : ({ '--brand': colour, '--on-brand': inkOn(colour) } as CSSProperties)}
      >
        <div className={classes.cardHead}>
          <LogoSign logo={values.logo} name={values.tradeName} colour={values.colour} />
          <div>
            <strong>
              <bdi>{values.tradeName}</bdi>
            </strong>
            <span>{strings.sampleInvoice(nextLabel)}</span>
          </div>
        </div>
        <p className={classes.amount}>{amount}</p>
        <p className={classes.due}>{strings.sampleDue(onDate(dayAfter(new Date(), 14)))}</p>
        <span className={classes.pay} aria-hidden>
          {strings.samplePay(amount)}
        </span>
        <div className={classes.foot}>
          <bdi>{values.legalName.trim() || values.tradeName}</bdi>
          {address.length > 0 && <bdi>{address.join(', ')}</bdi>}
          {values.tax_vat.trim() !== '' && (
            <bdi>
              {strings.taxNames.vat} {values.tax_vat}
            </bdi>
          )}
          {(values.email.trim() || values.phone.trim()) !== '' && (
            <span>
              {strings.sampleQuestions}{' '}
              <bdi>{[values.email, values.phone].filter((part) => part.trim() !== '').join(' · ')}</bdi>
            </span>
          )}
        </div>
      </div>
    </aside>
  )
}

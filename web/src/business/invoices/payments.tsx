import type { ReactNode } from 'react'
import { money } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Checkout, Payment } from '#web/wire.ts'
import classes from './invoices.module.css'
import { providerName } from './providers.ts'
import { strings as stateStrings } from './state-strings.ts'
import type { Tone } from './states.ts'
import { strings } from './strings.ts'

const paymentTones: Readonly<Record<string, Tone>> = { paid: 'good', partly_refunded: 'warn', refunded: 'warn' }
const disputes: Readonly<Record<'open' | 'won' | 'lost', { tone: Tone; word: string }>> = {
  open: { tone: 'bad', word: strings.disputed },
  won: { tone: 'good', word: strings.disputeWon },
  lost: { tone: 'bad', word: stateStrings.disputeLost },
}
const checkoutTones: Readonly<Record<string, Tone>> = {
  open: 'accent',
  opening: 'accent',
  processing: 'warn',
  paid: 'good',
  failed: 'bad',
}
const paymentStates: Readonly<Record<string, string>> = strings.paymentStates
const checkoutStates: Readonly<Record<string, string>> = strings.checkoutStates

/** The money that came, and every page to pay at that was opened. */
export const Payments = ({ payments, checkouts }: { payments: readonly Payment[]; checkouts: readonly Checkout[] }) => (
  <Card title={strings.payments}>
    {payments.length === 0 ? (
      <p className="dim">{strings.noPayments}</p>
    ) : (
      // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
      <ul className={classes.money} role="list" aria-label={strings.payments}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <One
              amount={money(payment.amount_minor, payment.currency)}
              pills={
                <>
                  {payment.kind === 'credit' && <Pill tone="bad">{strings.credit}</Pill>}
                  {payment.dispute_state && (
                    <Pill tone={disputes[payment.dispute_state].tone}>{disputes[payment.dispute_state].word}</Pill>
                  )}
                  <Pill tone={paymentTones[payment.state]}>{paymentStates[payment.state] ?? payment.state}</Pill>
                  {!payment.is_live && <Pill>{strings.notReal}</Pill>}
                </>
              }
              at={payment.received_at}
              from={[providerName(payment.provider), payment.method && strings.byMethod(payment.method)]}
              id={payment.provider_payment_id}
            />
            {payment.refunded_minor > 0 && (
              <p className="dim">{strings.refundedOf(money(payment.refunded_minor, payment.currency))}</p>
            )}
            {payment.lost_minor > 0 && <p className="dim">{strings.lostOf(money(payment.lost_minor, payment.currency))}</p>}
            {payment.dispute_fee_minor !== null && payment.dispute_fee_currency !== null && (
              <p className="dim">{strings.feeOf(money(payment.dispute_fee_minor, payment.dispute_fee_currency))}</p>
            )}
            {payment.kind === 'credit' && <p className="dim">{strings.creditText}</p>}
          </li>
        ))}
      </ul>
    )}
    {checkouts.length > 0 && (
      <details className={classes.more}>
        <summary>{strings.checkouts(checkouts.length)}</summary>
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
        <ul className={classes.money} role="list">
          {checkouts.map((checkout) => (
            <li key={checkout.id}>
              <One
                amount={money(checkout.amount_minor, checkout.currency)}
                pills={<Pill tone={checkoutTones[checkout.state]}>{checkoutStates[checkout.state] ?? checkout.state}</Pill>}
                at={checkout.created_at}
                from={[providerName(checkout.provider), !checkout.is_live && strings.notReal]}
                id={checkout.provider_checkout_id}
              />
              {checkout.last_error && <p className="dim">{strings.checkFailed(checkout.last_error)}</p>}
            </li>
          ))}
        </ul>
      </details>
    )}
  </Card>
)

const One = ({
  amount,
  pills,
  at,
  from,
  id,
}: {
  amount: string
  pills: ReactNode
  at: string
  from: readonly (string | false | null)[]
  id: string | null
}) => (
  <>
    <div className={classes.moneyHead}>
      <span className={classes.moneyAmount}>{amount}</span>
      {pills}
    </div>
    <div className="dim">
      {from.filter(Boolean).join(' · ')} · <RelativeTime at={at} long />
    </div>
    {id && <code className={classes.evidenceId}>{id}</code>}
  </>
)

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money, onDate } from '#web/i18n/format.ts'
import { useWorkspaceDay } from '#web/platform/organizations/use-workspace-day.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say } from '#web/ui/say.tsx'
import type { DueInvoice, MoneySum } from '#web/wire.ts'
import { type Section, useHomeChange } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, HomeRow, Of } from './home-card.tsx'
import { strings } from './strings.ts'

/** What is due, overdue and came in, currency by currency, and the invoices to go after. */
export const MoneyCard = ({ money: { count, sums, rows } }: { money: Section<'money'> }) => {
  const [reminding, setReminding] = useState<DueInvoice | null>(null)
  const send = useHomeChange('send-invoice', 'money')
  return (
    <HomeCard
      title={strings.money}
      count={strings.moneyDue(strings.upTo(count))}
      link={{ text: strings.allInvoices, to: '/invoices' }}
    >
      {sums.slice(0, 3).map((sum) => (
        <Sums key={sum.currency} sum={sum} />
      ))}
      <HomeList label={strings.money}>
        {rows.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} onRemind={setReminding} />
        ))}
      </HomeList>
      <ConfirmWindow
        opened={reminding !== null}
        title={strings.remindOf(reminding?.label ?? '')}
        text={strings.remindText(reminding?.client_name ?? '')}
        confirm={strings.sendReminder}
        isPending={send.isPending}
        error={send.error}
        onClose={() => setReminding(null)}
        onConfirm={() => {
          const invoice = reminding
          if (invoice)
            send.mutate(
              { invoiceId: invoice.id },
              {
                onSuccess: () => {
                  say(strings.reminded(invoice.label))
                  setReminding(null)
                },
              },
            )
        }}
      />
    </HomeCard>
  )
}

const Sums = ({ sum }: { sum: MoneySum }) => (
  <dl className={classes.sums}>
    <div>
      <dt>{strings.dueThisWeek}</dt>
      <dd>{money(sum.due_minor, sum.currency)}</dd>
    </div>
    <div>
      <dt>{strings.overdue}</dt>
      <dd className={classes.tone} data-tone={sum.overdue_minor > 0 ? 'late' : undefined}>
        {sum.overdue_minor > 0 ? (
          <Link
            to="/invoices"
            search={{ state: 'overdue' } as never}
            aria-label={strings.allOverdue(money(sum.overdue_minor, sum.currency))}
          >
            {money(sum.overdue_minor, sum.currency)}
          </Link>
        ) : (
          money(0, sum.currency)
        )}
      </dd>
    </div>
    <div>
      <dt>{strings.paidThisMonth}</dt>
      <dd>{money(sum.paid_minor, sum.currency)}</dd>
    </div>
  </dl>
)

const InvoiceRow = ({ invoice, onRemind }: { invoice: DueInvoice; onRemind: (invoice: DueInvoice) => void }) => {
  const today = useWorkspaceDay()
  return (
    <HomeRow
      id={invoice.id}
      link={{ to: '/invoices/$invoiceId', params: { invoiceId: invoice.id } as never }}
      title={invoice.client_name}
      text={invoice.label}
      end={
        <>
          <b>{money(invoice.total_minor, invoice.currency)}</b>
          <span className={classes.tone} data-tone={invoice.overdue ? 'late' : 'soon'}>
            {invoice.due_on && dueText(invoice.due_on, today)}
          </span>
        </>
      }
      action={
        <Button size="xs" variant="default" onClick={() => onRemind(invoice)}>
          {strings.remind}
          <Of name={invoice.label} />
        </Button>
      }
    />
  )
}

/** Days of the workspace's calendar, as the list of invoices has them. */
const dueText = (dueOn: string, today: string): string => {
  const days = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000)
  return days > 0 ? strings.daysLate(days) : days === 0 ? strings.dueToday : strings.dueOn(onDate(dueOn))
}

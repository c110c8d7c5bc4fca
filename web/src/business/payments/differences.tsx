import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { useLast } from '#web/ui/use-last.ts'
import type { Discrepancy } from '#web/wire.ts'
import { evidenceOf } from '../invoices/evidence.ts'
import { providerName } from '../invoices/providers.ts'
import { strings as invoiceStrings } from '../invoices/strings.ts'
import { useReconciliationChange } from './api.ts'
import classes from './reconciliation.module.css'
import { strings } from './strings.ts'

const kinds: Readonly<Record<string, { title: string; next: string }>> = invoiceStrings.discrepancies

/** Every discrepancy by its name, with its facts and what to do. */
export const Differences = ({ differences }: { differences: readonly Discrepancy[] }) => {
  const [resolving, setResolving] = useState<Discrepancy | null>(null)
  return (
    <Part title={strings.differences}>
      <List label={strings.list}>
        {differences.map((difference) => (
          <ListRow
            key={difference.id}
            title={kinds[difference.kind]?.title ?? difference.kind}
            end={
              difference.amount_minor !== null &&
              difference.currency !== null && <strong>{money(difference.amount_minor, difference.currency)}</strong>
            }
            actions={
              <Button variant="default" size="xs" onClick={() => setResolving(difference)}>
                {strings.resolve}
              </Button>
            }
          >
            <div className={classes.next}>{kinds[difference.kind]?.next}</div>
            <FactsOf difference={difference} />
          </ListRow>
        ))}
      </List>
      <ResolveWindow difference={resolving} onClose={() => setResolving(null)} />
    </Part>
  )
}

const FactsOf = ({ difference }: { difference: Discrepancy }) => (
  <Facts>
    {difference.invoice && (
      <Fact name={strings.theInvoice}>
        <Link to="/invoices/$invoiceId" params={{ invoiceId: difference.invoice.id }} className="text-link">
          {difference.invoice.label ?? strings.draft}
        </Link>
      </Fact>
    )}
    <Fact name={strings.provider}>{providerName(difference.provider)}</Fact>
    {evidenceOf({
      provider_payment_id: difference.provider_payment_id,
      provider_checkout_id: difference.provider_checkout_id,
      currency: difference.currency,
      ...difference.facts,
    }).map(({ name, value, isCode }) => (
      <Fact key={name} name={name}>
        {isCode ? <code className={classes.code}>{value}</code> : <bdi>{value}</bdi>}
      </Fact>
    ))}
    <Fact name={strings.found}>
      <RelativeTime at={difference.at} long />
    </Fact>
  </Facts>
)

const ResolveWindow = ({ difference: opened, onClose }: { difference: Discrepancy | null; onClose: () => void }) => {
  const difference = useLast(opened)
  const resolve = useReconciliationChange('resolve-difference')
  const close = (): void => {
    resolve.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened !== null}
      onClose={close}
      title={strings.resolveTitle}
      about={difference && (kinds[difference.kind]?.title ?? difference.kind)}
      text={strings.resolveText}
      confirm={strings.resolve}
      reason={{ label: strings.note, hint: strings.noteHint, missing: strings.noteMissing, field: 'note' }}
      isPending={resolve.isPending}
      error={resolve.error}
      onConfirm={(note) =>
        difference &&
        resolve.mutate(
          { differenceId: difference.id, note },
          {
            onSuccess: () => {
              say(strings.resolved)
              close()
            },
          },
        )
      }
    />
  )
}

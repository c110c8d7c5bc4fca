import { Button, Loader, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh, IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { sayFailure } from '../invoices/calls.ts'
import { providerName } from '../invoices/providers.ts'
import { Empty } from '../parts/empty.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { RowsPending } from '../parts/keyset-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { money } from '../words/format.ts'
import { type Account, type Reconciliation, useReconciliation, useReconciliationChange } from './calls.ts'
import { Differences } from './differences.tsx'
import { words } from './messages.ts'
import classes from './reconciliation.module.css'

/** Settings → Reconciliation: the providers' word against ours. */
export const ReconciliationPage = () => {
  const { data, error, refetch } = useReconciliation()
  const compare = useReconciliationChange('reconcile')
  const isRunning = compare.isPending || data?.running === true
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isRunning}
            disabled={!data}
            onClick={() => compare.mutate({}, { onError: (failure) => sayFailure(failure, words.compareFailed) })}
          >
            {words.compare}
          </Button>
        }
      />
      {error && !data && <ErrorNote error={error} title={words.loadFailed} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPending rows={4} />}
      {data && (
        <Stack>
          <Standing reconciliation={data} isRunning={isRunning} />
          {data.providers.length > 0 ? (
            <Providers providers={data.providers} />
          ) : (
            <Empty icon={<IconScale size={24} stroke={1.6} />} title={words.nothingConnected} text={words.nothingConnectedText}>
              <Button component={Link} to="/invoices">
                {words.toInvoices}
              </Button>
            </Empty>
          )}
          {data.differences.length > 0 && <Differences differences={data.differences} />}
        </Stack>
      )}
    </>
  )
}

/** How it stands in one sentence, and since when that is known. */
const Standing = ({ reconciliation, isRunning }: { reconciliation: Reconciliation; isRunning: boolean }) => {
  const { checked_at, unresolved } = reconciliation
  const tone = isRunning ? undefined : unresolved > 0 ? 'bad' : checked_at === null ? undefined : 'good'
  return (
    <div className={classes.standing} data-tone={tone} role="status">
      <span className={classes.standingMark} aria-hidden>
        {isRunning ? (
          <Loader size={20} />
        ) : unresolved > 0 ? (
          <IconAlertTriangle size={22} />
        ) : checked_at === null ? (
          <IconScale size={22} />
        ) : (
          <IconCircleCheck size={22} />
        )}
      </span>
      <div className={classes.standingText}>
        <strong>
          {isRunning
            ? words.comparing
            : unresolved > 0
              ? words.unresolved(unresolved)
              : checked_at === null
                ? words.never
                : words.allWell}
        </strong>
        <div>
          {isRunning
            ? words.compareText
            : unresolved > 0
              ? words.unresolvedText
              : checked_at === null
                ? words.neverText
                : words.allWellText}
        </div>
        {checked_at !== null && (
          <div className={classes.dim}>
            {words.last} <RelativeTime at={checked_at} long />
          </div>
        )}
      </div>
    </div>
  )
}

const Providers = ({ providers }: { providers: readonly Account[] }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.providers} role="list" aria-label={words.providers}>
    {providers.map((account) => (
      <li key={account.connection_id} className={classes.provider}>
        <div className={classes.providerHead}>
          <h2 className={classes.providerName}>{providerName(account.provider)}</h2>
          <Pill tone={account.mode === 'live' ? 'good' : undefined}>{words.modes[account.mode]}</Pill>
        </div>
        {account.account && (
          <div className={classes.dim}>
            <bdi>{account.account}</bdi>
          </div>
        )}
        {account.error && (
          <p className={classes.failed}>
            <IconAlertTriangle size={16} aria-hidden />
            <span>{words.failed(account.error)}</span>
          </p>
        )}
        {account.sums.length === 0 && <p className={classes.nothing}>{words.nothingTaken}</p>}
        {account.sums.map((sum) => (
          <Sums key={sum.currency} sum={sum} isKnown={account.error === null} />
        ))}
      </li>
    ))}
  </ul>
)

/** Of one currency: their sum, ours, and what is between them. */
const Sums = ({ sum, isKnown }: { sum: Account['sums'][number]; isKnown: boolean }) => {
  const { currency, difference_minor, available_minor, pending_minor } = sum
  return (
    <>
      <dl className={classes.sums}>
        <Sum name={words.collected} value={money(sum.collected_minor, currency)} />
        <Sum name={words.recorded} value={money(sum.recorded_minor, currency)} />
        <Sum
          name={words.difference}
          value={difference_minor === 0 ? words.none : money(difference_minor, currency)}
          tone={difference_minor !== 0 ? 'bad' : isKnown ? 'good' : undefined}
        />
      </dl>
      {(available_minor !== null || pending_minor !== null) && (
        <dl className={classes.balance}>
          {available_minor !== null && <Sum name={words.available} value={money(available_minor, currency)} />}
          {pending_minor !== null && <Sum name={words.pending} value={money(pending_minor, currency)} />}
        </dl>
      )}
    </>
  )
}

const Sum = ({ name, value, tone }: { name: string; value: string; tone?: 'good' | 'bad' | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd data-tone={tone}>{value}</dd>
  </div>
)

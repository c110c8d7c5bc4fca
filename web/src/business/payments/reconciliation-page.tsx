import { Button, Loader, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh, IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dayAndMinute, money } from '#web/i18n/format.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayFailure } from '../invoices/api.ts'
import { providerName } from '../invoices/providers.ts'
import { type Account, type Reconciliation, useReconciliation, useReconciliationChange } from './api.ts'
import { Differences } from './differences.tsx'
import classes from './reconciliation.module.css'
import { words } from './strings.ts'

/** Settings → Reconciliation: the providers' word against ours. */
export const ReconciliationPage = () => {
  const { data, error, refetch } = useReconciliation()
  const compare = useReconciliationChange('reconcile')
  const isRunning = compare.isPending || data?.running === true
  return (
    <>
      <PageHeader
        title={words.title}
        about={words.lead}
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
            <Providers providers={data.providers} nextAt={data.next_at} />
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
  const { checked_at } = reconciliation
  const { tone, icon, title, text } = isRunning
    ? { tone: undefined, icon: <Loader size={20} />, title: words.comparing, text: words.compareText }
    : standingOf(reconciliation)
  return (
    <div className={classes.standing} data-tone={tone} role="status">
      <span className={classes.standingMark} aria-hidden>
        {icon}
      </span>
      <div className={classes.standingText}>
        <strong>{title}</strong>
        <div>{text}</div>
        {checked_at !== null && (
          <div className={classes.dim}>
            {words.last} <RelativeTime at={checked_at} long />
          </div>
        )}
      </div>
    </div>
  )
}

/** It is well only where every account was asked and answered. */
const standingOf = ({ unresolved, providers: all, next_at }: Reconciliation) => {
  const next = dayAndMinute(next_at)
  const providers = all.filter(({ connected }) => connected)
  const [failed, never] = [providers.filter(({ error }) => error), providers.filter(({ checked_at }) => checked_at === null)]
  if (unresolved > 0)
    return {
      tone: 'bad',
      icon: <IconAlertTriangle size={22} />,
      title: words.unresolved(unresolved),
      text: words.unresolvedText,
    }
  if (failed.length > 0)
    return {
      tone: 'bad',
      icon: <IconAlertTriangle size={22} />,
      title: words.someFailed(failed.length),
      text: words.someFailedText(next),
    }
  if (never.length > 0 || all.length === 0)
    return {
      tone: undefined,
      icon: <IconScale size={22} />,
      title: never.length === providers.length ? words.never : words.someNever(never.length),
      text: words.neverText(next),
    }
  return { tone: 'good', icon: <IconCircleCheck size={22} />, title: words.allWell, text: words.allWellText }
}

const Providers = ({ providers, nextAt }: { providers: readonly Account[]; nextAt: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.providers} role="list" aria-label={words.providers}>
    {providers.map((account) => (
      <li key={account.connection_id} className={classes.provider}>
        <div className={classes.providerHead}>
          <h2 className={classes.providerName}>{providerName(account.provider)}</h2>
          <Pill tone={account.mode === 'live' ? 'good' : undefined}>{words.modes[account.mode]}</Pill>
          {!account.connected && <Pill>{words.disconnected}</Pill>}
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
        {account.connected && account.checked_at === null && account.error === null && (
          <p className={classes.nothing}>{words.notCompared(dayAndMinute(nextAt))}</p>
        )}
        {account.checked_at !== null && account.sums.length === 0 && <p className={classes.nothing}>{words.nothingTaken}</p>}
        {account.other_checkouts + account.other_events > 0 && (
          <p className={classes.dim}>{words.others(account.other_checkouts, account.other_events)}</p>
        )}
        {account.sums.map((sum) => (
          <Sums key={sum.currency} sum={sum} isKnown={account.error === null} />
        ))}
      </li>
    ))}
  </ul>
)

/** Of one currency: their sum, ours, and what is between them. */
const Sums = ({ sum, isKnown }: { sum: Account['sums'][number]; isKnown: boolean }) => {
  const { currency, difference_minor, available_minor, pending_minor, lost_minor } = sum
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
      {(available_minor !== null || pending_minor !== null || lost_minor > 0) && (
        <dl className={classes.balance}>
          {lost_minor > 0 && <Sum name={words.lost} value={money(lost_minor, currency)} />}
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

import { Button, Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconCircleCheck, IconRefresh, IconScale } from '#icons'
import { dayAndMinute, money } from '#web/i18n/format.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { ProviderReconciliation, ReconciliationSum } from '#web/wire.ts'
import { providerName } from '../invoices/providers.ts'
import { type Reconciliation, useReconciliation, useReconciliationChange } from './api.ts'
import { Differences } from './differences.tsx'
import classes from './reconciliation.module.css'
import { strings } from './strings.ts'

/** Settings → Reconciliation: the providers’ records compared with ours. */
export const ReconciliationPage = () => {
  const { data, error, refetch } = useReconciliation()
  const compare = useReconciliationChange('reconcile')
  const isRunning = compare.isPending || data?.running === true
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isRunning}
            disabled={!data}
            onClick={() => compare.mutate({}, { onError: (failure) => sayFailure(failure, strings.compareFailed) })}
          >
            {strings.compare}
          </Button>
        }
      />
      {error && !data && <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPending rows={4} />}
      {data && (
        <div className={classes.stack}>
          <Standing reconciliation={data} isRunning={isRunning} />
          {data.providers.length > 0 ? (
            <Providers providers={data.providers} nextAt={data.next_at} />
          ) : (
            <Empty
              icon={<IconScale size={24} stroke={1.6} />}
              title={strings.nothingConnected}
              text={strings.nothingConnectedText}
            >
              <Button component={Link} to="/invoices">
                {strings.toInvoices}
              </Button>
            </Empty>
          )}
          {data.differences.length > 0 && <Differences differences={data.differences} />}
        </div>
      )}
    </>
  )
}

/** The result in one sentence, and when it was read. */
const Standing = ({ reconciliation, isRunning }: { reconciliation: Reconciliation; isRunning: boolean }) => {
  const { checked_at } = reconciliation
  const { tone, icon, title, text } = isRunning
    ? { tone: undefined, icon: <Loader size={20} />, title: strings.comparing, text: strings.compareText }
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
            {strings.last} <RelativeTime at={checked_at} long />
          </div>
        )}
      </div>
    </div>
  )
}

/** Without discrepancies only where every account was compared. */
const standingOf = ({ unresolved, providers: all, next_at }: Reconciliation) => {
  const next = dayAndMinute(next_at)
  const providers = all.filter(({ connected }) => connected)
  const [failed, never] = [providers.filter(({ error }) => error), providers.filter(({ checked_at }) => checked_at === null)]
  if (unresolved > 0)
    return {
      tone: 'bad',
      icon: <IconAlertTriangle size={22} />,
      title: strings.unresolved(unresolved),
      text: strings.unresolvedText,
    }
  if (failed.length > 0)
    return {
      tone: 'bad',
      icon: <IconAlertTriangle size={22} />,
      title: strings.someFailed(failed.length),
      text: strings.someFailedText(next),
    }
  if (never.length > 0 || all.length === 0)
    return {
      tone: undefined,
      icon: <IconScale size={22} />,
      title: never.length === providers.length ? strings.never : strings.someNever(never.length),
      text: strings.neverText(next),
    }
  return { tone: 'good', icon: <IconCircleCheck size={22} />, title: strings.allWell, text: strings.allWellText }
}

const Providers = ({ providers, nextAt }: { providers: readonly ProviderReconciliation[]; nextAt: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.providers} role="list" aria-label={strings.providers}>
    {providers.map((account) => (
      <li key={account.connection_id} className={classes.provider}>
        <div className={classes.providerHead}>
          <h2 className={classes.providerName}>{providerName(account.provider)}</h2>
          <Pill tone={account.mode === 'live' ? 'good' : undefined}>{strings.modes[account.mode]}</Pill>
          {!account.connected && <Pill>{strings.disconnected}</Pill>}
        </div>
        {account.account && (
          <div className={classes.dim}>
            <bdi>{account.account}</bdi>
          </div>
        )}
        {account.error && (
          <p className={classes.failed}>
            <IconAlertTriangle size={16} aria-hidden />
            <span>{strings.failed(account.error)}</span>
          </p>
        )}
        {account.connected && account.checked_at === null && account.error === null && (
          <p className={classes.nothing}>{strings.notCompared(dayAndMinute(nextAt))}</p>
        )}
        {account.checked_at !== null && account.sums.length === 0 && <p className={classes.nothing}>{strings.nothingTaken}</p>}
        {account.other_checkouts + account.other_events > 0 && (
          <p className={classes.dim}>{strings.others(account.other_checkouts, account.other_events)}</p>
        )}
        {account.sums.map((sum) => (
          <Sums key={sum.currency} sum={sum} isKnown={account.error === null} />
        ))}
      </li>
    ))}
  </ul>
)

/** In one currency: their sum, ours, and the difference. */
const Sums = ({ sum, isKnown }: { sum: ReconciliationSum; isKnown: boolean }) => {
  const { currency, difference_minor, available_minor, pending_minor, lost_minor } = sum
  return (
    <>
      <dl className={classes.sums}>
        <Sum name={strings.collected} value={money(sum.collected_minor, currency)} />
        <Sum name={strings.recorded} value={money(sum.recorded_minor, currency)} />
        <Sum
          name={strings.difference}
          value={difference_minor === 0 ? strings.none : money(difference_minor, currency)}
          tone={difference_minor !== 0 ? 'bad' : isKnown ? 'good' : undefined}
        />
      </dl>
      {(available_minor !== null || pending_minor !== null || lost_minor > 0) && (
        <dl className={classes.balance}>
          {lost_minor > 0 && <Sum name={strings.lost} value={money(lost_minor, currency)} />}
          {available_minor !== null && <Sum name={strings.available} value={money(available_minor, currency)} />}
          {pending_minor !== null && <Sum name={strings.pending} value={money(pending_minor, currency)} />}
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

import { Button } from '@mantine/core'
import { CallError } from '#web/gateway.ts'
import { actionSummary, serverMessage } from '#web/i18n/server-messages.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { AbsoluteTime, useClock } from '#web/ui/relative-time.tsx'
import type { AssistantProposal } from '#web/wire.ts'
import { useApprove, useDismiss } from './api.ts'
import classes from './ask.module.css'
import { strings } from './strings.ts'

const tones = {
  open: 'accent',
  running: 'warn',
  done: 'good',
  failed: 'bad',
  expired: undefined,
  dismissed: undefined,
} as const

/** What would be done: every value, old and new, and what leaves the house. Only the person's own click does it, once. */
export const ProposalCard = ({ proposal }: { proposal: AssistantProposal }) => {
  const title = actionSummary(proposal.title)
  const approve = useApprove()
  const dismiss = useDismiss()
  const now = useClock()
  const isOver = proposal.state === 'open' && Date.parse(proposal.expires_at) <= now
  const state = isOver ? 'expired' : proposal.state
  const isBusy = approve.isPending || dismiss.isPending
  const changed = changedIn(approve.error)
  return (
    <section className={classes.proposal} aria-label={`${strings.proposal}: ${title}`}>
      <div className={classes.proposalHead}>
        <h3 className={classes.proposalTitle}>{title}</h3>
        <Pill tone={tones[state]}>{strings.states[state]}</Pill>
      </div>
      {proposal.changes.length > 0 && (
        <dl className={classes.changes}>
          {proposal.changes.map(({ field, label, from, to }) => (
            <div key={field} className={classes.change} data-changed={changed.has(field) || undefined}>
              <dt>
                {label === field ? fieldName(field) : label}
                {changed.has(field) && ` (${strings.changed})`}
              </dt>
              <dd>
                {from !== null && from !== to && (
                  <del>
                    <span className="hidden-visually">{strings.before}: </span>
                    <bdi>{from}</bdi>
                  </del>
                )}
                <ins>
                  <span className="hidden-visually">{strings.after}: </span>
                  <bdi>{to}</bdi>
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {proposal.leaves !== null && (
        <p className={classes.leaves}>
          <strong>{strings.leaves}</strong> {actionSummary(proposal.leaves)}
        </p>
      )}
      {proposal.error !== null && <p className={classes.failed}>{serverMessage(proposal.error)}</p>}
      <ErrorNote error={approve.error ?? dismiss.error} title={strings.notApproved} />
      {(state === 'open' || state === 'running') && (
        <div className={classes.decide}>
          <Button size="compact-sm" loading={approve.isPending} disabled={isBusy} onClick={() => approve.mutate(proposal)}>
            {state === 'running' ? strings.again : strings.approve}
          </Button>
          {state === 'open' && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                loading={dismiss.isPending}
                disabled={isBusy}
                onClick={() => dismiss.mutate(proposal.id)}
              >
                {strings.dismiss}
              </Button>
              <span className={classes.until}>
                {strings.openUntil} <AbsoluteTime at={proposal.expires_at} />
              </span>
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** The fields that are not what they were when the person approved. */
const changedIn = (error: unknown): ReadonlySet<string> => {
  const isChanged = error instanceof CallError && error.code === 'assistant_proposal_changed'
  return new Set(isChanged && Array.isArray(error.facts.changed) ? error.facts.changed.map(String) : [])
}

/** `valueMinor` → `Value`: of cards from before they had labels. A field of the workspace's own has its name. */
const fieldName = (field: string): string => {
  if (!/^[a-z][A-Za-z.]*$/.test(field)) return field
  const words = field
    .replace(/(Minor|Id)$/, '')
    .replaceAll('.', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

import { Loader } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { IconSparkles } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { actionSummary, serverMessage } from '#web/i18n/server-messages.ts'
import type { AssistantLook, AssistantTurn, Output, SeenRecord } from '#web/wire.ts'
import { AnswerText } from './answer-text.tsx'
import classes from './ask.module.css'
import { ProposalCard } from './proposal-card.tsx'
import { strings } from './strings.ts'
import type { Asking } from './use-asking.ts'

type Shown = Output<'show-assistant-conversation'>

/** What was asked and answered, what was looked at, and what waits for approval. */
export const ConversationTurns = ({
  shown,
  asking,
  onFollow,
}: {
  shown: Shown | null
  asking: Asking | null
  onFollow(): void
}) => {
  const records = shown?.records ?? []
  // The question is kept before it is answered: while it streams, it is shown once.
  const turns = asking ? withoutAsked(shown?.turns ?? [], asking) : (shown?.turns ?? [])
  return (
    <div className={classes.turns} role="log" aria-label={strings.title} aria-busy={asking !== null}>
      {turns.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns only grow at the end
        <Fragment key={`${turn.at} ${at}`}>
          <Turn turn={turn} goesOn={turns[at - 1]?.role === turn.role} records={records} onFollow={onFollow} />
          {inAnswer(turns, at, shown?.proposals ?? [], ({ created_at: made }) => made).map((proposal) => (
            <ProposalCard key={proposal.id} proposal={proposal} />
          ))}
          <NotProposed looks={inAnswer(turns, at, shown?.looks ?? [], ({ at: made }) => made)} />
        </Fragment>
      ))}
      {!asking && shown?.is_interrupted && <p className={classes.quiet}>{strings.interrupted}</p>}
      {!asking && shown && <Looks looks={shown.looks} />}
      {asking && (
        <>
          <Said who={strings.you}>
            <p className={classes.question}>{asking.message}</p>
          </Said>
          <Said who={strings.it}>
            {asking.text !== '' && <AnswerText text={asking.text} records={records} onFollow={onFollow} />}
            {(asking.text === '' || asking.looking) && (
              <p className={classes.quiet} role="status">
                <Loader size={14} aria-hidden />{' '}
                {asking.looking ? strings.looking(actionSummary(asking.looking)) : strings.thinking}
              </p>
            )}
          </Said>
        </>
      )}
    </div>
  )
}

/** What came on the way to an answer stands below it; what has no answer any more, below the last turn. */
const inAnswer = <Came,>(
  turns: readonly AssistantTurn[],
  at: number,
  came: readonly Came[],
  madeAt: (each: Came) => string | null,
): readonly Came[] => {
  const turn = turns[at]
  if (!turn || (turns[at + 1] && turns[at + 1]?.role === turn.role)) return []
  const asked = turns.slice(0, at + 1).findLastIndex(({ role }) => role === 'user')
  const before = turns[asked - 1]?.at ?? ''
  const isLast = at === turns.length - 1
  if (turn.role === 'user' && !isLast) return []
  return came.filter((each) => {
    const made = madeAt(each)
    return made !== null && made > before && (isLast || made <= turn.at)
  })
}

const withoutAsked = (turns: readonly AssistantTurn[], { message }: Asking): readonly AssistantTurn[] => {
  const last = turns.findLastIndex(({ role }) => role === 'user')
  return turns[last]?.text === message ? turns.slice(0, last) : turns
}

const Turn = ({
  turn,
  goesOn,
  records,
  onFollow,
}: {
  turn: AssistantTurn
  goesOn: boolean
  records: readonly SeenRecord[]
  onFollow(): void
}) =>
  turn.role === 'user' ? (
    <Said who={strings.you}>
      <p className={classes.question}>{turn.text}</p>
    </Said>
  ) : (
    <Said who={goesOn ? null : strings.it}>
      <AnswerText text={turn.text} records={records} onFollow={onFollow} />
      {turn.is_cut && <p className={classes.quiet}>{strings.cut}</p>}
      {turn.meta?.finish === 'length' && <p className={classes.quiet}>{strings.lengthReached}</p>}
      {turn.meta?.finish === 'filtered' && <p className={classes.quiet}>{strings.filtered}</p>}
      {turn.meta?.fallback && <p className={classes.quiet}>{strings.fallback(turn.meta.fallback.from, turn.meta.model)}</p>}
    </Said>
  )

const Said = ({ who, children }: { who: string | null; children: ReactNode }) => (
  <div className={classes.said} data-own={who === strings.you || undefined}>
    {who !== null && (
      <span className={classes.who}>
        {who === strings.it && <IconSparkles size={14} stroke={1.7} aria-hidden />} {who}
      </span>
    )}
    {children}
  </div>
)

/** What the model meant to propose and could not: the person is told, whatever the answer says. */
const NotProposed = ({ looks }: { looks: readonly AssistantLook[] }) => {
  const refused = looks.filter(({ is_proposal: isProposal }) => isProposal)
  if (refused.length === 0) return null
  return (
    <ul className={classes.notProposed}>
      {refused.map(({ action, summary, reason }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end
        <li key={`${action} ${at}`}>
          <strong>{strings.notProposed}</strong> {actionSummary(summary)}
          {reason !== null && `: ${serverMessage(reason)}`}
        </li>
      ))}
    </ul>
  )
}

/** Where the answers come from. */
const Looks = ({ looks: all }: { looks: readonly AssistantLook[] }) => {
  const looks = all.filter(({ is_proposal: isProposal }) => !isProposal)
  if (looks.length === 0) return null
  return (
    <details className={classes.looks}>
      <summary>
        {strings.lookedAt} ({counted(looks.length)})
      </summary>
      <ul>
        {looks.map((look, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end
          <li key={`${look.action} ${at}`}>{lookText(look)}</li>
        ))}
      </ul>
    </details>
  )
}

const lookText = ({ summary: english, shown, is_cut: isCut, failed, total, total_is_more: isMore }: AssistantLook): string => {
  const summary = actionSummary(english)
  if (failed !== null) return `${summary}: ${strings.failed}`
  if (shown === null) return summary
  if (isCut && total !== null) return `${summary}: ${strings.shownOf(counted(shown), counted(total), isMore)}`
  return `${summary}: ${isCut ? strings.cutShort(counted(shown)) : strings.shown(counted(shown))}`
}

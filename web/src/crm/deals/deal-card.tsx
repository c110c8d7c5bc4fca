import { IconAlertTriangle, IconArrowsMove, IconCalendarDue, IconCalendarOff, IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { money } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Deal } from './api.ts'
import classes from './deals.module.css'
import { dueWord, personOf, waitingOf } from './standing.ts'
import { strings } from './strings.ts'

/**
 * A deal on the board. The card itself takes the focus (one of each column is reached by Tab), and what is in it is reached
 * from there. How it is lifted and moved is the board's business.
 */
export const DealCard = memo(
  ({
    deal,
    isActive,
    isLifted,
    isFresh,
    helpId,
    onMove,
  }: {
    deal: Deal
    /** The one of its column that Tab comes to. */
    isActive: boolean
    isLifted: boolean
    /** It came here a moment ago, by somebody else. */
    isFresh: boolean
    helpId: string
    onMove: (deal: Deal) => void
  }) => {
    const person = personOf(deal)
    const reach = isActive ? 0 : -1
    return (
      <li className={classes.place} data-card={deal.id}>
        {/* biome-ignore lint/a11y/useSemanticElements: a card that is lifted and moved is a group with a name, not a fieldset */}
        <div
          className={classes.card}
          role="group"
          tabIndex={reach}
          aria-roledescription={strings.card}
          aria-label={`${deal.name}, ${person}`}
          aria-describedby={helpId}
          data-focus={deal.id}
          data-lifted={isLifted || undefined}
          data-fresh={isFresh || undefined}
        >
          <div className={classes.cardHead}>
            <span className={classes.grip} data-grip aria-hidden>
              <IconGripVertical size={15} stroke={1.8} />
            </span>
            <Link
              to="/deals/$dealId"
              params={{ dealId: deal.id }}
              className={classes.cardName}
              tabIndex={reach}
              draggable={false}
            >
              {deal.name}
            </Link>
            <button
              type="button"
              className={classes.cardMove}
              tabIndex={reach}
              aria-label={strings.moveThis(deal.name)}
              title={strings.moveTo}
              onClick={() => onMove(deal)}
            >
              <IconArrowsMove size={15} stroke={1.8} aria-hidden />
            </button>
          </div>
          <div className={classes.cardWho}>
            <bdi>
              {[deal.name === person ? null : person, deal.company?.name ?? deal.business_name].filter(Boolean).join(' · ')}
            </bdi>
          </div>
          {deal.value_minor !== null && deal.currency !== null && (
            <div className={classes.cardValue}>{money(deal.value_minor, deal.currency)}</div>
          )}
          <Standing deal={deal} />
          <div className={classes.cardFoot}>
            {deal.assigned_to !== null ? (
              <>
                <Avatar name={deal.assigned_name ?? strings.somebody} size="1.375rem" />
                <span className={classes.cardOwner}>{deal.assigned_name ?? strings.somebody}</span>
              </>
            ) : (
              <span className={classes.cardOwner}>{strings.nobodys}</span>
            )}
          </div>
        </div>
      </li>
    )
  },
)

/** Who waits, and what is next. */
const Standing = ({ deal }: { deal: Deal }) => {
  const nowMs = useClock()
  const waiting = waitingOf(deal, nowMs)
  const task = deal.next_task
  const due = task && dueWord(task.due_at, nowMs)
  return (
    <>
      {waiting && (
        <div className={classes.cardLine}>
          <Pill tone={waiting.tone}>
            {waiting.isLate && <IconAlertTriangle size={13} stroke={2} aria-hidden className={classes.pillMark} />}
            {waiting.word}
          </Pill>
        </div>
      )}
      {deal.state === 'lost' && deal.lost_reason !== null && (
        <div className={classes.cardTask}>
          <bdi>{strings.lostBecause(deal.lost_reason)}</bdi>
        </div>
      )}
      {task ? (
        <div className={classes.cardTask} data-late={due?.isLate || undefined}>
          <IconCalendarDue size={14} stroke={1.8} aria-hidden />
          <span>
            <bdi>{task.title}</bdi>
            {due && <span className={classes.cardDue}> · {due.word}</span>}
          </span>
        </div>
      ) : (
        deal.state === 'open' && (
          <div className={classes.cardTask} data-late>
            <IconCalendarOff size={14} stroke={1.8} aria-hidden />
            <span>{strings.nothingNext}</span>
          </div>
        )
      )}
    </>
  )
}

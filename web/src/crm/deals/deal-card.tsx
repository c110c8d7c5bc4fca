import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { IconArrowsMove, IconGripVertical } from '#icons'
import { money } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Deal } from '#web/wire.ts'
import classes from './deal-card.module.css'
import { NextStep, ReplyDue, StageTime } from './deal-marks.tsx'
import { clientLine, clientOf } from './standing.ts'
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
    /** Another member moved it here a moment ago. */
    isFresh: boolean
    helpId: string
    onMove: (deal: Deal) => void
  }) => {
    const tabIndex = isActive ? 0 : -1
    const owner = deal.assigned_to === null ? strings.unassigned : (deal.assigned_name ?? strings.formerMember)
    return (
      <li className={classes.place} data-card={deal.id}>
        {/* biome-ignore lint/a11y/useSemanticElements: a card that is lifted and moved is a group with a name, not a fieldset */}
        <div
          className={classes.card}
          role="group"
          tabIndex={tabIndex}
          aria-roledescription={strings.card}
          aria-label={`${deal.name}, ${clientOf(deal)}`}
          aria-describedby={helpId}
          data-focus={deal.id}
          data-lifted={isLifted || undefined}
          data-fresh={isFresh || undefined}
        >
          <div className={classes.head}>
            <span className={classes.grip} data-grip aria-hidden>
              <IconGripVertical size={15} stroke={1.8} />
            </span>
            <Link
              to="/deals/$dealId"
              params={{ dealId: deal.id }}
              className={classes.name}
              tabIndex={tabIndex}
              draggable={false}
              title={deal.name}
            >
              {deal.name}
            </Link>
            {deal.value_minor !== null && deal.currency !== null && (
              <span className={classes.value}>{money(deal.value_minor, deal.currency)}</span>
            )}
          </div>
          <div className={classes.foot}>
            <bdi className={classes.who}>{clientLine(deal, deal.name)}</bdi>
            <span className={classes.marks}>
              <ReplyDue deal={deal}>
                <NextStep deal={deal} />
              </ReplyDue>
            </span>
            <StageTime deal={deal} />
            <span className={classes.owner} title={owner}>
              {deal.assigned_to === null ? <span className={classes.noOwner} /> : <Avatar name={owner} size="1.25rem" />}
              <span className="hidden-visually">{owner}</span>
            </span>
            <button
              type="button"
              className={classes.move}
              tabIndex={tabIndex}
              aria-label={strings.moveThis(deal.name)}
              title={strings.moveTo}
              onClick={() => onMove(deal)}
            >
              <IconArrowsMove size={15} stroke={1.8} aria-hidden />
            </button>
          </div>
        </div>
      </li>
    )
  },
)

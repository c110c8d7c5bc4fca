import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { timeLeft } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { WaitingReply } from '#web/wire.ts'
import { AnswerButton } from './answer-button.tsx'
import { answerOfLead, type Place, threadOf } from './answer-ways.ts'
import { type Scope, type Section, useHomeChange } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, Of } from './home-card.tsx'
import { strings } from './strings.ts'

/** Who waits for an answer, the least time left first. */
export const RepliesCard = ({ replies, scope }: { replies: Section<'replies'>; scope: Scope }) => {
  const title = scope === 'mine' ? strings.replies : strings.repliesOfAll
  return (
    <HomeCard
      title={title}
      count={
        <>
          {strings.upTo(replies.count)}
          <span className={classes.target}> · {strings.target(timeLeft(replies.target_minutes * 60_000))}</span>
        </>
      }
      link={{ text: strings.openInbox, to: '/inbox' }}
      wide
    >
      <HomeList label={title}>
        {replies.rows.map((row, at) => (
          <ReplyRow key={`${row.kind} ${subjectOf(row)}`} row={row} isFirst={at === 0} />
        ))}
      </HomeList>
    </HomeCard>
  )
}

const subjectOf = ({ contact, deal }: WaitingReply) => contact?.id ?? deal?.id

const ReplyRow = ({ row, isFirst }: { row: WaitingReply; isFirst: boolean }) => {
  const nowMs = useClock()
  const name = row.contact?.name ?? row.deal?.name ?? strings.unnamed
  const [since, due] = [Date.parse(row.waiting_since), Date.parse(row.due_at)]
  const share = Math.min(1, Math.max(0, (nowMs - since) / Math.max(1, due - since)))
  const tone = nowMs >= due ? 'late' : share >= 2 / 3 ? 'soon' : undefined
  const way = answerOf(row)
  const look = isFirst ? 'filled' : 'default'
  return (
    <li className={classes.reply} data-tone={tone}>
      <span className={classes.who}>
        <Avatar name={name} size="32px" />
        <span className={classes.whoText}>
          <span className={classes.name} title={name}>
            <bdi>{name}</bdi>
          </span>
          <span className={classes.more}>
            {strings.channels[row.channel ?? 'deal']}
            {row.is_unverified && ` · ${strings.unverified}`}
            {row.owner === null && ` · ${strings.unassigned}`}
          </span>
        </span>
      </span>
      <Link {...(placeOf(row) as LinkProps)} className={classes.said} data-row={subjectOf(row)}>
        <span className="hidden-visually">{name}: </span>
        <bdi>{textOf(row)}</bdi>
      </Link>
      <span className={classes.left}>
        <span className={classes.tone}>
          {nowMs >= due ? strings.late(timeLeft(nowMs - due)) : strings.left(timeLeft(due - nowMs))}
        </span>
        <span className={classes.meter} aria-hidden>
          <i style={{ width: `${share * 100}%` }} />
        </span>
      </span>
      <span className={classes.act} data-shown={isFirst || undefined}>
        {row.owner === null && <AssignMe row={row} name={name} />}
        <AnswerButton way={way} name={name} phone={row.lead?.phone ?? null} look={look} />
      </span>
    </li>
  )
}

const textOf = ({ kind, deal, lead, preview }: WaitingReply): string | null => {
  if (kind === 'deal') return strings.firstAnswer(deal?.name ?? '')
  return lead && !preview ? strings.requestFrom(lead.source) : preview
}

/** What the row leads to. A thread is named by its contact; a deal whose contact is not known has a page only. */
const placeOf = ({ contact, deal, lead }: WaitingReply): Place => {
  if (lead) return { to: '/leads/$leadId', params: { leadId: lead.id } as never }
  return contact ? threadOf(contact.id) : { to: '/deals/$dealId', params: { dealId: deal?.id ?? '' } as never }
}

/** Where it is answered; null: by telephone alone. */
const answerOf = (row: WaitingReply): Place | null =>
  row.lead ? answerOfLead({ ...row.lead, contactId: row.contact?.id ?? null }) : placeOf(row)

const AssignMe = ({ row, name }: { row: WaitingReply; name: string }) => {
  const { person } = useSession()
  const claim = useHomeChange('update-chat-session', 'replies')
  const assign = useHomeChange('assign-deal', 'replies', 'deals')
  const own = useHomeChange('update-lead', 'replies', 'leads')
  // The button goes with what it has done: callbacks of `mutate` would go with it.
  const then = (taken: Promise<unknown>, undo: () => void): void =>
    void taken.then(
      () => say(strings.assigned(name), undo),
      (error: unknown) => sayFailure(error, strings.notAssigned),
    )
  const take = (): void => {
    if (row.kind === 'deal' && row.deal) {
      const dealId = row.deal.id
      then(assign.mutateAsync({ dealId, userId: person.id }), () => assign.mutate({ dealId, userId: null }))
    } else if (row.lead) {
      const leadId = row.lead.id
      then(own.mutateAsync({ leadId, ownerId: person.id }), () => own.mutate({ leadId, ownerId: null }))
    } else if (row.contact) {
      const projectId = row.contact.id
      then(claim.mutateAsync({ projectId, action: 'claim', userId: person.id }), () =>
        claim.mutate({ projectId, action: 'release' }),
      )
    }
  }
  return (
    <Button size="xs" variant="subtle" loading={claim.isPending || assign.isPending || own.isPending} onClick={take}>
      {strings.assignMe}
      <Of name={name} />
    </Button>
  )
}

import { Anchor, Button } from '@mantine/core'
import { IconArrowsMove, IconMessages, IconPencil } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { dayAndMinute, listed, money } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { Facts } from '../companies/facts.tsx'
import rows from '../leads/leads.module.css'
import { Timeline } from '../timeline/timeline.tsx'
import { type Board, type ShownDeal, sayFailure, useBoard, useDeal, useDealChange } from './api.ts'
import { AssignWindow, EditWindow } from './deal-windows.tsx'
import classes from './deals.module.css'
import { LostWindow, MoveWindow } from './move-window.tsx'
import { RewritePrd } from './rewrite-prd.tsx'
import { askedOf, becauseOf, personOf, waitingOf } from './standing.ts'
import { strings } from './strings.ts'
import { NextSteps } from './tasks.tsx'

const back = { label: strings.title, to: '/deals' } as const

/** One deal: where it stands, whose it is and why, what is next, what was asked for, and everything that happened. */
export const DealPage = () => {
  const { dealId } = useParams({ from: '/staff/deals/$dealId' })
  const { data, error, refetch } = useDeal(dealId)
  if (data) return <Shown key={dealId} shown={data} />
  return (
    <>
      <PageHeader title={strings.deal} back={back} />
      {error ? <ErrorNote error={error} title={strings.dealFailed} onRetry={() => void refetch()} /> : <RowsPending rows={5} />}
    </>
  )
}

const Shown = ({ shown }: { shown: ShownDeal }) => {
  const { deal, tasks } = shown
  const [isEditing, setEditing] = useState(false)
  const waiting = waitingOf(deal, useClock())
  return (
    <>
      <PageHeader
        title={deal.name}
        back={back}
        lead={
          <span className={classes.headLine}>
            <span>{[personOf(deal), deal.company?.name ?? deal.business_name].filter(Boolean).join(' · ')}</span>
            {deal.value_minor !== null && deal.currency !== null && (
              <strong className={classes.headValue}>{money(deal.value_minor, deal.currency)}</strong>
            )}
            {waiting && <Pill tone={waiting.tone}>{waiting.word}</Pill>}
          </span>
        }
        actions={
          <>
            <Button
              component={Link}
              to="/inbox/$projectId"
              params={{ projectId: deal.id } as never}
              leftSection={<IconMessages size={16} aria-hidden />}
            >
              {strings.conversation}
            </Button>
            <CallButton contact={deal.contact} />
            <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
              {strings.edit}
            </Button>
          </>
        }
      />
      <Stepper shown={shown} />
      <RecordPanes
        properties={
          <>
            <Owner shown={shown} />
            <About shown={shown} />
          </>
        }
        related={
          <>
            <Facts subjectKind="deal" subjectId={deal.id} facts={shown.facts} />
            <Moves shown={shown} />
          </>
        }
      >
        <Card title={strings.nextSteps}>
          <NextSteps dealId={deal.id} tasks={tasks} isOpen={deal.state === 'open'} />
        </Card>
        <Asked deal={deal} />
        <Card title={strings.timeline}>
          <Timeline of={{ dealId: deal.id }} />
        </Card>
      </RecordPanes>
      <EditWindow deal={deal} opened={isEditing} onClose={() => setEditing(false)} />
    </>
  )
}

/** The stages in their order and where it is among them; each is a step away. */
const Stepper = ({ shown: { deal } }: { shown: ShownDeal }) => {
  const { data: board } = useBoard({ pipelineId: deal.pipeline_id })
  const [isChoosing, setChoosing] = useState(false)
  const [lostStageId, setLost] = useState<string | null>(null)
  const moving = useDealChange('move-deal')
  const stages: Board['stages'] = board?.stages ?? []
  const at = stages.findIndex(({ id }) => id === deal.stage.id)
  const move = (stageId: string, lostReason?: string): void =>
    moving.mutate(
      { dealId: deal.id, stageId, ...(lostReason !== undefined && { lostReason }) },
      { onError: (error) => sayFailure(error, strings.notMoved(deal.name)) },
    )
  const choose = (stageId: string): void => {
    setChoosing(false)
    if (stages.find(({ id }) => id === stageId)?.kind === 'lost') setLost(stageId)
    else move(stageId)
  }
  return (
    <div className={classes.stepperRow}>
      <ol className={classes.stepper} aria-label={strings.stages}>
        {stages.map((stage, n) => (
          <li
            key={stage.id}
            aria-current={n === at ? 'step' : undefined}
            data-past={n < at || undefined}
            data-kind={stage.kind}
          >
            {stage.name}
          </li>
        ))}
      </ol>
      {deal.state !== 'linked' && (
        <Button
          size="xs"
          variant="default"
          loading={moving.isPending}
          leftSection={<IconArrowsMove size={14} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {strings.moveTo}
        </Button>
      )}
      {deal.state === 'lost' && deal.lost_reason !== null && (
        <p className={classes.lost}>
          <bdi>{strings.lostBecause(deal.lost_reason)}</bdi>
        </p>
      )}
      <MoveWindow
        deal={isChoosing ? deal : null}
        stages={stages}
        onClose={() => setChoosing(false)}
        onChoose={(_deal, stageId) => choose(stageId)}
      />
      <LostWindow
        deal={lostStageId === null ? null : deal}
        onClose={() => setLost(null)}
        onLose={(reason) => {
          if (lostStageId !== null) move(lostStageId, reason)
          setLost(null)
        }}
      />
    </div>
  )
}

const Owner = ({ shown: { deal, assignments } }: { shown: ShownDeal }) => {
  const [isOpen, setOpen] = useState(false)
  const why = becauseOf(deal.assigned_because, assignments[0]?.by?.name)
  return (
    <Card
      title={strings.owner}
      actions={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {strings.giveTo}
        </Button>
      }
    >
      <p className={classes.ownerName}>
        {deal.assigned_to === null ? strings.nobody : (deal.assigned_name ?? strings.somebody)}
      </p>
      {why && (
        <p className={classes.dim}>
          <strong>{strings.why}</strong> <bdi>{why}</bdi>
        </p>
      )}
      {assignments.length > 1 && (
        <details className={classes.doneTasks}>
          <summary>{strings.before}</summary>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
          <ul className={classes.steps} role="list">
            {assignments.map((one) => (
              <li key={one.id}>
                <div>{one.person?.name ?? strings.nobody}</div>
                <div className={classes.dim}>
                  {[becauseOf(one.because), one.by && strings.by(one.by.name ?? strings.somebody)].filter(Boolean).join(' · ')}{' '}
                  <RelativeTime at={one.at} long />
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
      <AssignWindow deal={deal} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}

const About = ({ shown: { deal, facts, referral } }: { shown: ShownDeal }) => (
  <Card title={strings.about}>
    <dl className={rows.facts}>
      <Fact name={strings.person}>
        <Link to="/contacts/$contactId" params={{ contactId: deal.contact.id }} className={classes.link}>
          <bdi>{personOf(deal)}</bdi>
        </Link>
      </Fact>
      {deal.contact.email !== null && (
        <Fact name={strings.email}>
          <Anchor href={`mailto:${encodeURIComponent(deal.contact.email).replace('%40', '@')}`} inherit>
            {deal.contact.email}
          </Anchor>
        </Fact>
      )}
      {deal.contact.phone !== null && (
        <Fact name={strings.phone}>
          <Anchor href={`tel:${deal.contact.phone}`} inherit dir="ltr">
            {deal.contact.phone}
          </Anchor>
        </Fact>
      )}
      {(deal.company !== null || deal.business_name !== null) && (
        <Fact name={strings.company}>
          {deal.company ? (
            <Link to="/companies/$companyId" params={{ companyId: deal.company.id }} className={classes.link}>
              <bdi>{deal.company.name}</bdi>
            </Link>
          ) : (
            <bdi>{deal.business_name}</bdi>
          )}
        </Fact>
      )}
      {deal.industry !== null && !facts.some(({ field }) => field === 'industry') && (
        <Fact name={strings.industry}>
          <bdi>{deal.industry}</bdi>
        </Fact>
      )}
      <Fact name={strings.cameBy}>{(strings.kinds as Readonly<Record<string, string>>)[deal.kind] ?? deal.kind}</Fact>
      {referral !== null && (
        <Fact name={strings.ad}>
          <bdi>{referral.headline ?? referral.id ?? strings.adUnnamed}</bdi>
        </Fact>
      )}
      {deal.lead_id !== null && (
        <Fact name={strings.ofLead}>
          <Link to="/leads/$leadId" params={{ leadId: deal.lead_id }} className={classes.link}>
            {strings.toLead}
          </Link>
        </Fact>
      )}
      <Fact name={strings.openedAt}>
        <AbsoluteTime at={deal.created_at} />
      </Fact>
      {deal.response.responded_at !== null && (
        <Fact name={strings.answeredAt}>
          <AbsoluteTime at={deal.response.responded_at} />
        </Fact>
      )}
      {deal.closed_at !== null && (
        <Fact name={strings.closedAt}>
          <AbsoluteTime at={deal.closed_at} />
        </Fact>
      )}
    </dl>
  </Card>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What the prospect asked for, and the requirements that were made of it. */
const Asked = ({ deal }: { deal: ShownDeal['deal'] }) => {
  const { prd } = deal
  const { problem, users, features } = askedOf(deal.asked)
  if (problem === null && users === null && features.length === 0 && deal.prd_state === 'none') return null
  return (
    <Card title={strings.asked}>
      <dl className={rows.facts}>
        {problem !== null && (
          <Fact name={strings.problem}>
            <bdi>{problem}</bdi>
          </Fact>
        )}
        {users !== null && (
          <Fact name={strings.users}>
            <bdi>{users}</bdi>
          </Fact>
        )}
        {features.length > 0 && (
          <Fact name={strings.features}>
            <bdi>{listed(features)}</bdi>
          </Fact>
        )}
      </dl>
      {deal.prd_state !== 'none' && (
        <div className={classes.prd}>
          <div className={classes.prdHead}>
            <h3>{strings.prd}</h3>
            <Pill tone={prdTones[deal.prd_state]}>{strings.prdStates[deal.prd_state]}</Pill>
            <RewritePrd deal={deal} />
          </div>
          <p className={classes.dim}>
            {deal.prd_state === 'written' && deal.prd_at !== null
              ? strings.prdWrittenBy(deal.prd_model ?? strings.aModel, dayAndMinute(deal.prd_at))
              : strings.prdTexts[deal.prd_state]}
          </p>
          {prd !== null && <CodeBlock text={prd} label={strings.prd} maxHeight="28rem" />}
        </div>
      )}
    </Card>
  )
}

const prdTones = { none: undefined, given: undefined, queued: 'warn', written: 'good', failed: 'bad' } as const

/** Every move, newest first, with who made it and why. */
const Moves = ({ shown: { moves } }: { shown: ShownDeal }) => (
  <Card title={strings.moves}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ol className={classes.steps} role="list" reversed>
      {moves.map((move) => (
        <li key={move.id}>
          <div>{move.from === null ? strings.openedIn(move.to.name) : strings.movedFromTo(move.from.name, move.to.name)}</div>
          {move.why !== null && (
            <div>
              <bdi>{move.why}</bdi>
            </div>
          )}
          <div className={classes.dim}>
            {move.person
              ? strings.by(move.person.name ?? strings.somebody)
              : ((strings.causes as Readonly<Record<string, string>>)[move.cause] ?? move.cause)}
            {' · '}
            <RelativeTime at={move.at} long />
          </div>
        </li>
      ))}
    </ol>
  </Card>
)

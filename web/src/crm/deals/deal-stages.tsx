import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconArrowsMove } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { BoardStage } from '#web/wire.ts'
import { type ShownDeal, useBoard, useDealChange } from './api.ts'
import classes from './deal-stages.module.css'
import { missingKeys } from './missing-fields.ts'
import { strings } from './strings.ts'

const MoveWindow = laterWindow(() => import('./move-window.tsx').then(({ MoveWindow }) => MoveWindow))

const LostWindow = laterWindow(() => import('./move-window.tsx').then(({ LostWindow }) => LostWindow))

const MissingWindow = laterWindow(() => import('../fields/missing-window.tsx').then(({ MissingWindow }) => MissingWindow))

/** The stages in their order and where it is among them; each is a step away. */
export const DealStages = ({ shown: { deal } }: { shown: ShownDeal }) => {
  const { data: board } = useBoard({ pipelineId: deal.pipeline_id })
  const [isChoosing, setChoosing] = useState(false)
  const [lostStageId, setLost] = useState<string | null>(null)
  const moving = useDealChange('move-deal')
  const stages: readonly BoardStage[] = board?.stages ?? []
  const at = stages.findIndex(({ id }) => id === deal.stage.id)
  const [lacking, setLacking] = useState<{ stageId: string; keys: readonly string[] } | null>(null)
  const move = (stageId: string, lostReason?: string): void =>
    moving.mutate(
      { dealId: deal.id, stageId, ...(lostReason !== undefined && { lostReason }) },
      {
        onError: (error) => {
          const keys = missingKeys(error)
          if (keys) setLacking({ stageId, keys })
          else sayFailure(error, strings.notMoved(deal.name))
        },
      },
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
        opened={isChoosing}
        deal={isChoosing ? deal : null}
        stages={stages}
        onClose={() => setChoosing(false)}
        onChoose={(_deal, stageId) => choose(stageId)}
      />
      <LostWindow
        opened={lostStageId !== null}
        deal={lostStageId === null ? null : deal}
        onClose={() => setLost(null)}
        onLose={(reason) => {
          if (lostStageId !== null) move(lostStageId, reason)
          setLost(null)
        }}
      />
      <MissingWindow
        opened={lacking !== null}
        missing={
          lacking && {
            deal: deal.name,
            stage: stages.find(({ id }) => id === lacking.stageId)?.name ?? '',
            keys: lacking.keys,
          }
        }
        onFill={async (fields) => {
          if (lacking) await moving.mutateAsync({ dealId: deal.id, stageId: lacking.stageId, fields })
        }}
        onClose={() => setLacking(null)}
      />
    </div>
  )
}

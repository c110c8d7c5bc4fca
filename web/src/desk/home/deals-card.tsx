import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { lasting, standingTone } from '#web/crm/deals/standing.ts'
import { asInput, emptyTask, TaskFields } from '#web/crm/deals/task-fields.tsx'
import { money } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { StandingDeal } from '#web/wire.ts'
import { type Section, useHomeChange } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, HomeRow, Of } from './home-card.tsx'
import { strings } from './strings.ts'

/** Open deals without a next step, and those that have not moved for two weeks. */
export const DealsCard = ({ deals }: { deals: Section<'deals'> }) => {
  const [planning, setPlanning] = useState<StandingDeal | null>(null)
  return (
    <HomeCard title={strings.deals} count={strings.upTo(deals.count)} link={{ text: strings.board, to: '/deals' }}>
      <HomeList label={strings.deals}>
        {deals.rows.map((deal) => (
          <DealRow key={deal.id} deal={deal} onPlan={setPlanning} />
        ))}
      </HomeList>
      <Window opened={planning !== null} onClose={() => setPlanning(null)} title={strings.addTask}>
        {planning && <PlanForm key={planning.id} deal={planning} onClose={() => setPlanning(null)} />}
      </Window>
    </HomeCard>
  )
}

const DealRow = ({ deal, onPlan }: { deal: StandingDeal; onPlan: (deal: StandingDeal) => void }) => {
  const ms = useClock() - Date.parse(deal.stage_since)
  const why = deal.reason === 'no_next_step' ? strings.noNextStep : strings.standing(lasting(ms))
  return (
    <HomeRow
      id={deal.id}
      mark={<Avatar name={deal.owner?.name ?? strings.unassigned} size="24px" />}
      link={{ to: '/deals/$dealId', params: { dealId: deal.id } as never }}
      title={deal.name}
      text={`${deal.stage} · ${why}`}
      end={
        <>
          {deal.value_minor !== null && deal.currency !== null && <b>{money(deal.value_minor, deal.currency)}</b>}
          <span className={classes.tone} data-tone={standingTone(ms)}>
            {lasting(ms)}
          </span>
        </>
      }
      action={
        <Button size="xs" variant="default" onClick={() => onPlan(deal)}>
          {strings.addTask}
          <Of name={deal.name} />
        </Button>
      }
    />
  )
}

const PlanForm = ({ deal, onClose }: { deal: StandingDeal; onClose: () => void }) => {
  const [task, setTask] = useState(emptyTask)
  const [isMissing, setMissing] = useState(false)
  const add = useHomeChange('add-task', 'tasks', 'deals')
  const isEmpty = task.title.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(isEmpty)
        if (isEmpty) return
        add.mutate(
          { dealId: deal.id, ...asInput(task) },
          {
            onSuccess: () => {
              say(strings.taskAdded)
              onClose()
            },
          },
        )
      }}
    >
      <Stack>
        <ErrorNote error={add.error} title={strings.notAdded} />
        <p className={classes.quoted}>
          <bdi>{deal.name}</bdi>
        </p>
        <TaskFields
          value={task}
          onChange={setTask}
          titleError={isMissing && isEmpty ? strings.taskMissing : fieldError(add.error, 'title')}
        />
        <Group justify="flex-end">
          <FormButtons submit={strings.addTask} isPending={add.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

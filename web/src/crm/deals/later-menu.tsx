import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconCalendarDue } from '#icons'
import { dayAndMinute, dayAndTime, localMinute } from '#web/i18n/format.ts'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Task } from '#web/wire.ts'
import { useTaskEdit } from './api.ts'
import { laterDays, onLaterDay } from './later-days.ts'
import { strings } from './strings.ts'

type MovedTask = Pick<Task, 'id' | 'title' | 'due_at'>

/** Moves a task to a moment, unless a colleague moved it meanwhile, and offers to undo that. The row may be gone by then. */
const useMove = ({ id: taskId, title, due_at: dueAt }: MovedTask) => {
  const edit = useTaskEdit()
  const move = async (from: string | null, to: string | null, done: () => void): Promise<void> => {
    try {
      await edit.mutateAsync({ taskId, dueAt: to, was: { dueAt: from } })
      done()
    } catch (error) {
      sayFailure(error, strings.notPutOff)
    }
  }
  const sayBack = (): void =>
    say(dueAt === null ? strings.wasPutBackUndated(title) : strings.wasPutBack(dayAndMinute(dueAt), title))
  return (day: Date): void => {
    const to = day.toISOString()
    void move(dueAt, to, () => say(strings.wasPutOff(dayAndMinute(to), title), () => void move(to, dueAt, sayBack)))
  }
}

const names = { tomorrow: strings.tomorrow, monday: strings.nextMonday }

/** In the row of a task: puts it off to tomorrow, to the next Monday, or to another day. */
export const LaterMenu = ({ task }: { task: MovedTask }) => {
  const move = useMove(task)
  const [isPicking, setPicking] = useState(false)
  const days = laterDays(task.due_at, new Date())
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={strings.laterThis(task.title)} title={strings.later}>
            <IconCalendarDue size={15} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Label>{strings.putOffTo}</parts.Label>
            {(['tomorrow', 'monday'] as const).map((name) => (
              <parts.Item
                key={name}
                onClick={() => move(days[name])}
                rightSection={<span className="dim">{dayAndTime(days[name].toISOString())}</span>}
              >
                {names[name]}
              </parts.Item>
            ))}
            <parts.Item onClick={() => setPicking(true)}>{strings.otherDay}</parts.Item>
          </>
        )}
      </Menu>
      <Window opened={isPicking} onClose={() => setPicking(false)} title={strings.putOffTitle}>
        {isPicking && (
          <DayForm
            dueAt={task.due_at}
            onMove={(day) => {
              setPicking(false)
              move(day)
            }}
          />
        )}
      </Window>
    </>
  )
}

const DayForm = ({ dueAt, onMove }: { dueAt: string | null; onMove: (day: Date) => void }) => {
  const dayOf = (at: Date): string => localMinute(at).slice(0, 10)
  const [day, setDay] = useState(() => dayOf(laterDays(dueAt, new Date()).tomorrow))
  const [wasTried, setTried] = useState(false)
  const chosen = onLaterDay(day, dueAt, new Date())
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (chosen) onMove(chosen)
      }}
    >
      <Stack>
        <TextInput
          type="date"
          label={strings.putOffDay}
          value={day}
          min={dayOf(new Date())}
          error={wasTried && !chosen ? strings.putOffDayMissing : undefined}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit">{strings.putOff}</Button>
        </Group>
      </Stack>
    </form>
  )
}

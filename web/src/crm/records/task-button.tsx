import { ActionIcon } from '@mantine/core'
import { IconCheckbox } from '#icons'
import type { CreateGiven } from '#web/module.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { strings } from './strings.ts'

/** Opens the sheet of a new task for the record of the page. */
export const TaskButton = ({ given }: { given: CreateGiven }) => (
  <ActionIcon
    variant="default"
    size={32}
    aria-label={strings.addTask}
    title={strings.addTask}
    onClick={() => beginCreating('task', given)}
  >
    <IconCheckbox size={16} aria-hidden />
  </ActionIcon>
)

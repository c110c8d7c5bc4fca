import { Button } from '@mantine/core'
import { IconColumns3 } from '#icons'
import { laterPart } from '#web/ui/later-window.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

const DisplayForm = laterPart(() => import('./display-form.tsx').then(({ DisplayForm }) => DisplayForm))

/** How the list is shown, beside its button. */
export const DisplayMenu = ({ state }: { state: ListState }) => (
  <Popover
    width={340}
    position="bottom-end"
    target={
      <Button variant="default" size="compact-sm" leftSection={<IconColumns3 size={14} aria-hidden />}>
        {strings.display}
      </Button>
    }
    dropdown={{ 'aria-label': strings.display }}
  >
    {() => <DisplayForm state={state} />}
  </Popover>
)

import { Drawer } from '@mantine/core'
import type { Role } from '#web/wire.ts'
import { PageList } from './page-list.tsx'
import classes from './page-sheet.module.css'
import { strings } from './strings.ts'

export interface PageSheetProps {
  opened: boolean
  role: Role
  settingsOnly: boolean
  onLeave(): void
  onFollow(): void
}

/** Every page, over the foot of a small screen. Loaded when it is first asked for. */
export const PageSheet = ({ opened, role, settingsOnly, onLeave, onFollow }: PageSheetProps) => (
  <Drawer
    opened={opened}
    onClose={onLeave}
    position="bottom"
    title={settingsOnly ? strings.settings : strings.allPages}
    // The one who opened it has the focus again, or the page that was chosen: see usePageSheet.
    returnFocus={false}
    closeButtonProps={{ 'aria-label': strings.close, size: 44 }}
    classNames={{
      content: classes.sheetContent ?? '',
      header: classes.sheetHead ?? '',
      title: classes.sheetTitle ?? '',
      body: classes.sheetBody ?? '',
    }}
  >
    <PageList role={role} of={settingsOnly ? 'settings' : 'all'} className={classes.sheet} onFollow={onFollow} />
  </Drawer>
)

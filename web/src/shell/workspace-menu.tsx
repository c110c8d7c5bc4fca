import { Link } from '@tanstack/react-router'
import { IconBuilding, IconChevronDown, IconUsers } from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import { Logo } from './logo.tsx'
import classes from './sidebar.module.css'
import { strings } from './strings.ts'
import { WorkspaceSwitch } from './workspace-switch.tsx'

/** Which workspace this is, the others of the reader, and who works here. */
export const WorkspaceMenu = ({ workspace }: { workspace: string }) => (
  <Menu
    position="bottom-start"
    width={240}
    target={
      <button type="button" className={classes.home}>
        <Logo />
        <span className="hidden-visually">{strings.workspaceMenu}: </span>
        <span className={classes.homeName} data-words>
          {workspace}
        </span>
        <IconChevronDown size={14} stroke={1.8} className={classes.homeMore} data-words aria-hidden />
      </button>
    }
    dropdown={{ mah: 'calc(100dvh - 5rem)', style: { overflowY: 'auto' } }}
  >
    {(parts) => (
      <>
        <WorkspaceSwitch parts={parts} />
        <parts.Item component={Link} to="/settings/workspace" leftSection={<IconBuilding size={16} aria-hidden />}>
          {strings.workspaceSettings}
        </parts.Item>
        <parts.Item component={Link} to="/settings/members" leftSection={<IconUsers size={16} aria-hidden />}>
          {strings.members}
        </parts.Item>
      </>
    )}
  </Menu>
)

import { useLocation } from '@tanstack/react-router'
import { IconChevronDown } from '#icons'
import type { Role } from '#web/wire.ts'
import { isAt, pagesFor } from './pages.ts'
import classes from './settings-switch.module.css'
import { strings } from './strings.ts'
import { usePageSheet } from './use-page-sheet.tsx'

/** On a small screen, above every page of the settings: which one it is, and the way to the others. */
export const SettingsSwitch = ({ role }: { role: Role }) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { opener, sheet } = usePageSheet(role, true)
  const page = pagesFor(role).find((page) => page.to.startsWith('/settings/') && isAt(page, path))
  if (!page) return sheet
  return (
    <>
      <button {...opener} className={classes.settingsSwitch}>
        <page.Icon size={18} stroke={1.7} aria-hidden />
        <span className={classes.settingsSwitchText}>
          <span className={classes.settingsSwitchOf}>{strings.settings}:</span> {page.name}
        </span>
        <IconChevronDown size={16} stroke={1.8} aria-hidden />
      </button>
      {sheet}
    </>
  )
}

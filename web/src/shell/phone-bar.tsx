import { Link, useLocation } from '@tanstack/react-router'
import { IconMenu2 } from '#icons'
import type { Role } from '#web/wire.ts'
import { OpenSteps } from './open-steps.tsx'
import { isAt, pagesInBar } from './pages.ts'
import classes from './phone-bar.module.css'
import { strings } from './strings.ts'
import { Unread } from './unread.tsx'
import { usePageSheet } from './use-page-sheet.tsx'

/** The bar of a phone: what is used most, and the way to everything else, which is marked when one is there. */
export const PhoneBar = ({ role }: { role: Role }) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { opener, sheet } = usePageSheet(role)
  const pages = pagesInBar(role)
  const isElsewhere = !pages.some((page) => isAt(page, path))
  return (
    <>
      <nav className={classes.bar} aria-label={strings.navigation}>
        <ul className={classes.barList}>
          {pages.map(({ to, Icon, name }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.barLink}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <span className={classes.barMark}>
                  <Icon size={21} stroke={1.7} aria-hidden />
                  {to === '/inbox' && <Unread />}
                </span>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <button {...opener} className={classes.barLink} aria-current={isElsewhere || undefined}>
              <span className={classes.barMark}>
                <IconMenu2 size={21} stroke={1.7} aria-hidden />
                <OpenSteps />
              </span>
              {strings.more}
            </button>
          </li>
        </ul>
      </nav>
      {sheet}
    </>
  )
}

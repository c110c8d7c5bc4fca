import { Link } from '@tanstack/react-router'
import { IconChevronRight } from '#icons'
import { useSession } from '../session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { type Page, pagesFor, settingsGroups } from './pages.ts'
import classes from './settings-index.module.css'
import { strings } from './strings.ts'

/** The way into the settings on a small screen, and for `g s`. */
export const SettingsIndex = () => {
  const { role } = useSession()
  return (
    <>
      <PageHeader title={strings.settings} />
      {settingsGroups.map((group) => (
        <SettingsGroup key={group.at} name={group.name} pages={pagesFor(role, group.at)} />
      ))}
    </>
  )
}

const SettingsGroup = ({ name, pages }: { name: string; pages: readonly Page[] }) => {
  if (pages.length === 0) return null
  return (
    <section className={classes.settingsGroup}>
      <h2 className={classes.settingsTitle}>{name}</h2>
      <ul className={classes.settingsList}>
        {pages.map(({ to, Icon, name, about }) => (
          <li key={to}>
            <Link to={to} className={classes.settingsLink}>
              <Icon size={22} stroke={1.6} className={classes.settingsIcon} aria-hidden />
              <span className={classes.settingsText}>
                <span className={classes.settingsName}>{name}</span>
                <span className={classes.settingsLead}>{about}</span>
              </span>
              <IconChevronRight size={18} stroke={1.6} className="mirrors" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

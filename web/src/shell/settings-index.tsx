import { IconBuilding, IconChevronRight, IconKey, IconTruckDelivery, IconUserCircle, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PageHeader } from '../parts/page-header.tsx'
import { isAtLeast, useSession } from '../session.ts'
import { words } from './messages.ts'
import classes from './shell.module.css'

const rooms = [
  { to: '/settings/keys', Icon: IconKey, name: words.keys, lead: words.keysLead, least: 'admin' },
  { to: '/settings/deliveries', Icon: IconTruckDelivery, name: words.deliveries, lead: words.deliveriesLead, least: 'admin' },
  { to: '/settings/workspace', Icon: IconBuilding, name: words.workspace, lead: words.workspaceLead, least: 'member' },
  { to: '/settings/members', Icon: IconUsers, name: words.members, lead: words.membersLead, least: 'member' },
  { to: '/settings/profile', Icon: IconUserCircle, name: words.profile, lead: words.profileLead, least: 'member' },
] as const

/** The way into the settings on a small screen, and for `g s`. */
export const SettingsIndex = () => {
  const { role } = useSession()
  return (
    <>
      <PageHeader title={words.settings} lead={words.settingsLead} />
      <ul className={classes.settingsList}>
        {rooms
          .filter(({ least }) => isAtLeast(role, least))
          .map(({ to, Icon, name, lead }) => (
            <li key={to}>
              <Link to={to} className={classes.settingsLink}>
                <Icon size={22} stroke={1.6} className={classes.settingsIcon} aria-hidden />
                <span className={classes.settingsText}>
                  <span className={classes.settingsName}>{name}</span>
                  <span className={classes.settingsLead}>{lead}</span>
                </span>
                <IconChevronRight size={18} stroke={1.6} className="mirrors" aria-hidden />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import {
  IconBriefcase,
  IconBuildingSkyscraper,
  IconCalendarDue,
  IconFile,
  IconFileInvoice,
  IconFileUpload,
  IconPlus,
} from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import classes from './sidebar.module.css'
import { strings } from './strings.ts'

const kinds = [
  { to: '/deals', search: { new: 'yes' }, name: strings.createDeal, Icon: IconBriefcase },
  { to: '/companies', search: { new: 'yes' }, name: strings.createCompany, Icon: IconBuildingSkyscraper },
  { to: '/bookings', search: { new: 'yes' }, name: strings.createBooking, Icon: IconCalendarDue },
  { to: '/invoices/new', search: {}, name: strings.createInvoice, Icon: IconFileInvoice },
  { to: '/documents', search: { new: 'yes' }, name: strings.createDocument, Icon: IconFile },
  { to: '/uploads', search: {}, name: strings.createImport, Icon: IconFileUpload },
] as const

/** What can be created, from wherever one is. */
export const CreateMenu = () => (
  <Menu
    position="bottom-start"
    width={200}
    target={
      <button type="button" className={classes.create}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
        <span data-words>{strings.create}</span>
      </button>
    }
  >
    {(parts) => (
      <>
        {kinds.map(({ to, search, name, Icon }) => (
          <parts.Item key={to} component={Link} to={to} search={search as never} leftSection={<Icon size={16} aria-hidden />}>
            {name}
          </parts.Item>
        ))}
      </>
    )}
  </Menu>
)

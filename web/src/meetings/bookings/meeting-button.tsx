import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCalendarDue } from '#icons'

/** Leads to a new meeting with a contact. */
export const MeetingButton = ({ contactId, label }: { contactId: string; label: string }) => (
  <ActionIcon
    component={Link}
    to="/bookings"
    search={{ new: 'yes', contact: contactId } as never}
    variant="default"
    size={32}
    aria-label={label}
    title={label}
  >
    <IconCalendarDue size={16} aria-hidden />
  </ActionIcon>
)

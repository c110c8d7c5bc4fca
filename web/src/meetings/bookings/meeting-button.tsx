import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCalendarDue } from '#icons'

/** Leads to a new meeting: with a contact, or with one that is chosen there. */
export const MeetingButton = ({ contactId, label }: { contactId: string | null; label: string }) => (
  <ActionIcon
    component={Link}
    to="/bookings"
    search={{ new: 'yes', ...(contactId !== null && { contact: contactId }) } as never}
    variant="default"
    size={32}
    aria-label={label}
    title={label}
  >
    <IconCalendarDue size={16} aria-hidden />
  </ActionIcon>
)

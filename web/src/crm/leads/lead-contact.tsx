import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconArrowRight } from '#icons'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Subscription } from '#web/ui/subscription.tsx'
import type { Contact } from '#web/wire.ts'
import classes from './leads.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

export const LeadContact = ({ contact }: { contact: Contact }) => {
  const name = nameOf(contact)
  return (
    <Card title={strings.contactTitle}>
      <div className={classes.person}>
        <Avatar name={name} />
        <div className={classes.two}>
          <div className={classes.name}>{name}</div>
          <div className={classes.below}>{[contact.job_title, contact.company].filter(Boolean).join(' · ')}</div>
        </div>
      </div>
      <Subscription contact={contact} />
      <Button
        component={Link}
        to="/contacts/$contactId"
        params={{ contactId: contact.id } as never}
        variant="default"
        mt="md"
        fullWidth
        rightSection={<IconArrowRight size={16} className="mirrors" aria-hidden />}
      >
        {strings.openContact}
      </Button>
    </Card>
  )
}

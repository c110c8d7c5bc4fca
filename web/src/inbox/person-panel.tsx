import { Button } from '@mantine/core'
import { IconBriefcase, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../gateway.ts'
import { Avatar } from '../parts/avatar.tsx'
import type { Conversation } from './calls.ts'
import classes from './inbox.module.css'
import { words } from './messages.ts'
import { nameOf } from './names.ts'

/** Who this is: how they are reached, what is being done with them, and where the rest stands. */
export const PersonPanel = ({ conversation }: { conversation: Conversation }) => {
  const { data } = useQuery(read('show-contact', { contactId: conversation.contact_id, limit: 1 }))
  const name = nameOf(conversation)
  const work = [data?.contact.job_title, data?.contact.company ?? conversation.business_name].filter(Boolean).join(' · ')
  return (
    <div className={classes.person}>
      <div className={classes.personHead}>
        <Avatar name={name} size="3rem" />
        <div style={{ minWidth: 0 }}>
          <bdi className={classes.personName}>{name}</bdi>
          {work && <bdi className={classes.below}>{work}</bdi>}
        </div>
      </div>
      <dl className={classes.facts}>
        {conversation.client_email && (
          <>
            <dt>{words.email}</dt>
            <dd>
              <a href={`mailto:${conversation.client_email}`}>
                <bdi>{conversation.client_email}</bdi>
              </a>
            </dd>
          </>
        )}
        {conversation.client_phone && (
          <>
            <dt>{words.phone}</dt>
            <dd>
              <a href={`tel:${conversation.client_phone}`} dir="ltr">
                {conversation.client_phone}
              </a>
            </dd>
          </>
        )}
        <dt>{words.assigned}</dt>
        <dd>
          <bdi>{conversation.assigned_name ?? words.nobody}</bdi>
        </dd>
      </dl>
      <Button
        component={Link}
        to={`/contacts/${conversation.contact_id}`}
        variant="default"
        leftSection={<IconUser size={16} aria-hidden />}
      >
        {words.openContact}
      </Button>
      {conversation.project_id && (
        <Button
          component={Link}
          to={`/deals/${conversation.project_id}`}
          variant="default"
          leftSection={<IconBriefcase size={16} aria-hidden />}
        >
          {words.openDeal}
        </Button>
      )}
    </div>
  )
}

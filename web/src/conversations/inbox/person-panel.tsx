import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconBriefcase, IconCalendarDue, IconCheckbox, IconUser } from '#icons'
import { SummaryPart } from '#web/automation/summaries/summary.tsx'
import { Claims } from '#web/crm/contacts/claims.tsx'
import { read } from '#web/gateway.ts'
import { money } from '#web/i18n/format.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Conversation } from '#web/wire.ts'
import { CallButton } from '../voice/call-button.tsx'
import { nameOf } from './names.ts'
import classes from './person-panel.module.css'
import { strings } from './strings.ts'

/** So many fit beside a conversation; the contact's page has all. */
const mostDeals = 5

/** Who this is: how they are reached, what is being done with them, and where the rest stands. */
export const PersonPanel = ({ conversation }: { conversation: Conversation }) => {
  const { data } = useQuery(read('show-contact', { contactId: conversation.contact_id, limit: 1 }))
  const deals = useQuery(read('list-deals', { contactId: conversation.contact_id, limit: mostDeals })).data?.deals
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
      {data && <Claims claims={data.claims} contactId={conversation.contact_id} />}
      <Facts stacked>
        {conversation.client_email && (
          <Fact name={strings.email}>
            <a href={`mailto:${conversation.client_email}`}>
              <bdi>{conversation.client_email}</bdi>
            </a>
          </Fact>
        )}
        {conversation.client_phone && (
          <Fact name={strings.phone}>
            <a href={`tel:${conversation.client_phone}`} dir="ltr">
              {conversation.client_phone}
            </a>
          </Fact>
        )}
        <Fact name={strings.owner}>
          <bdi>{conversation.assigned_name ?? strings.unassigned}</bdi>
        </Fact>
      </Facts>
      {conversation.project_id && <SummaryPart kind="thread" id={conversation.project_id} key={conversation.project_id} />}
      <section aria-label={strings.deals}>
        <h2 className={classes.personTitle}>{strings.deals}</h2>
        {deals && deals.length === 0 && <p className={classes.below}>{strings.noDeals}</p>}
        <ul className={classes.deals}>
          {(deals ?? []).map((deal) => (
            <li key={deal.id}>
              <Link to="/deals/$dealId" params={{ dealId: deal.id }}>
                <bdi>{deal.name}</bdi>
              </Link>
              <span className={classes.dealFacts}>
                <Pill tone={deal.state === 'won' ? 'good' : deal.state === 'lost' ? 'bad' : undefined}>
                  <bdi>{deal.stage.name}</bdi>
                </Pill>
                {deal.value_minor !== null && deal.currency && <span>{money(deal.value_minor, deal.currency)}</span>}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <Button
        variant="default"
        leftSection={<IconCheckbox size={16} aria-hidden />}
        onClick={() => beginCreating('task', { contact: { id: conversation.contact_id, name } })}
      >
        {strings.addTask}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBriefcase size={16} aria-hidden />}
        onClick={() => beginCreating('deal', { contact: { id: conversation.contact_id, name } })}
      >
        {strings.addDeal}
      </Button>
      <CallButton contact={{ name: conversation.client_name, phone: conversation.client_phone }} />
      <Button
        component={Link}
        to="/bookings"
        search={{ new: 'yes', contact: conversation.contact_id } as never}
        variant="default"
        leftSection={<IconCalendarDue size={16} aria-hidden />}
      >
        {strings.bookMeeting}
      </Button>
      <Button
        component={Link}
        to={`/contacts/${conversation.contact_id}`}
        variant="default"
        leftSection={<IconUser size={16} aria-hidden />}
      >
        {strings.openContact}
      </Button>
    </div>
  )
}

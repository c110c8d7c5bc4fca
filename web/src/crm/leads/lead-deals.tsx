import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { money } from '#web/i18n/format.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Contact } from '#web/wire.ts'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

/** What is being done with the person, and the way to one more. */
export const LeadDeals = ({ contact }: { contact: Contact }) => {
  const { data } = useQuery(read('list-deals', { contactId: contact.id, limit: 50 }))
  return (
    <Card
      title={strings.dealsTitle}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() => beginCreating('deal', { contact: { id: contact.id, name: nameOf(contact) } })}
        >
          {strings.addDeal}
        </Button>
      }
    >
      {data?.deals.length === 0 && <span className="dim">{strings.noDeals}</span>}
      {data && data.deals.length > 0 && (
        <LinkRows>
          {data.deals.map((deal) => (
            <LinkRow
              key={deal.id}
              link={{ to: '/deals/$dealId', params: { dealId: deal.id } }}
              pill={<Pill tone={deal.state === 'won' ? 'good' : undefined}>{deal.stage.name}</Pill>}
              end={deal.value_minor !== null && deal.currency !== null && money(deal.value_minor, deal.currency)}
            >
              {deal.name}
            </LinkRow>
          ))}
        </LinkRows>
      )}
    </Card>
  )
}

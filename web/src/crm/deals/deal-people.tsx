import { Button } from '@mantine/core'
import { Card } from '#web/ui/card.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { ShownDeal } from './api.ts'
import { nameOfContact } from './standing.ts'
import { strings } from './strings.ts'

/** The contacts of a deal, its first one on top. */
export const DealPeople = ({ shown: { deal, people }, onEdit }: { shown: ShownDeal; onEdit: () => void }) => {
  const all = [...(deal.contact ? [deal.contact] : []), ...people]
  return (
    <Card
      title={strings.people}
      actions={
        deal.state !== 'linked' && (
          <Button size="xs" variant="default" aria-label={strings.editPeople} onClick={onEdit}>
            {strings.edit}
          </Button>
        )
      }
    >
      {deal.contact === null && <p className="dim">{strings.noPeople}</p>}
      {all.length > 0 && (
        <LinkRows>
          {all.map((person) => (
            <LinkRow
              key={person.id}
              link={{ to: '/contacts/$contactId', params: { contactId: person.id } }}
              pill={person === deal.contact && people.length > 0 && <Pill>{strings.firstContact}</Pill>}
            >
              <bdi>{nameOfContact(person)}</bdi>
            </LinkRow>
          ))}
        </LinkRows>
      )}
    </Card>
  )
}

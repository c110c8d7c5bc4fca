import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ContactSearch } from '#web/crm/contacts/contact-search.tsx'
import { nameOf } from '#web/crm/leads/names.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Contact, Design } from '#web/wire.ts'
import { DealField } from '../documents/deal-field.tsx'
import { useDesignChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  readonly design: Design
  readonly onClose: () => void
}

/** Links a design to a deal or a contact. */
export const LinkWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.linkTitle}>
    <Form {...props} />
  </Window>
)

const Form = ({ design, onClose }: Props) => {
  const [kind, setKind] = useState<'deal' | 'contact'>('deal')
  const [dealId, setDealId] = useState<string>()
  const [contact, setContact] = useState<Contact>()
  const link = useDesignChange(() => {
    say(strings.linked)
    onClose()
  })
  const target = kind === 'deal' ? dealId && { dealId } : contact && { contactId: contact.id }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (target && !link.isPending) link.mutate({ action: 'link', designId: design.id, ...target })
      }}
    >
      <Stack>
        <ErrorNote error={link.error} title={strings.notLinked} />
        <Text size="sm" fw={600}>
          <bdi>{design.title}</bdi>
        </Text>
        <SegmentedControl
          aria-label={strings.linkWhat}
          data={[
            { value: 'deal', label: strings.aDeal },
            { value: 'contact', label: strings.aContact },
          ]}
          value={kind}
          onChange={(value) => setKind(value === 'deal' ? 'deal' : 'contact')}
        />
        {kind === 'deal' ? (
          <DealField onChoose={setDealId} />
        ) : (
          <>
            <ContactSearch label={strings.linkContact} without={[]} onChoose={setContact} />
            {contact && (
              <Text size="sm">
                <bdi>{nameOf(contact)}</bdi>
              </Text>
            )}
          </>
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.link} isPending={link.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

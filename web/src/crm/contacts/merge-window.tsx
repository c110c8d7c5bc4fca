import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconArrowsExchange } from '#icons'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Contact } from '#web/wire.ts'
import { nameOf } from '../leads/names.ts'
import { useContactChange } from './api.ts'
import { ContactSearch } from './contact-search.tsx'
import classes from './contacts.module.css'
import { strings } from './strings.ts'

interface Props {
  contact: Contact
  /** What to look for at first. */
  search: string
  onClose: () => void
}

/** Says that two contacts are one person: who the other is, what will be shown, and why. */
export const MergeWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.mergeTitle} wide>
    <Merging {...props} />
  </Window>
)

const Merging = ({ contact, search, onClose }: Props) => {
  const [other, setOther] = useState<Contact | null>(null)
  return other === null ? (
    <Choosing contact={contact} search={search} onChoose={setOther} />
  ) : (
    <Comparing contact={contact} other={other} onBack={() => setOther(null)} onClose={onClose} />
  )
}

const Choosing = ({ contact, search, onChoose }: { contact: Contact; search: string; onChoose: (other: Contact) => void }) => (
  <Stack>
    <Text size="sm">{strings.mergeText(nameOf(contact))}</Text>
    <ContactSearch label={strings.mergeSearch} search={search} without={[contact.id]} onChoose={onChoose} />
  </Stack>
)

const compared = [
  ['full_name', strings.name],
  ['email', strings.email],
  ['phone', strings.phone],
  ['company', strings.company],
  ['job_title', strings.jobTitle],
  ['linkedin_url', strings.linkedin],
] as const

const Comparing = ({
  contact,
  other,
  onBack,
  onClose,
}: {
  contact: Contact
  other: Contact
  onBack: () => void
  onClose: () => void
}) => {
  const navigate = useNavigate()
  const merge = useContactChange('merge-contacts')
  const undo = useContactChange('undo-merge')
  const [isSwapped, setSwapped] = useState(false)
  const [reason, setReason] = useState('')
  const [target, source] = isSwapped ? [other, contact] : [contact, other]
  const submit = (): void =>
    merge.mutate(
      { sourceId: source.id, targetId: target.id, ...(reason.trim() !== '' && { reason: reason.trim() }) },
      {
        onSuccess: ({ mergeId }) => {
          say(strings.merged(nameOf(target)), mergeId === null ? undefined : () => undo.mutate({ mergeId }))
          onClose()
          void navigate({ to: '/contacts/$contactId', params: { contactId: target.id }, replace: true })
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={merge.error} title={strings.notMerged} />
        <Comparison target={target} source={source} />
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsExchange size={14} aria-hidden />}
            onClick={() => setSwapped(!isSwapped)}
          >
            {strings.swap}
          </Button>
        </Group>
        <Text size="sm">{strings.mergeWhat(nameOf(target))}</Text>
        <TextInput
          label={strings.reason}
          description={strings.reasonHint}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="space-between">
          <Button variant="subtle" onClick={onBack}>
            {strings.chooseOther}
          </Button>
          <Group>
            <FormButtons submit={strings.mergeNow} isPending={merge.isPending} onCancel={onClose} />
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

/** Both contacts side by side: empty fields of the kept one are filled from the other. */
const Comparison = ({ target, source }: { target: Contact; source: Contact }) => (
  <div>
    <table className={classes.compare}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            <span className="dim">{strings.kept}</span>
            <bdi>{nameOf(target)}</bdi>
          </th>
          <th scope="col">
            <span className="dim">{strings.mergedIn}</span>
            <bdi>{nameOf(source)}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {compared
          .filter(([field]) => target[field] !== null || source[field] !== null)
          .map(([field, label]) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>
                <bdi>{target[field] ?? ''}</bdi>
                {target[field] === null && source[field] !== null && (
                  <>
                    <bdi>{source[field]}</bdi> <span className="dim">{strings.fromDuplicate}</span>
                  </>
                )}
              </td>
              <td data-is-behind={target[field] !== null || undefined}>
                <bdi>{source[field] ?? strings.nothing}</bdi>
              </td>
            </tr>
          ))}
        <tr>
          <th scope="row">{strings.added}</th>
          <td>{onDay(target.created_at)}</td>
          <td>{onDay(source.created_at)}</td>
        </tr>
      </tbody>
    </table>
  </div>
)

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '#web/gateway.ts'
import type { Value } from '../graph/graph.ts'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'

type Kind = 'member' | 'mailbox' | 'template'

/** Inputs of actions that name something of the workspace of which there are few. */
const kinds: Readonly<Record<string, Kind>> = {
  assigneeId: 'member',
  assignedTo: 'member',
  ownerId: 'member',
  personId: 'member',
  userId: 'member',
  userEmail: 'mailbox',
  templateId: 'template',
}
export const knownKindOf = (name: string): Kind | undefined => kinds[name]

/** The choice that makes a text with values of the field. */
export const asText = '{{'

interface Choice {
  readonly value: string
  readonly label: string
}

const useChoices = (kind: Kind): readonly Choice[] => {
  const members = useQuery({ ...read('list-members', {}), enabled: kind === 'member' })
  const mailboxes = useQuery({ ...read('list-mailboxes', {}), enabled: kind === 'mailbox' })
  const templates = useQuery({ ...read('list-templates', {}), enabled: kind === 'template' })
  switch (kind) {
    case 'member':
      return members.data?.members.map(({ id, name }) => ({ value: id, label: name })) ?? []
    case 'mailbox':
      // The server lets a workflow send from no other.
      return (
        mailboxes.data?.mailboxes
          .filter(({ kind, has_mail }) => kind === 'team' && has_mail)
          .map(({ email }) => ({ value: email, label: email })) ?? []
      )
    case 'template':
      return templates.data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []
  }
}

interface Props {
  readonly kind: Kind
  readonly label: string
  readonly at: string
  readonly hint?: ReactNode
  readonly isRequired: boolean
  readonly value: Value | undefined
  onChange(value: Value | undefined): void
}

/** Something of the workspace by its name; or the value of an earlier step. */
export const KnownIdField = ({ kind, label, at, hint, isRequired, value, onChange }: Props) => {
  const choices = useChoices(kind)
  const given = typeof value === 'string' ? value : ''
  const isKnown = given === '' || choices.some((choice) => choice.value === given)
  return (
    <NativeSelect
      label={label}
      description={hint}
      error={useTrouble(at)}
      withAsterisk={isRequired}
      value={given}
      data={[
        { value: '', label: strings.notSet },
        ...choices,
        // From an import, or a member who has left.
        ...(isKnown ? [] : [{ value: given, label: given }]),
        { value: asText, label: strings.asValue },
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === '' ? undefined : chosen === asText ? '{{  }}' : chosen)
      }
    />
  )
}

import { TextInput } from '@mantine/core'
import { nameOf } from '#web/crm/leads/names.ts'
import { fieldError } from '#web/ui/error-note.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { Contact } from '#web/wire.ts'
import { ClientField } from './client-field.tsx'
import { strings } from './strings.ts'

/** A client as typed into a form. */
export interface ClientDraft {
  /** One that is known already; else `person`, `email` and `phone` say who it is. */
  readonly contact: Pick<Contact, 'id'> | null
  readonly person: string
  readonly email: string
  readonly phone: string
}

export const emptyClient: ClientDraft = { contact: null, person: '', email: '', phone: '' }

interface ClientFaults {
  readonly person?: string | undefined
  readonly reach?: string | undefined
}

/** A client needs a name and, unless it is a contact, a way to be reached. */
export const clientFaults = ({ contact, person, email, phone }: ClientDraft): ClientFaults => ({
  person: person.trim() === '' ? strings.nameMissing : undefined,
  reach: contact === null && email.trim() === '' && phone.trim() === '' ? strings.reachMissing : undefined,
})

/** Whom something is for: one of the contacts, or a new one and how to reach them. */
export const ClientFields = ({
  client,
  faults,
  error,
  at = '',
  onChange,
}: {
  client: ClientDraft
  faults: ClientFaults
  error: unknown
  /** Where the client stands in the input of the action, such as `client.`. */
  at?: '' | 'client.'
  onChange: (part: Partial<ClientDraft>) => void
}) => (
  <>
    <ClientField
      value={client.person}
      error={faults.person ?? fieldError(error, `${at}name`)}
      isChosen={client.contact !== null}
      description={client.contact ? strings.fromContacts : strings.pickHint}
      onType={(person) => onChange({ person, contact: null })}
      onChoose={(contact) => onChange({ contact, person: nameOf(contact) })}
    />
    {client.contact === null && (
      <FieldPair>
        <TextInput
          type="email"
          label={strings.clientEmail}
          value={client.email}
          error={faults.reach ?? fieldError(error, `${at}email`)}
          maxLength={254}
          onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
        />
        <TextInput
          type="tel"
          label={strings.clientPhone}
          value={client.phone}
          error={fieldError(error, `${at}phone`)}
          maxLength={50}
          onChange={({ currentTarget }) => onChange({ phone: currentTarget.value })}
        />
      </FieldPair>
    )}
  </>
)

import { strings } from './name-strings.ts'

interface Named {
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly phone_e164?: string | null
}

/** What a lead or a contact is called: by name, else by what it is reached at. */
export const nameOf = (person: Named): string =>
  person.full_name ?? person.email ?? person.phone_e164 ?? person.phone ?? strings.unnamed

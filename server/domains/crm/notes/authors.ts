import { atLeast } from '#core/actions/caller.ts'
import type { OrgContext } from '#core/context.ts'
import type { NoteRow } from './notes.ts'

/** Its author and admins; what a key or a workflow wrote, any caller. */
export const mayChange = (note: NoteRow, person: OrgContext['person']): boolean =>
  note.author_id === null || (person !== null && (note.author_id === person.id || atLeast(person.role, 'admin')))

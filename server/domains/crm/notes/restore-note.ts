import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mayChange } from './authors.ts'
import { noteErrors } from './errors.ts'
import { lockNote, Note, sentNote, writeNote } from './notes.ts'

export const restoreNote = action({
  name: 'restore-note',
  summary: 'Restore a deleted note',
  description: 'By its author or an admin, within 30 days. No notifications are sent again.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'notes:write',
  input: z.object({ noteId: z.uuid() }),
  output: z.object({ success: z.literal(true), note: Note }),
  errors: [noteErrors.note_not_found, noteErrors.note_of_other],
  examples: [{ title: 'One note', input: { noteId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ noteId }, { db, org, person, fail }) {
    const note = await lockNote(db, org.id, noteId)
    if (!note) throw fail('note_not_found')
    if (!mayChange(note, person)) throw fail('note_of_other')
    const restored = note.deleted_at ? await writeNote(db, note, 'restored', { deleted_at: null }) : note
    return { success: true as const, note: await sentNote(db, restored) }
  },
})

import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { mayChange } from './authors.ts'
import { noteErrors } from './errors.ts'
import { lockNote, writeNote } from './notes.ts'
import { noteNotices } from './notices.ts'

export const deleteNote = action({
  name: 'delete-note',
  summary: 'Delete a note',
  description: 'By its author or an admin. `restore-note` brings it back within 30 days.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'write',
  changes: 'noteId',
  hints: { destructive: true, idempotent: true },
  scope: 'notes:write',
  input: z.object({ noteId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [noteErrors.note_not_found, noteErrors.note_of_other],
  examples: [{ title: 'One note', input: { noteId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ noteId }, { db, org, person, now, fail }) {
    const note = await lockNote(db, org.id, noteId)
    if (!note) throw fail('note_not_found')
    if (!mayChange(note, person)) throw fail('note_of_other')
    if (note.deleted_at) return { success: true as const }
    await writeNote(db, note, 'deleted', { deleted_at: now() })
    await clearNotice(db, org.id, noteNotices.mentioned_in_note, noteId)
    return { success: true as const }
  },
})

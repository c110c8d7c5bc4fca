import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { mayChange } from './authors.ts'
import { noteErrors } from './errors.ts'
import { checkMentions, notifyMentioned } from './mentions.ts'
import { lockNote, Mentions, Note, NoteBody, sentNote, writeNote } from './notes.ts'

export const updateNote = action({
  name: 'update-note',
  summary: 'Edit a note',
  description: 'By its author or an admin. Without `mentions` they stay; members who are added are notified.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'write',
  changes: 'noteId',
  hints: { destructive: true, idempotent: true },
  scope: 'notes:write',
  input: z.object({ noteId: z.uuid(), body: NoteBody, mentions: Mentions.optional() }),
  output: z.object({ success: z.literal(true), note: Note }),
  errors: [noteErrors.note_not_found, noteErrors.note_of_other, memberErrors.person_not_found],
  examples: [
    {
      title: 'Another word',
      input: { noteId: '01980000-0000-7000-8000-000000000000', body: 'Wants both options priced separately, by Friday.' },
    },
  ],

  async run({ noteId, body, mentions }, { db, org, person, now, fail }) {
    const before = await lockNote(db, org.id, noteId)
    if (!before || before.deleted_at) throw fail('note_not_found')
    if (!mayChange(before, person)) throw fail('note_of_other')
    // A member who has left stays mentioned.
    if (mentions)
      await checkMentions(
        db,
        org.id,
        mentions.filter((id) => !before.mentions.includes(id)),
      )
    const after = mentions ?? before.mentions
    if (body === before.body && after.join() === before.mentions.join())
      return { success: true as const, note: await sentNote(db, before) }
    const note = await writeNote(db, before, 'edited', { body, mentions: after, edited_at: now() })
    await notifyMentioned(db, note, { before: before.mentions, by: person?.id ?? null })
    return { success: true as const, note: await sentNote(db, note) }
  },
})

import { module } from '#core/module.ts'
import { addNote } from './add-note.ts'
import { attachedNotes } from './attached-notes.ts'
import { deleteNote } from './delete-note.ts'
import { noteErrors } from './errors.ts'
import { noteEvents } from './events.ts'
import { listNotes } from './list-notes.ts'
import { noteTimeline } from './note-timeline.ts'
import { noteNotices } from './notices.ts'
import { restoreNote } from './restore-note.ts'
import { noteRetention } from './retention.ts'
import { updateNote } from './update-note.ts'

/** What members write down about a record, for each other. */
export const notesModule = module({
  title: 'Notes',
  actions: [listNotes, addNote, updateNote, deleteNote, restoreNote],
  errors: noteErrors,
  events: [noteEvents],
  scopes: {
    'notes:read': 'Read notes of contacts, companies, leads and deals',
    'notes:write': 'Add, edit and delete notes',
  },
  notices: noteNotices,
  within: [noteTimeline, attachedNotes],
  retention: [noteRetention],
  owns: ['notes'],
})

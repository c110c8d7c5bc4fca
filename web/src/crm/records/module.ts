import { IconNote } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { laterWindow } from '#web/ui/later-window.tsx'

const NewNoteWindow = laterWindow(() => import('./new-note-window.tsx').then(({ NewNoteWindow }) => NewNoteWindow))

const strings = messages('crm/records/module', {
  note: 'Note',
  newNote: 'New note',
  newNoteAlso: 'create add write comment',
})

export const module: WebModule = {
  creates: [
    {
      ...{ what: 'note', name: strings.note, verb: strings.newNote, also: strings.newNoteAlso },
      ...{ Icon: IconNote, key: 'n', Window: NewNoteWindow },
    },
  ],
  live: { 'list-record-files': ['record_file.updated', 'contact.merged'] },
  sentences: () => import('./sentences.ts'),
}

import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'
import { PlainRecordKind } from '../records/records.ts'

/** Not its text: members write about people there. */
const NoteFields = z.object({
  mentions: z.array(z.uuid()),
  edited_at: z.iso.datetime().nullable(),
  deleted_at: z.iso.datetime().nullable(),
})

interface NoteTimes {
  readonly mentions: string[]
  readonly edited_at: Date | null
  readonly deleted_at: Date | null
}

export const noteFieldsOf = ({ mentions, edited_at, deleted_at }: NoteTimes): z.output<typeof NoteFields> => ({
  mentions,
  edited_at: edited_at?.toISOString() ?? null,
  deleted_at: deleted_at?.toISOString() ?? null,
})

const NoteSubject = { kind: PlainRecordKind, record_id: z.uuid() }

export const noteEvents = {
  added: event({
    type: 'note.added',
    about: 'A note was added to a contact, company, lead or deal.',
    facts: z.object({ ...NoteSubject, author_id: z.uuid().nullable(), mentions: z.array(z.uuid()) }),
    webhook: {
      body: z.object({
        id: z.uuid().describe('The note'),
        ...NoteSubject,
        body: z.string(),
        mentions: z.array(z.uuid()).describe('Members who are mentioned'),
        author_id: z.uuid().nullable().describe('Null: a key or a workflow'),
        workflow: z.string().nullable().describe('The workflow that wrote it'),
        created_at: z.iso.datetime(),
      }),
      /** As it stands when it is told: a note that was deleted since is told of no more. */
      async read(events, { db, orgId }) {
        const notes = await db
          .selectFrom('notes')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('id', 'in', subjectsOf(events))
          .where('deleted_at', 'is', null)
          .execute()
        return ofSubject(notes, (note) => ({
          ...{ id: note.id, kind: note.kind as PlainRecordKind, record_id: note.record_id, body: note.body },
          ...{ mentions: note.mentions, author_id: note.author_id, workflow: note.author_workflow },
          created_at: note.created_at.toISOString(),
        }))
      },
    },
  }),
  changed: event({
    type: 'note.changed',
    about: 'A note was edited, deleted or restored.',
    facts: z.object({ ...NoteSubject, change: z.enum(['edited', 'deleted', 'restored']), ...changesOf(NoteFields).shape }),
  }),
}

import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { findRecord, lockRecords, PlainRecordKind } from '../records/records.ts'
import { checkMentions, notifyMentioned } from './mentions.ts'
import { insertNote, Mentions, Note, NoteBody, sentNote } from './notes.ts'

export const addNote = action({
  name: 'add-note',
  summary: 'Add a note to a contact, company, lead or deal',
  description:
    'Only members of the workspace see notes. Members in `mentions` are notified. A note on a merged contact is written on the canonical one.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'notes:write',
  input: z.object({ kind: PlainRecordKind, recordId: z.uuid(), body: NoteBody, mentions: Mentions.default([]) }),
  output: z.object({ success: z.literal(true), note: Note }),
  errors: [recordErrors.record_not_found, recordErrors.record_in_bin, memberErrors.person_not_found],
  examples: [
    {
      title: 'What was agreed on the phone',
      input: {
        kind: 'contact',
        recordId: '01980000-0000-7000-8000-000000000000',
        body: 'Wants both options priced separately.',
      },
    },
  ],

  async run({ kind, recordId, body, mentions }, { db, org, person, fail }) {
    if (!(await findRecord(db, org.id, { kind, id: recordId }))) throw fail('record_not_found', { field: 'recordId' })
    // Held: it is merged, deleted or removed for good before this note or after it, and not meanwhile.
    const [record] = await lockRecords(db, org.id, kind, [recordId])
    if (!record) throw fail('record_not_found', { field: 'recordId' })
    if (record.deletedAt) throw fail('record_in_bin')
    await checkMentions(db, org.id, mentions)
    const by = person?.id ?? null
    const note = await insertNote(db, org.id, { kind, id: record.id, body, mentions, authorId: by })
    await notifyMentioned(db, note, { before: [], by })
    return { success: true as const, note: await sentNote(db, note) }
  },
})

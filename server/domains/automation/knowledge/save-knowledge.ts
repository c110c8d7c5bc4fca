import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { isStorable } from '#shapes/texts.ts'
import { countWords, cutPassages, type Passage } from './cut-passages.ts'
import { enterPassages, leavePassages, lockPassages, mostPassages } from './entering.ts'
import { knowledgeErrors } from './errors.ts'
import { knowledgeEvents } from './events.ts'
import { takeFile } from './knowledge-files.ts'
import { KnowledgeLanguage, languageOfText, usualOf } from './languages.ts'
import {
  columnOfLanguage,
  findLanguages,
  findSource,
  KnowledgeSource,
  KnowledgeTitle,
  lockSource,
  mostCharacters,
  type SourceRow,
  shownSource,
} from './sources.ts'

export const saveKnowledge = action({
  name: 'save-knowledge',
  summary: 'Add or change a document that answers are taken from',
  description:
    'Either `text` (Markdown: its headings part it into passages) or the `file` that `PUT /knowledge-files?name=<file name>` answered for text, Markdown, HTML or a PDF. With `knowledgeId` it replaces that document; what is not sent is kept. It is found from the answer on, in any language; without `language` that is seen from its words. Everything in it may be shown to a model and to customers: keep secrets out.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    knowledgeId: z.uuid().optional().describe('Of the document that is changed; without it, it is a new one'),
    title: KnowledgeTitle,
    text: z
      .string()
      .max(mostCharacters)
      .refine(isStorable, 'has characters that cannot be stored')
      .optional()
      .describe('Markdown or plain text'),
    file: z.uuid().optional().describe('The `id` that PUT /knowledge-files answered'),
    language: KnowledgeLanguage.optional(),
  }),
  output: z.object({ success: z.literal(true), source: KnowledgeSource }),
  errors: [
    knowledgeErrors.knowledge_not_found,
    knowledgeErrors.knowledge_content_wrong,
    knowledgeErrors.knowledge_file_not_found,
    knowledgeErrors.knowledge_empty,
    knowledgeErrors.knowledge_too_many,
  ],
  examples: [
    {
      title: 'Written here',
      input: { title: 'Opening hours', text: 'We are open Monday to Friday from 8 am to 5 pm.\n\n## Holidays\n\nClosed.' },
    },
    { title: 'An uploaded file', input: { title: 'Price list', file: '01980000-0000-7000-8000-000000000000' } },
  ],

  async run({ knowledgeId, title, text, file, language }, { db, org, person, emit, fail }) {
    if (text !== undefined && file !== undefined) throw fail('knowledge_content_wrong', { field: 'file' })
    if (text === undefined && file === undefined && knowledgeId === undefined)
      throw fail('knowledge_content_wrong', { field: 'text' })
    const passagesBefore = await lockPassages(db, org.id)
    const before = knowledgeId === undefined ? undefined : await lockSource(db, org.id, knowledgeId)
    if (knowledgeId !== undefined && !before) throw fail('knowledge_not_found', { field: 'knowledgeId' })
    const uploaded = file === undefined ? undefined : await takeFile(db, org.id, file)
    if (file !== undefined && !uploaded) throw fail('knowledge_file_not_found', { field: 'file' })
    const content = uploaded
      ? { text: uploaded.text, kind: uploaded.kind, file_name: uploaded.name }
      : text !== undefined
        ? { text: text.trim(), kind: 'markdown', file_name: null }
        : { text: before?.text ?? '', kind: before?.kind ?? 'markdown', file_name: before?.file_name ?? null }
    const words = countWords(content.text)
    const passages = cutPassages(content.text)
    if (words === 0 || passages.length === 0) throw fail('knowledge_empty', { field: 'text' })
    if (passagesBefore + passages.length > mostPassages) throw fail('knowledge_too_many')
    const row = {
      ...{ ...content, org_id: org.id, id: before?.id ?? newId(), title, words, saved_by: person.id },
      language: columnOfLanguage(
        language ?? languageOfText(`${title}\n${content.text}`, usualOf(await findLanguages(db, org.id))),
      ),
    }
    await enterSource(db, row, before, passages)
    await emit(knowledgeEvents.saved, row.id, { title, passages: passages.length })
    const source = await findSource(db, org.id, row.id)
    if (!source) throw new Error('a document that was just saved is not there')
    return { success: true as const, source: shownSource(source) }
  },
})

const enterSource = async (
  db: Db,
  row: Omit<SourceRow, 'created_at' | 'updated_at'>,
  before: SourceRow | undefined,
  passages: readonly Passage[],
): Promise<void> => {
  if (before) {
    await leavePassages(db, row.org_id, row.id)
    await db
      .updateTable('knowledge_sources')
      .set({ ...row, updated_at: sql`now()` })
      .where('org_id', '=', row.org_id)
      .where('id', '=', row.id)
      .execute()
  } else await db.insertInto('knowledge_sources').values(row).execute()
  await enterPassages(db, row, passages)
}

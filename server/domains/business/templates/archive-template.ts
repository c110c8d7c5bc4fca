import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { templateErrors } from './errors.ts'
import { templateEvents } from './events.ts'
import { isNameTaken, lockTemplate } from './templates.ts'

export const archiveTemplate = action({
  name: 'archive-template',
  summary: 'Archive or restore a template',
  description: 'An archived template makes no new documents. Its documents stay as they are.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'documents:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ templateId: z.uuid(), archived: z.boolean().default(true) }),
  output: z.object({ success: z.literal(true) }),
  errors: [templateErrors.document_template_not_found, templateErrors.template_name_taken],
  examples: [{ title: 'No longer in use', input: { templateId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ templateId, archived }, { db, org, emit, fail }) {
    const held = await lockTemplate(db, org.id, templateId)
    if (!held) throw fail('document_template_not_found')
    if ((held.archived_at !== null) === archived) return { success: true as const }
    if (!archived && (await isNameTaken(db, org.id, held.name, templateId))) throw fail('template_name_taken')
    await db
      .updateTable('templates')
      .set({ archived_at: archived ? sql<Date>`now()` : null, updated_at: sql`now()` })
      .where('org_id', '=', org.id)
      .where('id', '=', templateId)
      .execute()
    if (archived) await emit(templateEvents.archived, templateId, { name: held.name })
    else await emit(templateEvents.saved, templateId, { name: held.name, version: held.version })
    return { success: true as const }
  },
})

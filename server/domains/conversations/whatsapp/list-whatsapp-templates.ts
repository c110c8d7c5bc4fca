import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { SearchText } from '#shapes'
import { findTemplates, Template } from './templates.ts'

export const listWhatsAppTemplates = action({
  name: 'list-whatsapp-templates',
  summary: 'The message templates of the WhatsApp number',
  description:
    'As they were when they were last read from WhatsApp: once a day, when WhatsApp tells of a change, and by `sync-whatsapp-templates`.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'chats:read',
  input: z.object({ search: SearchText.optional() }),
  output: z.object({ templates: z.array(Template), next_cursor: z.null() }),
  errors: [],
  examples: [{ title: 'Those about appointments', input: { search: 'appointment' } }],

  async run({ search }, { db, org }) {
    const connection = await connectionOf(db, org.id, 'whatsapp')
    return { templates: connection ? await findTemplates(db, org.id, connection.id, { search }) : [], next_cursor: null }
  },
})

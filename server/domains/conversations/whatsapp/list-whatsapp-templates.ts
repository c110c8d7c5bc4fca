import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { SearchText } from '#shapes'
import { findTemplates, Template } from './templates.ts'

export const listWhatsAppTemplates = action({
  name: 'list-whatsapp-templates',
  summary: 'List the message templates of the WhatsApp number',
  description:
    'As of the last sync with WhatsApp: once a day, when WhatsApp reports a change, and by `sync-whatsapp-templates`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'chats:read',
  input: z.object({ search: SearchText.optional() }),
  output: z.object({ templates: z.array(Template), next_cursor: z.null() }),
  errors: [],
  examples: [{ title: 'Templates about appointments', input: { search: 'appointment' } }],

  async run({ search }, { db, org }) {
    const connection = await connectionOf(db, org.id, 'whatsapp')
    return { templates: connection ? await findTemplates(db, org.id, connection.id, { search }) : [], next_cursor: null }
  },
})

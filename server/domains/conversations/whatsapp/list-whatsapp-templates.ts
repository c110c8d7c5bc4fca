import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { SearchText } from '#shapes'
import { findTemplatesInUse, Template } from './templates.ts'

export const listWhatsAppTemplates = action({
  name: 'list-whatsapp-templates',
  summary: 'List the message templates of the WhatsApp number',
  description:
    'As of the last sync with WhatsApp: once a day, when WhatsApp reports a change, and by `sync-whatsapp-templates`.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'chats:read',
  input: z.object({ search: SearchText.optional() }),
  output: z.object({ templates: z.array(Template), next_cursor: z.null() }),
  errors: [],
  examples: [{ title: 'Templates about appointments', input: { search: 'appointment' } }],

  async run({ search }, { db, org }) {
    return { templates: await findTemplatesInUse(db, org.id, { search }), next_cursor: null }
  },
})

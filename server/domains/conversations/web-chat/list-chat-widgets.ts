import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ChatWidget, findWidgets, showWidget } from './widgets.ts'

export const listChatWidgets = action({
  name: 'list-chat-widgets',
  summary: 'List website chats with their script tags',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ widgets: z.array(ChatWidget) }),
  errors: [],
  examples: [{ title: 'All website chats', input: {} }],

  async run(_input, { org, db, settings }) {
    const rows = await findWidgets(db, org.id)
    return { widgets: rows.map((row) => showWidget(row, settings)) }
  },
})

import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webChatErrors } from './errors.ts'
import { chatWidgetEvents, widgetFieldsOf } from './events.ts'

export const removeChatWidget = action({
  name: 'remove-chat-widget',
  summary: 'Remove a website chat',
  description: 'It disappears from the pages that include it. Its messages remain in the conversations.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ widgetId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [webChatErrors.chat_widget_not_found],
  examples: [{ title: 'Remove a chat', input: { widgetId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ widgetId }, { org, db, emit, fail }) {
    const removed = await db
      .deleteFrom('chat_widgets')
      .where('org_id', '=', org.id)
      .where('id', '=', widgetId)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw fail('chat_widget_not_found')
    await db.deleteFrom('directory.chat_widgets').where('id', '=', widgetId).execute()
    await emit(chatWidgetEvents.changed, widgetId, { before: widgetFieldsOf(removed), after: null })
    return { success: true as const }
  },
})

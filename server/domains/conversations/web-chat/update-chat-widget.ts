import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webChatErrors } from './errors.ts'
import { chatWidgetEvents } from './events.ts'
import { ChatWidget, columnsOf, showWidget, WidgetFields } from './widgets.ts'

export const updateChatWidget = action({
  name: 'update-chat-widget',
  summary: 'Change a chat for websites: where it may stand, how it looks, what it says; or switch it off or on',
  description:
    'What is left out stays. Taken effect with the next thing that a visitor does; pages that are open change their look when they are loaded again, after ten minutes at the latest.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ widgetId: z.uuid(), ...WidgetFields.partial().shape, isEnabled: z.boolean().optional() }),
  output: z.object({ widget: ChatWidget }),
  errors: [webChatErrors.chat_widget_not_found, webChatErrors.chat_origin_invalid],
  examples: [
    {
      title: 'Another website too',
      input: {
        widgetId: '01980000-0000-7000-8000-000000000000',
        allowedOrigins: ['https://www.example.com', 'https://shop.example.com'],
      },
    },
  ],

  async run({ widgetId, isEnabled, ...given }, { org, db, emit, fail, settings }) {
    const row = await db
      .updateTable('chat_widgets')
      .set({ ...columnsOf(given), ...(isEnabled !== undefined && { is_enabled: isEnabled }), updated_at: sql`now()` })
      .where('org_id', '=', org.id)
      .where('id', '=', widgetId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw fail('chat_widget_not_found')
    await emit(chatWidgetEvents.changed, widgetId, {})
    return { widget: showWidget(row, settings) }
  },
})

import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webChatErrors } from './errors.ts'
import { chatWidgetEvents } from './events.ts'
import { ChatWidget, columnsOf, showWidget, WidgetFields } from './widgets.ts'

export const updateChatWidget = action({
  name: 'update-chat-widget',
  summary: 'Update, turn off or turn on a website chat',
  description:
    'Omitted fields keep their values. Changes apply to the visitor’s next request; open pages change their appearance when they are reloaded, at most ten minutes later.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ widgetId: z.uuid(), ...WidgetFields.partial().shape, isEnabled: z.boolean().optional() }),
  output: z.object({ widget: ChatWidget }),
  errors: [webChatErrors.chat_widget_not_found, webChatErrors.chat_origin_invalid],
  examples: [
    {
      title: 'Allow another website',
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

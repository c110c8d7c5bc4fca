import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import { webChatErrors } from './errors.ts'
import { chatWidgetEvents, widgetFieldsOf } from './events.ts'
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
    const before = await db
      .selectFrom('chat_widgets')
      .selectAll()
      .where('org_id', '=', org.id)
      .where('id', '=', widgetId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw fail('chat_widget_not_found')
    const row = await db
      .updateTable('chat_widgets')
      .set({ ...columnsOf(given), ...(isEnabled !== undefined && { is_enabled: isEnabled }), updated_at: sql`now()` })
      .where('org_id', '=', org.id)
      .where('id', '=', widgetId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await emit(chatWidgetEvents.changed, widgetId, changedFields(widgetFieldsOf(before), widgetFieldsOf(row)))
    return { widget: showWidget(row, settings) }
  },
})

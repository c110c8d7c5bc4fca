import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findBrand } from '#domains/platform/business-identity/brands.ts'
import { webChatErrors } from './errors.ts'
import { chatWidgetEvents, widgetFieldsOf } from './events.ts'
import { ChatWidget, columnsOf, mostWidgets, showWidget, WidgetFields } from './widgets.ts'

export const createChatWidget = action({
  name: 'create-chat-widget',
  summary: 'Create a website chat',
  description:
    'The response contains the script tag for your pages in `widget.script`. The chat only appears on pages of the listed origins. A workspace can have 50.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ name: WidgetFields.shape.name, ...WidgetFields.partial().omit({ name: true }).shape }),
  output: z.object({ widget: ChatWidget }),
  errors: [webChatErrors.chat_origin_invalid, webChatErrors.too_many_chat_widgets],
  examples: [{ title: 'For one website', input: { name: 'Main website', allowedOrigins: ['https://www.example.com'] } }],

  async run(input, { org, person, db, newId, emit, fail, settings }) {
    // One after the other: of two at once, the second counts the first.
    await db.selectFrom('orgs').select('org_id').where('org_id', '=', org.id).forNoKeyUpdate().execute()
    const { count } = await db
      .selectFrom('chat_widgets')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('org_id', '=', org.id)
      .executeTakeFirstOrThrow()
    if (count >= mostWidgets) throw fail('too_many_chat_widgets')

    const id = newId()
    const accent = input.accent ?? (await findBrand(db, org.id, 'en')).colour
    const row = await db
      .insertInto('chat_widgets')
      .values({
        ...columnsOf({ ...input, ...(accent !== null && { accent }) }),
        org_id: org.id,
        id,
        name: input.name,
        created_by: person.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db.insertInto('directory.chat_widgets').values({ id, org_id: org.id }).execute()
    await emit(chatWidgetEvents.changed, id, { before: null, after: widgetFieldsOf(row) })
    return { widget: showWidget(row, settings) }
  },
})

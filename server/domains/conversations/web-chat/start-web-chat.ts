import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findBrand } from '#domains/platform/business-identity/brands.ts'
import { webChatErrors } from './errors.ts'
import { mayTalk } from './origins.ts'
import { readVisitor, signVisitor } from './visitor-tokens.ts'
import { findWidget, ShownWidget, showToVisitor } from './widgets.ts'

export const startWebChat = action({
  name: 'start-web-chat',
  summary: 'Begin or resume the chat of a visitor of a website',
  description:
    'For the chat script on a page of a listed origin, which the browser sends in `Origin`. The `token` (sent as `Authorization: Bearer …`) grants access to this one session only: `log-web-chat`, `read-web-chat`, `identify-web-visitor`. It is valid for 90 days; pass an older one in `token` to continue its session. Nothing is stored before the first message.',
  who: 'public',
  transports: ['gateway', 'function'],
  effect: 'read',
  website: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ widgetId: z.uuid(), token: z.string().max(1_000).nullish().describe('Of an earlier visit') }),
  output: z.object({ sessionId: z.string(), token: z.string(), widget: ShownWidget }),
  errors: [webChatErrors.chat_origin_refused, webChatErrors.chat_widget_not_found, webChatErrors.chat_widget_off],
  examples: [{ title: 'A first visit', input: { widgetId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ widgetId, token }, { db, enterOrg, origin, vault, now, newId, settings, fail }) {
    if (origin === null) throw fail('chat_origin_refused')
    const found = await db.selectFrom('directory.chat_widgets').select('org_id').where('id', '=', widgetId).executeTakeFirst()
    if (!found) throw fail('chat_widget_not_found')
    await enterOrg(found.org_id)
    const widget = await findWidget(db, found.org_id, widgetId)
    if (!widget) throw fail('chat_widget_not_found')
    if (!mayTalk(origin, widget.allowed_origins, settings)) throw fail('chat_origin_refused')
    if (!widget.is_enabled) throw fail('chat_widget_off')

    const before = token ? readVisitor(vault, token, now()) : null
    const isSame = before?.orgId === found.org_id && before.widgetId === widgetId
    const sessionId = isSame ? before.sessionId : newId()
    return {
      sessionId,
      token: signVisitor(vault, { orgId: found.org_id, sessionId, widgetId }, now()),
      widget: showToVisitor(widget, await findBrand(db, found.org_id, widget.locale)),
    }
  },
})

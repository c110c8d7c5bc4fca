import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

const WidgetFields = z.object({
  name: z.string(),
  allowed_origins: z.array(z.string()),
  greeting: z.string(),
  title: z.string(),
  accent: z.string(),
  theme: z.string(),
  side: z.string(),
  locale: z.string(),
  asks_email: z.boolean(),
  is_enabled: z.boolean(),
})

export const widgetFieldsOf = (widget: z.output<typeof WidgetFields>): z.output<typeof WidgetFields> =>
  WidgetFields.parse(widget)

export const chatWidgetEvents = {
  changed: event({
    type: 'chat_widget.changed',
    about: 'A website chat was created, changed or removed.',
    facts: changesOf(WidgetFields),
  }),
}

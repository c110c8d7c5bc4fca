import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const chatWidgetEvents = {
  changed: event({
    type: 'chat_widget.changed',
    about: 'A chat for websites was made, changed or removed.',
    facts: z.object({}),
  }),
}

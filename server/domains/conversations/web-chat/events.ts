import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const chatWidgetEvents = {
  changed: event({
    type: 'chat_widget.changed',
    about: 'A website chat was created, changed or removed.',
    facts: z.object({}),
  }),
}

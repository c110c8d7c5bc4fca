import { z } from 'zod'
import { event } from '#core/events/event.ts'
import { ListKind } from './filters.ts'

export const viewEvents = {
  changed: event({
    type: 'view.updated',
    about: 'A view of a list was saved, shared, changed or deleted.',
    facts: z.object({ kind: ListKind }),
  }),
}

import type { WebModule } from '#web/module.ts'
import { changesOf } from './changes.ts'

export const module: WebModule = {
  live: {
    'list-saved-views': ['view.updated'],
    'describe-list': ['lead.received', 'tag.changed', 'field.changed', 'field.ordered'],
    'count-records': [...new Set(Object.values(changesOf).flat())],
  },
  sentences: () => import('./sentences.ts'),
}

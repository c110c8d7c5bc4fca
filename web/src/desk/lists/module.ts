import type { WebModule } from '#web/module.ts'
import { changesOf } from './changes.ts'

export const module: WebModule = {
  live: {
    'list-saved-views': ['view.changed'],
    'describe-list': ['lead.received'],
    'count-records': [...new Set(Object.values(changesOf).flat())],
  },
  sentences: () => import('./sentences.ts'),
}

import type { WebModule } from '#web/module.ts'

export const module: WebModule = {
  live: {
    'list-saved-views': ['view.updated'],
    'describe-list': ['tag.changed', 'field.changed', 'field.ordered'],
  },
  sentences: () => import('./sentences.ts'),
}

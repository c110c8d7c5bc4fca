import type { WebModule } from '#web/module.ts'

export const module: WebModule = {
  live: { 'list-record-files': ['record_file.updated', 'contact.merged'] },
  sentences: () => import('./sentences.ts'),
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconArchive } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/files/module', {
  files: 'Files',
  filesAbout: 'Where files are stored, and whether they are intact.',
})

const files = createRoute({
  getParentRoute: () => staff,
  path: '/settings/files',
  component: lazyRouteComponent(() => import('./files-page.tsx'), 'FilesPage'),
})

export const routes = [files]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/files',
      at: 'system',
      name: strings.files,
      about: strings.filesAbout,
      Icon: IconArchive,
      least: 'admin',
      key: ',',
    },
  ],
  live: { 'show-files': ['document.updated', 'notice.raised'] },
  sentences: () => import('./sentences.ts'),
}

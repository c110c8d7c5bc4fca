import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFileUpload } from '#icons'
import { readListSearch } from '#web/desk/lists/list-search.ts'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('crm/imports/module', {
  import: 'Import from a file',
  newImport: 'Import leads from a file',
  newImportAlso: 'upload CSV spreadsheet',
  uploads: 'Imports',
  uploadsAbout: 'Leads imported from files.',
})

const uploads = createRoute({
  getParentRoute: () => staff,
  path: '/uploads',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./uploads-page.tsx'), 'UploadsPage'),
})

const upload = createRoute({
  getParentRoute: () => staff,
  path: '/uploads/$uploadId',
  params: idsIn('uploadId'),
  component: lazyRouteComponent(() => import('./upload-page.tsx'), 'UploadPage'),
})

export const routes = [uploads, upload]

export const module: WebModule = {
  navigation: [
    {
      to: '/uploads',
      at: 'main',
      name: strings.uploads,
      about: strings.uploadsAbout,
      Icon: IconFileUpload,
      least: 'member',
      key: 'u',
    },
  ],
  creates: [
    {
      ...{ what: 'import', name: strings.import, verb: strings.newImport, also: strings.newImportAlso },
      ...{ Icon: IconFileUpload, key: 'u', link: { to: '/uploads' } },
    },
  ],
  live: {
    'show-upload': ['upload.changed'],
    'preview-upload': ['upload.changed'],
    'list-upload-rows': ['upload.changed'],
  },
  sentences: () => import('./sentences.ts'),
}

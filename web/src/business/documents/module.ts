import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFile, IconLock } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readDocumentsSearch } from './documents-search.ts'

const strings = messages('business/documents/module', {
  document: 'Document',
  newDocument: 'New document',
  newDocumentAlso: 'create contract sign',
  documents: 'Documents',
  documentsAbout: 'What clients sign, and who has signed.',
  sealing: 'Sealing',
  sealingAbout: 'The certificate for signed documents, and how they are signed.',
})

const documents = createRoute({
  getParentRoute: () => staff,
  path: '/documents',
  validateSearch: readDocumentsSearch,
  component: lazyRouteComponent(() => import('./documents-page.tsx'), 'DocumentsPage'),
})

const document = createRoute({
  getParentRoute: () => staff,
  path: '/documents/$documentId',
  params: idsIn('documentId'),
  component: lazyRouteComponent(() => import('./document-page.tsx'), 'DocumentPage'),
})

const sealing = createRoute({
  getParentRoute: () => staff,
  path: '/settings/sealing',
  component: lazyRouteComponent(() => import('./sealing-page.tsx'), 'SealingPage'),
})

export const routes = [documents, document, sealing]

export const module: WebModule = {
  navigation: [
    {
      to: '/documents',
      at: 'main',
      name: strings.documents,
      about: strings.documentsAbout,
      Icon: IconFile,
      least: 'member',
      key: '7',
    },
    {
      to: '/settings/sealing',
      at: 'business',
      name: strings.sealing,
      about: strings.sealingAbout,
      Icon: IconLock,
      least: 'admin',
      key: '9',
    },
  ],
  creates: [
    {
      ...{ what: 'document', name: strings.document, verb: strings.newDocument, also: strings.newDocumentAlso },
      ...{ Icon: IconFile, key: 'f', link: { to: '/documents', search: { new: 'yes' } as never } },
    },
  ],
  live: {
    'list-documents': [
      'document.sent',
      'document.signer_signed',
      'document.signed',
      'document.sealed',
      'document.ended',
      'document.updated',
    ],
    'show-document': [
      'document.sent',
      'document.signer_signed',
      'document.signed',
      'document.sealed',
      'document.ended',
      'document.updated',
      'document.viewed',
    ],
    'show-sealing': ['document.sent'],
    'check-sealing': ['document.sent'],
  },
  sentences: () => import('./sentences.ts'),
}

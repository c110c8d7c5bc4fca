import { module } from '#core/module.ts'
import { followSignedDocuments } from './follow-signed-documents.ts'

/** What follows when all have signed: above documents and invoices, so that neither knows of the other. */
export const followUpsModule = module({
  title: 'Documents',
  reactions: [followSignedDocuments],
  owns: ['document_follow_ups'],
})

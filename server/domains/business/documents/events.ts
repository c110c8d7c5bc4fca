import { z } from 'zod'
import { event, ofSubject, type Reader, subjectsOf } from '#core/events/event.ts'
import { DocumentFacts, findDocumentFacts } from './document-facts.ts'

const read: Reader<z.output<typeof DocumentFacts>> = async (events, { db, orgId }) =>
  ofSubject(await findDocumentFacts(db, orgId, subjectsOf(events)), (document) => document)

const facts = z.object({ document: DocumentFacts })
const told = {
  body: DocumentFacts,
  tell: ({ facts: { document } }: { facts: z.output<typeof facts> }) => document,
  read,
}

export const documentEvents = {
  sent: event({ type: 'document.sent', about: 'A document was made and sent to those who sign first.', facts, webhook: told }),
  signerSigned: event({
    type: 'document.signer_signed',
    about: 'One of the signers has signed. With the last of them, `status` is `signed` already.',
    facts,
    webhook: told,
  }),
  signed: event({ type: 'document.signed', about: 'All have signed. The seal follows.', facts, webhook: told }),
  sealed: event({
    type: 'document.sealed',
    about: 'The signed document is sealed; its certificate is there.',
    facts,
    webhook: told,
  }),
  ended: event({
    type: 'document.ended',
    about: 'A document was declined or voided, or its deadline has passed.',
    facts,
    webhook: told,
  }),
  viewed: event({
    type: 'document.viewed',
    about: 'A person looked at the page of a signer: once for each half hour.',
    facts,
    webhook: told,
  }),
  updated: event({
    type: 'document.updated',
    about: 'Something about a document changed: opened, reminded, saved, a try to seal it.',
    facts: z.object({ change: z.string() }),
  }),
}

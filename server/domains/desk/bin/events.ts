import { z } from 'zod'
import { event, type Reader } from '#core/events/event.ts'
import { BinKind } from './bin-kinds.ts'

const Facts = z.object({
  kind: BinKind,
  with: z.uuid().nullable().default(null).describe('The contact with which a lead was deleted or restored; null: on its own'),
  person_id: z.uuid().nullable().default(null).describe('The member; null: a key, a workflow or Foyer'),
})

const Body = Facts.extend({ id: z.uuid().describe('The record') })
type Body = z.output<typeof Body>

/** Every one has its facts from the first day on. */
const read: Reader<Body> =
  async () =>
  ({ subjectId, facts }) => ({ ...Facts.parse(facts), id: subjectId })

const webhook = {
  body: Body,
  tell: ({ subjectId, facts }: { readonly subjectId: string; readonly facts: z.output<typeof Facts> }) => ({
    ...facts,
    id: subjectId,
  }),
  read,
}

export const binEvents = {
  deleted: event({
    type: 'record.deleted',
    about: 'A contact, company, lead, deal or task was deleted: it can be restored for 30 days.',
    facts: Facts,
    webhook,
  }),
  restored: event({
    type: 'record.restored',
    about: 'A contact, company, lead, deal or task was restored from the bin.',
    facts: Facts,
    webhook,
  }),
  removed: event({
    type: 'record.removed',
    about: 'A contact, company, lead, deal or task in the bin was removed for good.',
    facts: Facts,
    webhook,
  }),
}

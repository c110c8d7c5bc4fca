import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'
import { PlainRecordKind } from '../records/records.ts'

const Tagged = z.object({
  kind: PlainRecordKind.describe('Of the record'),
  added: z.array(z.string()).describe('Names of the tags that it has from now on'),
  removed: z.array(z.string()).describe('Names of the tags that it no longer has'),
  tags: z.array(z.string()).describe('All its tags, by name'),
})

const TaggedBody = Tagged.extend({ id: z.uuid().describe('The record') })

/** Of a contact, a company, a lead or a deal alike: its id is the event’s subject. */
export const recordTagEvents = {
  tagged: event({
    type: 'record.tagged',
    about: 'Tags were added to a contact, company, lead or deal, or removed from it.',
    facts: Tagged,
    webhook: {
      body: TaggedBody,
      tell: ({ subjectId, facts }) => ({ id: subjectId, ...facts }),
      /** Each has had its facts from the first on. */
      read: async () => () => undefined,
    },
  }),
}

const TagFields = z.object({ name: z.string(), hue: z.int() })

export const tagFieldsOf = ({ name, hue }: z.output<typeof TagFields>): z.output<typeof TagFields> => ({ name, hue })

export const tagEvents = {
  changed: event({
    type: 'tag.changed',
    about: 'A tag was created, renamed, colored, deleted or merged into another one.',
    facts: z.object({
      ...changesOf(TagFields).shape,
      merged_into: z.uuid().nullable().describe('The tag that its records have instead'),
    }),
  }),
}

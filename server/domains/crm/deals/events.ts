import type { Selectable } from 'kysely'
import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, type Reader, subjectsOf } from '#core/events/event.ts'
import type { Tables } from '#db/tables.ts'
import { ImportCause } from '../identities/contact-facts.ts'
import { DealFacts, findDealFacts } from './deal-facts.ts'

/** As they stand when they are told: so much is known of what happened before the facts were kept. */
const read: Reader<DealFacts> = async (events, { db, orgId }) =>
  ofSubject(await findDealFacts(db, orgId, subjectsOf(events)), (deal) => deal)

export const DealChange = z.enum([
  'moved',
  'assigned',
  'answered',
  'edited',
  'renamed',
  'linked',
  'unlinked',
  'brief',
  'people',
])
export type DealChange = z.output<typeof DealChange>

export const dealEvents = {
  created: event({
    type: 'deal.created',
    about: 'A deal was created, with its first assignee.',
    facts: z.object({ deal: DealFacts }),
    webhook: { body: DealFacts, tell: ({ facts }) => facts.deal, read },
  }),
  changed: event({
    type: 'deal.changed',
    about: 'A deal was moved, assigned, answered or edited, or has other contacts.',
    facts: z.object({ change: DealChange, before: DealFacts, after: DealFacts }),
    webhook: { body: DealFacts.extend({ cause: ImportCause }), tell: ({ facts }) => facts.after, read },
  }),
  closed: event({
    type: 'deal.closed',
    about: 'A deal was won or lost.',
    facts: z.object({ deal: DealFacts }),
    webhook: { body: DealFacts, tell: ({ facts }) => facts.deal, read },
  }),
}

/** Neither its title nor its outcome: members write about people there. */
const TaskFields = z.object({
  due_at: z.iso.datetime().nullable(),
  assigned_to: z.uuid().nullable(),
  done_at: z.iso.datetime().nullable(),
  done_by: z.uuid().nullable(),
})

type TaskRow = Selectable<Tables['tasks']>

export const taskFieldsOf = (
  task: Pick<TaskRow, 'assigned_to' | 'done_by' | 'due_at' | 'done_at'>,
): z.output<typeof TaskFields> => ({
  ...{ assigned_to: task.assigned_to, done_by: task.done_by },
  ...{ due_at: task.due_at?.toISOString() ?? null, done_at: task.done_at?.toISOString() ?? null },
})

export const taskEvents = {
  changed: event({
    type: 'task.changed',
    about: 'A task was added, edited, assigned, completed or opened again.',
    facts: z.object({
      change: z.enum(['added', 'done', 'reopened', 'assigned', 'edited']),
      kind: z.string(),
      deal_id: z.uuid().nullable(),
      contact_id: z.uuid().nullable(),
      person_id: z.uuid().nullish().describe('The member who edited it'),
      ...changesOf(TaskFields).shape,
    }),
  }),
}

const PipelineFields = z.object({
  name: z.string(),
  is_default: z.boolean(),
  stages: z
    .array(z.object({ id: z.uuid(), slug: z.string(), name: z.string(), kind: z.string(), chance: z.int().nullish() }))
    .describe('All, in order'),
})

/** Those of a pipeline as it is set up. */
export const pipelineFieldsOf = (pipeline: z.output<typeof PipelineFields>): z.output<typeof PipelineFields> =>
  PipelineFields.parse(pipeline)

const AbsenceFields = z.object({
  away_from: z.iso.datetime().nullable(),
  away_until: z.iso.datetime().nullable(),
})

export const pipelineEvents = {
  changed: event({
    type: 'pipeline.changed',
    about: 'A pipeline was created, changed or archived, or a member is away from the round-robin rotation or back.',
    facts: z.discriminatedUnion('change', [
      z.object({ change: z.enum(['created', 'changed', 'archived']), ...changesOf(PipelineFields).shape }),
      z.object({
        change: z.literal('absence').describe('Of the member that the event is about'),
        ...changesOf(AbsenceFields).shape,
      }),
    ]),
  }),
}

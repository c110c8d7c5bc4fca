import type { CrmEntity } from '#ports/crm.ts'
import { isOwnName } from '../fields/own-names.ts'
import type { Incoming, Note } from './incoming.ts'
import { custom } from './mappings.ts'
import type { RunFacts } from './own-records.ts'
import { decimalOf, sayOwnField } from './own-values.ts'

/** Of which values of ours a field there is made. */
const sourceOf: Readonly<Record<string, string>> = { first_name: 'full_name', last_name: 'full_name', currency: 'amount' }

/** What of a record is to be written there. */
export interface Outgoing {
  /** By the CRM's names. */
  readonly values: Readonly<Record<string, string | null>>
  /** Fields of ours that these say whole. */
  readonly said: ReadonlySet<string>
  /** What cannot be said there. */
  readonly unsaid: readonly Note[]
}

interface Wish {
  readonly values: Readonly<Record<string, string | null>>
  /** Which mapped fields count, of both directions or of all. */
  readonly isMapped: (direction: string) => boolean
  /** The record as it is there; null: it is to be created. */
  readonly there: Incoming | null
}

/** What of a record is to be written there: the fields that stand for these of ours and that the CRM lets programs write. */
export const outgoingValues = (facts: RunFacts, entity: CrmEntity, { values, isMapped, there }: Wish): Outgoing => {
  const written: Record<string, string | null> = {}
  const names = new Set<string>()
  const unsaid: Note[] = []
  const mapped = facts.mappings[entity].filter(
    ({ theirs, direction }) => direction !== 'off' && facts.writable[entity].has(theirs),
  )
  const hasCurrency = mapped.some(({ ours }) => ours === 'currency')
  for (const { ours, theirs, direction } of mapped) {
    const source = sourceOf[ours] ?? ours
    // A currency goes with its amount, whatever was chosen for it.
    const counts = isMapped(direction) || ours === 'currency'
    if (ours === custom || !counts || !(source in values)) continue
    const own = values[source] ?? null
    const value = isOwnName(ours)
      ? (sayOwnField(own, facts.described[entity].get(theirs)) ?? (own === null ? null : { ...notes.choice, field: theirs }))
      : valueThere(facts, { ours, value: own, there, hasCurrency })
    if (value !== null && typeof value === 'object') unsaid.push(value)
    else {
      written[theirs] = value
      names.add(ours)
    }
  }
  const isSaid = (field: string): boolean =>
    names.has(field) || (field === 'full_name' && names.has('first_name') && names.has('last_name'))
  return { values: written, said: new Set(Object.keys(values).filter(isSaid)), unsaid }
}

interface Value {
  readonly ours: string
  readonly value: string | null
  readonly there: Incoming | null
  /** The CRM takes a currency with an amount. */
  readonly hasCurrency: boolean
}

/** A note: it cannot be said there. */
const valueThere = (facts: RunFacts, { ours, value, there, hasCurrency }: Value): string | null | Note => {
  if (value === null) return ours === 'stage' ? notes.stage : null
  switch (ours) {
    case 'first_name':
      return firstOf(value)
    case 'last_name':
      return lastOf(value)
    case 'amount':
      return hasCurrency || currencyOf(value) === (currencyOf(there?.values.amount) ?? facts.currency)
        ? decimalOf(value)
        : notes.amount
    case 'currency':
      return currencyOf(value)
    case 'stage':
      return stageThere(facts, value, there) ?? notes.stage
    case 'owner':
      return theirsOf(facts.owners, value)[0] ?? notes.owner
    default:
      return value
  }
}

const notes = {
  stage: {
    field: 'stage',
    code: 'stage_not_there',
    message:
      'The pipeline that the deal is in there has no stage for the one that it is in here; the stage was not written there.',
  },
  owner: {
    field: 'owner',
    code: 'owner_not_there',
    message: 'The CRM has no user with the address of this member; the owner was not written there.',
  },
  choice: {
    field: null,
    code: 'choice_not_there',
    message: 'The CRM has no such choice for this field; the value was not written there.',
  },
  amount: {
    field: 'amount',
    code: 'currency_differs',
    message: 'Amounts there are in another currency, and none can be written with them; the amount was not written there.',
  },
} as const satisfies Record<string, Note>

/** The last word is the family's name: CRMs want one. */
const lastOf = (name: string): string => name.trim().split(/\s+/).at(-1) ?? name
const firstOf = (name: string): string | null => name.trim().split(/\s+/).slice(0, -1).join(' ') || null

const currencyOf = (text: string | null | undefined): string | null => text?.split(' ')[1] ?? null

/** Those of theirs that are this one of ours. */
const theirsOf = (map: ReadonlyMap<string, string>, ours: string): string[] =>
  [...map].flatMap(([theirs, own]) => (own === ours ? [theirs] : []))

/**
 * Of several stages there the one in the pipeline that the deal is in: it stays in it, unless it was moved to another pipeline here, too.
 */
const stageThere = (facts: RunFacts, ours: string, there: Incoming | null): string | undefined => {
  const all = theirsOf(facts.stages, ours)
  const present = facts.pipelines.get(there?.theirStage ?? '')
  if (!there || present === undefined) return all[0]
  const inIt = all.find((id) => facts.pipelines.get(id) === present)
  const pipelineOf = (stage: string | null | undefined) => facts.ownStages.get(stage ?? '')?.pipeline_id
  return inIt ?? (pipelineOf(there.values.stage) === pipelineOf(ours) ? undefined : all[0])
}

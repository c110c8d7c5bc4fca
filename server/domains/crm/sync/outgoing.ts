import type { CrmEntity } from '#ports/crm.ts'
import { exponentOf } from '#shapes/money.ts'
import { custom } from './mappings.ts'
import type { RunFacts } from './own-records.ts'

/** Of which values of ours a field there is made. */
const sourceOf: Readonly<Record<string, string>> = { first_name: 'full_name', last_name: 'full_name', currency: 'amount' }

/**
 * What of a record is to be written there, by the CRM's names: the fields that stand for these of ours and that the CRM lets programs write.
 * `isMapped`: which mapped fields count, of both directions or of all.
 */
export const outgoingValues = (
  facts: RunFacts,
  entity: CrmEntity,
  values: Readonly<Record<string, string | null>>,
  isMapped: (direction: string) => boolean,
): Record<string, string | null> => {
  const written: Record<string, string | null> = {}
  for (const { ours, theirs, direction } of facts.mappings[entity]) {
    const source = sourceOf[ours] ?? ours
    // A currency goes with its amount, whatever was chosen for it.
    const counts = isMapped(direction) || (ours === 'currency' && direction !== 'off')
    if (ours === custom || !counts || !facts.writable[entity].has(theirs) || !(source in values)) continue
    const value = valueThere(facts, ours, values[source] ?? null)
    if (value !== undefined) written[theirs] = value
  }
  return written
}

/** Undefined: it cannot be said there. */
const valueThere = (facts: RunFacts, ours: string, value: string | null): string | null | undefined => {
  if (value === null) return ours === 'stage' ? undefined : null
  switch (ours) {
    case 'first_name':
      return firstOf(value)
    case 'last_name':
      return lastOf(value)
    case 'amount':
      return amountOf(value)
    case 'currency':
      return value.split(' ')[1] ?? null
    case 'stage':
      return keyOf(facts.stages, value)
    case 'owner':
      return keyOf(facts.owners, value)
    default:
      return value
  }
}

/** The last word is the family's name: CRMs want one. */
const lastOf = (name: string): string => name.trim().split(/\s+/).at(-1) ?? name
const firstOf = (name: string): string | null => name.trim().split(/\s+/).slice(0, -1).join(' ') || null

/** `120050 EUR` is `1200.50`. */
const amountOf = (text: string): string => {
  const [minor = '0', currency = ''] = text.split(' ')
  const digits = exponentOf(currency)
  const padded = minor.padStart(digits + 1, '0')
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
}

/** The first of theirs that is this one of ours. */
const keyOf = (map: ReadonlyMap<string, string>, ours: string): string | undefined => {
  for (const [theirs, own] of map) if (own === ours) return theirs
  return undefined
}

import { z } from 'zod'
import type { CrmEntity } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { objects } from './fields.ts'
import { type Calls, dataPath, maxBytes, TooLarge } from './requests.ts'

/** A record as the service gives it. */
export type RawRow = Readonly<Record<string, unknown>>

/** The most that one answer holds (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/headers_queryoptions.htm). */
export const mostRows = 2_000
/** So many times smaller is what is asked for after an answer that was too large. */
export const shrinking = 20
const valuesPerRetrieve = 400_000
/** Of records that are asked for by their ids, all together. */
const mostBytesById = 4 * maxBytes
/** No field has such a name. */
export const tooLargeMark = '@tooLarge'

/**
 * Records by their ids (https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections_retrieve.htm):
 * the one way of reading that takes any number of fields.
 */
export const openRetrieving = (calls: Calls) => {
  /**
   * In the order of the ids; null for what is not there. A row that is too large is only its id. Ends early where the answers together are
   * larger than one may be, but not before the first row.
   */
  const retrieveSome = async (entity: CrmEntity, ids: readonly string[], names: readonly string[], mostBytes: number) => {
    const path = `${dataPath}/composite/sobjects/${objects[entity]}`
    const found: (RawRow | null)[] = []
    let size = Math.max(1, Math.min(mostRows, Math.floor(valuesPerRetrieve / names.length)))
    for (let bytes = 0; found.length < ids.length && bytes < mostBytes; ) {
      const part = ids.slice(found.length, found.length + size)
      const shape = z.array(z.looseObject({}).nullable()).length(part.length)
      try {
        const asked = { operation: `retrieve ${objects[entity]}`, method: 'POST' as const, path, shape }
        const said = await calls.call({ ...asked, body: { ids: part, fields: names } })
        bytes += said.bytes
        found.push(...said.value)
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error
        bytes += maxBytes
        if (part.length === 1) found.push({ Id: part[0], [tooLargeMark]: true })
        size = Math.ceil(part.length / shrinking)
        if (found.length === 0) bytes = 0
      }
    }
    return found
  }
  const retrieve = async (entity: CrmEntity, ids: readonly string[], names: readonly string[]): Promise<(RawRow | null)[]> => {
    const found = await retrieveSome(entity, ids, names, mostBytesById)
    if (found.length < ids.length) throw new ProviderError('broken', 'The records are too large to be read at once.')
    return found
  }

  return { retrieve, retrieveSome }
}

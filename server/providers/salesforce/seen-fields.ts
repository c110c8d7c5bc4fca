import type { CrmEntity } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type DescribedField, describe } from './fields.ts'
import type { Calls } from './requests.ts'
import { isFieldName } from './soql.ts'

/** What is known of the fields that this user may see, and what follows where that is no longer so. Throws ProviderError. */
export const openSeenFields = (calls: Calls) => {
  /** By the last description; without one every name is tried. */
  const seen = new Map<CrmEntity, readonly DescribedField[]>()
  const describeAnew = async (entity: CrmEntity): Promise<readonly DescribedField[]> => {
    const fields = await describe(calls, entity)
    seen.set(entity, fields)
    return fields
  }
  /** Where the user may not see a field, or no longer, the work is done once more without it. */
  const withSeenFields = async <T>(entity: CrmEntity, work: (isSeen: (name: string) => boolean) => Promise<T>): Promise<T> => {
    const isSeen = (name: string): boolean =>
      isFieldName(name) && (seen.get(entity)?.some((field) => field.name === name) ?? true)
    try {
      return await work(isSeen)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'INVALID_FIELD') throw error
      await describeAnew(entity)
      return work(isSeen)
    }
  }

  return {
    /** As known. */
    described: async (entity: CrmEntity): Promise<readonly DescribedField[]> => seen.get(entity) ?? describeAnew(entity),
    describeAnew,
    withSeenFields,
  }
}

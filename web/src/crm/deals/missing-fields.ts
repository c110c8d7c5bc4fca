import { CallError } from '#web/gateway.ts'

/** The keys of the fields that a stage needs, where a deal was not moved for want of them; else null. */
export const missingKeys = (error: unknown): readonly string[] | null => {
  if (!(error instanceof CallError) || error.code !== 'fields_missing') return null
  const { missing } = error.facts
  if (!Array.isArray(missing)) return []
  return missing.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'key' in each && typeof each.key === 'string' ? each.key : [],
  )
}

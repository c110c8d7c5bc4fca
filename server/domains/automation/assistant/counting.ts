import { z } from 'zod'
import type { AnyAction, AssistantDoor } from '#core/actions/action.ts'
import { listIn } from './lists.ts'

/** So far a list is counted: what is longer is "more than 5,000". */
const mostCounted = 5_000
/** And so long: a person waits for the answer. */
const countMs = 2_000

export interface Counted {
  readonly total: number
  /** False: there are more than these. */
  readonly isAll: boolean
}

/**
 * How many records a list has that was cut: by the same action, with the same rights and filters, read on in its largest pages. Null where
 * it cannot be read on.
 */
export const countList = async (
  { read }: Pick<AssistantDoor, 'read'>,
  { name, input: shape }: Pick<AnyAction, 'name' | 'input'>,
  given: Readonly<Record<string, unknown>>,
): Promise<Counted | null> => {
  const pageSize = pageSizeOf(shape)
  if (pageSize === null) return null
  const { cursor: _, ...filter } = given
  const until = performance.now() + countMs
  let total = 0
  let cursor: unknown
  do {
    const { body, failure } = await read(name, { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) })
    const list = failure ? null : listIn(body)
    // Asked too often, or something went away meanwhile: what was counted stands.
    if (!list) return total === 0 ? null : { total, isAll: false }
    total += list.items.length
    cursor = list.next ?? undefined
  } while (cursor !== undefined && total < mostCounted && performance.now() < until)
  return { total, isAll: cursor === undefined }
}

const Paged = z.object({ properties: z.object({ cursor: z.unknown(), limit: z.object({ maximum: z.int() }) }) })

/** The largest page of an action that lists; null of any other. */
const pageSizeOf = (input: AnyAction['input']): number | null => {
  const { success, data } = Paged.safeParse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
  return success && data.properties.cursor !== undefined ? data.properties.limit.maximum : null
}

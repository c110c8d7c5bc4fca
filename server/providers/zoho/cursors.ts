import { z } from 'zod'
import { ProviderError } from '#ports/provider-error.ts'

const id = z.string().regex(/^\d{1,25}$/)
const size = z.number().int().min(1).max(2_000)

/** Where a page begins. All of them are places in an order of the records, no token of the vendor's: they do not end. */
const Cursor = z.discriminatedUnion('of', [
  z.object({ of: z.literal('all'), after: id, size }),
  /** `at`: a whole second, in milliseconds. */
  z.object({ of: z.literal('changed'), at: z.number().int(), after: id, size }),
  z.object({ of: z.literal('ids'), before: id }),
  z.object({ of: z.literal('gone'), page: z.number().int().min(2) }),
])
type Cursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor)

/** Null: the first page. */
export const readCursor = <Of extends Cursor['of']>(text: string | null, of: Of): Extract<Cursor, { of: Of }> | null => {
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const read = Cursor.safeParse(value)
  if (!read.success || read.data.of !== of) throw new ProviderError('refused', 'The place to go on from cannot be read.')
  return read.data as Extract<Cursor, { of: Of }>
}

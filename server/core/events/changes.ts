import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** The facts of a `*.changed` event: the fields that changed, as they were and as they are. */
export const changesOf = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  z.object({
    before: fields.partial().nullable().describe('Null: it was created'),
    after: fields.partial().nullable().describe('Null: it was removed'),
  })

type Values = Readonly<Record<string, unknown>>

/**
 * Of all fields of a thing, only those that differ. Both sides name the same fields: a field that neither has changed is left out, so
 * that a reader sees at once what the change was. Of a thing that was created or removed, all of them.
 */
export const changedFields = <Fields extends object>(
  before: Fields | null,
  after: Fields | null,
): { before: Partial<Fields> | null; after: Partial<Fields> | null } => {
  if (!before || !after) return { before, after }
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual((before as Values)[name], (after as Values)[name]))
  const only = (side: Fields): Partial<Fields> =>
    Object.fromEntries(names.map((name) => [name, (side as Values)[name]])) as Partial<Fields>
  return { before: only(before), after: only(after) }
}

import type { CrmEntity } from '#web/wire.ts'

/** In the order in which they are read and shown. */
export const entities = ['companies', 'contacts', 'deals'] as const satisfies readonly CrmEntity[]

/** What is known by kind of record, of the kinds of which something is. */
export const entriesOf = <T>(of: { readonly [Entity in CrmEntity]?: T | undefined }): [CrmEntity, T][] =>
  entities.flatMap((entity): [CrmEntity, T][] => {
    const found = of[entity]
    return found === undefined ? [] : [[entity, found]]
  })

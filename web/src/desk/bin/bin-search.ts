import type { Input } from '#web/wire.ts'

export type BinKind = NonNullable<Input<'list-bin'>['kind']>

export const binKinds: readonly BinKind[] = ['contact', 'company', 'lead', 'deal', 'task']

/** The address of the page. */
export interface BinSearch {
  readonly kind?: BinKind
  readonly search?: string
}

export const readBinSearch = ({ kind, search }: Record<string, unknown>): BinSearch => {
  const known = binKinds.find((each) => each === kind)
  return { ...(known && { kind: known }), ...(typeof search === 'string' && search !== '' && { search: search.slice(0, 200) }) }
}

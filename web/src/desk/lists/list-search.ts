import { isId, textIn } from '#web/ui/route-params.ts'

/** What the address of a list says. What is left out is as the view has it, or the list itself. */
export interface ListSearch {
  readonly q?: string
  /** A saved view. */
  readonly view?: string
  /** The filter (`textOfFilter`). */
  readonly f?: string
  /** The order: a key of a field, with a minus for descending. */
  readonly order?: string | undefined
  /** The columns, with their widths: `source*120~owner`. */
  readonly cols?: string
}

const mostText = 4_000

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readListSearch = ({ q, view, f, order, cols }: Record<string, unknown>): ListSearch => ({
  ...textIn('q', q),
  ...(isId(view) && { view }),
  ...(typeof f === 'string' && f.length <= mostText && { f }),
  order: typeof order === 'string' && /^-?[a-z][a-z0-9_.-]{0,80}$/i.test(order) ? order : undefined,
  ...(typeof cols === 'string' && /^[a-z0-9_.*~-]{1,2000}$/i.test(cols) && { cols }),
})

export interface ShownColumn {
  readonly key: string
  readonly width: number | null
}

export const textOfColumns = (columns: readonly ShownColumn[]): string =>
  columns.map(({ key, width }) => (width === null ? key : `${key}*${width}`)).join('~')

export const columnsInText = (text: string): ShownColumn[] =>
  text.split('~').flatMap((each) => {
    const [key = '', width] = each.split('*')
    const pixels = Number(width)
    return key === '' ? [] : [{ key, width: pixels >= 60 && pixels <= 1_200 ? Math.round(pixels) : null }]
  })

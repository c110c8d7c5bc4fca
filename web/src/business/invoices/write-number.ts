/** How numbers are written where the reader is. */
export interface Separators {
  readonly group: string
  readonly decimal: string
}

/** A plain number (`1234.50`) as it is typed here: `1,234.50`. */
export const writeNumber = (plain: string, { group, decimal }: Separators): string => {
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? grouped : grouped + decimal + fraction
}

/** The same without zeros at its end: `2.000` is `2`. */
export const trimmed = (plain: string): string => (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain)

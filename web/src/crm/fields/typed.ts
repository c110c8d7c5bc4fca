import { readSigned } from '#web/business/invoices/typed.ts'
import type { Separators } from '#web/business/invoices/write-number.ts'
import type { OwnField } from '#web/wire.ts'

/**
 * What was typed for a field, as the server takes it: numbers and amounts by how the reader writes them, with a point before the decimals.
 * What is none goes on as it was typed, and is refused by name.
 */
export const plainTyped = (
  { type, currency }: Pick<OwnField, 'type' | 'currency'>,
  text: string,
  separators: Separators,
): string => {
  if (type !== 'number' && type !== 'money') return text
  const bare = type === 'money' ? text.replaceAll(/\p{Sc}/gu, '').replace(currency ?? '', '') : text
  return readSigned(bare, separators) ?? text
}

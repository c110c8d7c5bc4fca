/* Arithmetic that numbers of businesses and accounts are checked by. All take digits only. */

const digitsOf = (text: string): number[] => Array.from(text, Number)

/** The sum of the digits, each times its weight. */
export const weighted = (text: string, weights: readonly number[]): number =>
  digitsOf(text).reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0)

/** ISO/IEC 7812: the last digit checks the others. */
export const isLuhn = (text: string): boolean =>
  digitsOf(text)
    .toReversed()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : crossSum(2 * digit)), 0) %
    10 ===
  0

const crossSum = (number: number): number => (number > 9 ? number - 9 : number)

/** The rest of a number of any length. */
export const restOf = (text: string, divisor: number): number =>
  digitsOf(text).reduce((rest, digit) => (rest * 10 + digit) % divisor, 0)

/** ISO 7064, MOD 11,10. */
export const isMod11And10 = (text: string): boolean => {
  let product = 10
  for (const digit of digitsOf(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (product + Number(text.at(-1))) % 10 === 1
}

/** ISO 7064, MOD 97-10, with letters as two digits (A is 10). */
export const isMod97 = (text: string): boolean =>
  restOf(Array.from(text, (sign) => Number.parseInt(sign, 36).toString()).join(''), 97) === 1

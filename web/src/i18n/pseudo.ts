const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'
const accents = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]))

/** As much longer as German or Finnish is than English; short words grow the most. */
const growth = (length: number): number => (length < 12 ? 0.6 : length < 40 ? 0.4 : 0.3)

/** English that no font, no width and no direction was made for: `Leads` becomes `⟦Ļéåðš one⟧`. Readable all the same. */
export const pseudo = (text: string): string => {
  if (!/\p{L}/u.test(text)) return text
  const extra = fillers.slice(0, Math.max(1, Math.round((text.length * growth(text.length)) / 4))).join(' ')
  return `⟦${text.replace(/[a-zA-Z]/g, (letter) => accents.get(letter) ?? letter)} ${extra}⟧`
}

const fillers = Array.from({ length: 80 }, (_, n) => ['ôñé', 'ţŵö', 'ţĥŕ', 'ƒöû'][n % 4] ?? '')

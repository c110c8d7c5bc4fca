/** Black or white, whichever is easier to read on a colour: one of them has 4.58 : 1 on any. */
export const inkOn = (colour: string): '#000000' | '#ffffff' => {
  const light = luminance(colour)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff'
}

/** The contrast of two colours, as WCAG 2 defines it: 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What WCAG 2 asks of text. */
export const leastContrast = 4.5

/** The nearest to a colour that can be read as text on a ground, darker on a light one and lighter on a dark one. */
export const readableOn = (colour: string, ground: string): string => {
  const end = inkOn(ground)
  for (let step = 0; step <= 20; step++) {
    const mixed = mix(colour, end, step / 20)
    if (contrastOf(mixed, ground) >= leastContrast) return mixed
  }
  return end
}

const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const mix = (from: string, to: string, share: number): string => {
  const end = partsOf(to)
  return `#${partsOf(from)
    .map((part, at) =>
      Math.round(part + ((end[at] as number) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Relative luminance, as WCAG 2 defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((whole) => {
    const part = whole / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

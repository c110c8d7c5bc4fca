/** A point of a chart, in words. */
export interface ChartPoint {
  /** Under the chart, where there is room. */
  readonly label: string
  /** Where it is spoken of by itself. */
  readonly name: string
}

export interface ChartSeries {
  readonly name: string
  /** As many as there are points; null where nothing is known. */
  readonly values: readonly (number | null)[]
  /** `you` is what the chart is about, `before` what it is compared with; else one of the eight hues, from 1. */
  readonly tone: 'you' | 'before' | number
}

export const colourOf = (tone: ChartSeries['tone']): string =>
  tone === 'you' ? 'var(--chart-you)' : tone === 'before' ? 'var(--chart-before)' : `var(--h${tone}-text)`

/** The greatest value, never 0: a chart of nothing is a flat line at its foot. */
export const topOf = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0)) || 1

/** Pieces of a line: it ends where nothing is known, and begins again behind that. */
export const piecesOf = (values: readonly (number | null)[]): number[][] => {
  const pieces: number[][] = []
  values.forEach((value, at) => {
    const last = pieces.at(-1)
    if (value === null) return
    if (last && last.at(-1) === at - 1) last.push(at)
    else pieces.push([at])
  })
  return pieces
}

/** Labels of two lines that would touch are moved apart. */
export const apart = (first: number, second: number, least: number): [number, number] => {
  const gap = second - first
  if (Math.abs(gap) >= least) return [first, second]
  const move = (least - Math.abs(gap)) / 2
  return gap >= 0 ? [first - move, second + move] : [first + move, second - move]
}

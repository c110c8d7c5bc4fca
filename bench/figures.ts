/** A line of the table. */
export interface Row {
  readonly what: string
  readonly must: string
  /** What was found, in words and figures. */
  readonly found: string
  readonly kept: boolean | null
}

export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

export const p99Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] as number

/** The median of the rounds' own ratios, in which the drift of the machine cancels out, with the least and the greatest. */
export const ratio = (over: readonly number[], under: readonly number[]): { median: number; words: string } => {
  const each = over.map((figure, round) => figure / (under[round] as number))
  return {
    median: median(each),
    words: `**${median(each).toFixed(2)}** (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})`,
  }
}

export const perSecond = (figures: readonly number[]): string => `${Math.round(median(figures)).toLocaleString('en')}/s`

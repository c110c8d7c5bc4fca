/** As many as are offered in place of a start that cannot be had. */
export const mostNearest = 3

/** Of some times, in milliseconds, those that are nearest to one, in their order; of two as near the earlier one. */
export const nearestTimes = (times: readonly number[], to: number): number[] =>
  times
    .toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to) || a - b)
    .slice(0, mostNearest)
    .sort((a, b) => a - b)

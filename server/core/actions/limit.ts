/** `times` calls in each `seconds`, as a token bucket: a burst of `times`, refilled evenly. */
export interface Limit {
  readonly times: number
  readonly seconds: number
}

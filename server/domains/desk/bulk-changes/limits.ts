import { mostSelected } from '../lists/limits.ts'

/** Of one change. */
export const mostRecords = mostSelected
/** Records that are named one by one. */
export const mostNamed = 500
/** So few are changed before the answer. */
export const mostAtOnce = 50
/** Of one workspace. */
export const mostUnderWay = 20
/** Records that a step selects, and that it changes: a step of the slowest change takes about a second, and what it holds waits so long. */
export const selectedAtOnce = 500
export const changedAtOnce = 200
/** Where more match than one change takes, the rest is counted. */
export const countedAtOnce = 5_000
/** A run works so long, then other workspaces have their turn. */
export const sliceMs = 2_000
/** Runs without a step after which a change is given up. */
export const mostTries = 8
/** Without a step for so long it is taken up anew. */
export const stalledAfterMs = 60_000
/** It can be looked at, and undone, for so many days. */
export const keptDays = 30

import type { Implementation } from './implementation.ts'
import { numberFunctions } from './number-functions.ts'
import { textFunctions } from './text-functions.ts'
import { timeFunctions } from './time-functions.ts'
import { valueFunctions } from './value-functions.ts'

/** What the functions of the table do, by name. */
export const implementations: ReadonlyMap<string, Implementation> = new Map(
  Object.entries({ ...valueFunctions, ...textFunctions, ...numberFunctions, ...timeFunctions }),
)

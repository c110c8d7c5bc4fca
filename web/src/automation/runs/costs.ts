import { countedTo } from '#web/i18n/format.ts'

/** Millionths of the workspace’s currency of models: to the tenth of a cent, and never as nothing where there was something. */
export const costOf = (micros: number): string => countedTo(Math.max(micros, micros > 0 ? 1_000 : 0) / 1_000_000, 3)

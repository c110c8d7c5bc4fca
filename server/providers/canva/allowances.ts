import type { DesignAllowances } from '#ports/designs.ts'

const minute = (times: number) => [{ times, seconds: 60 }]

/**
 * What Canva allows a user of an integration a minute (contract: `x-rate-limit`), less a fifth: a bucket that is refilled evenly lets through a
 * little more than its size in a window, and Canva's answers say nothing of what is left. Of exports also 75 in five minutes and 500 a day.
 */
export const canvaAllowances: DesignAllowances = {
  abilities: minute(8),
  list: minute(80),
  find: minute(80),
  create: minute(16),
  exportTypes: minute(80),
  beginExport: [...minute(16), { times: 60, seconds: 300 }, { times: 400, seconds: 86_400 }],
  findExport: minute(96),
  templates: minute(80),
  templateFields: minute(80),
  beginFill: minute(48),
  findFill: minute(48),
}

/** Records of one change, and records that are named for one export. */
export const mostSelected = 100_000

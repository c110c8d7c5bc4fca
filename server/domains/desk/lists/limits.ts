/** Records of one change, and records that are named for one export. */
export const mostSelected = 100_000

/** Views of one member, and views that a workspace shares. */
export const mostViews = 200

/** Kinds of records that have fields of the workspace's own, in the order of the page. */
export const fieldKinds = ['contact', 'company', 'lead', 'deal'] as const

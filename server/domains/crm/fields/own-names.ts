/** A field of the workspace's own among those of its records, by its key: in edits, and in what a CRM's fields become. */
export type OwnFieldName = `fields.${string}`
const ownPrefix = 'fields.'
export const isOwnName = (field: string): field is OwnFieldName => field.startsWith(ownPrefix)
export const keyOfOwn = (field: OwnFieldName): string => field.slice(ownPrefix.length)
export const ownNameOf = (key: string): OwnFieldName => `${ownPrefix}${key}`

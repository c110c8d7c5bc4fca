/** From and to on the wall clock. */
export type Windows = readonly (readonly string[])[]

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

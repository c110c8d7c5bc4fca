export type * from '#client'

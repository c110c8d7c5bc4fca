export type { ActionName, Input, Output } from '#client'

export type { ActionName, EventType, Input, Output } from '#client'

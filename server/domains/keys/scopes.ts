import { z } from 'zod'

/** What a key can be allowed to do, as Settings offers it. A scope stands here when an action honours it, and not before. */
export const offeredScopes = {
  'leads:write': 'Send leads',
} as const satisfies Record<string, string>

export type OfferedScope = keyof typeof offeredScopes

export const OfferedScope = z.enum(Object.keys(offeredScopes) as [OfferedScope, ...OfferedScope[]])

/** The form of any scope, `word:word`: what the command line may store for an action that is still to come. */
export const scopeForm = /^[a-z]+(?:[-_][a-z]+)*:[a-z]+(?:[-_][a-z]+)*$/

export const isScope = (text: string): boolean => text.length <= 64 && scopeForm.test(text)

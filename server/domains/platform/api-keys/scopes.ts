import { declared, oneOf } from '#core/declared.ts'

/** What a key can be allowed to do, as Settings offers it: the scopes that modules declare. */
export const OfferedScope = oneOf('ScopeName', () => declared.scopes.keys())

/** The form of any scope, `word:word`: what the command line may store for an action that is still to come. */
export const scopeForm = /^[a-z]+(?:[-_][a-z]+)*:[a-z]+(?:[-_][a-z]+)*$/

export const isScope = (text: string): boolean => text.length <= 64 && scopeForm.test(text)

import { isTriable } from '#shapes/origins.ts'

/**
 * Whether pages of `origin` may talk to a widget: those on its list. Where the sandbox is on, also those of this very Foyer, by
 * whichever name this machine goes: its page to try a widget on stands there.
 */
export const mayTalk = (
  origin: string,
  allowed: readonly string[],
  foyer: { readonly publicUrl: string; readonly hasSandbox: boolean },
): boolean => allowed.includes(origin) || isTriable(origin, foyer)

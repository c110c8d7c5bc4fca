import { z } from 'zod'
import { isStorable } from './texts.ts'

/** Colours that a workspace gives tags and choices, from 1. */
export const hues = 8
export const Hue = z.int().min(1).max(hues)

/** A name on one line, of at most so many characters. */
export const lineOf = (most: number) =>
  z
    .string()
    .transform((name) => name.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(most).refine(isStorable, 'is not valid text'))

import { tidyLine } from '#shapes/letters.ts'
import { cut, isStorable } from '#shapes/texts.ts'

const nameMost = 255

/**
 * A name as it is kept: without the folders that a browser or a program put before it, and without what is not seen or turns the order of
 * reading around (`fdp.exe` that reads `exe.pdf`). Null where nothing is left.
 */
export const cleanName = (given: string): string | null => {
  if (!isStorable(given)) return null
  const name = tidyLine(given)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, '')
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  if (name === '') return null
  const ending = endingOf(name)
  return name.length <= nameMost ? name : cut(name.slice(0, -ending.length || undefined), nameMost - ending.length) + ending
}

/** With its dot, in lower case; empty where there is none. */
export const endingOf = (name: string): string => /\.[a-z\d]{1,12}$/i.exec(name)?.[0].toLowerCase() ?? ''

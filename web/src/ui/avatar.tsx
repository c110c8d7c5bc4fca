import type { CSSProperties } from 'react'
import classes from './parts.module.css'

/** The initials of a person on a ground of their own. A picture of what stands beside it: silent for those who listen. */
export const Avatar = ({ name, size }: { name: string; size?: string }) => (
  <span
    className={classes.avatar}
    data-initials={initialsOf(name)}
    style={
      {
        '--avatar-ground': `var(--h${hueOf(name)})`,
        '--avatar-text': `var(--h${hueOf(name)}-text)`,
        ...(size ? { '--avatar-size': size } : {}),
      } as CSSProperties
    }
    aria-hidden
  />
)

const initialsOf = (name: string): string => {
  const words = name.split(/[\s@.+_-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const first = [...(words[0] ?? '·')][0] ?? '·'
  const last = name.includes('@') || words.length < 2 ? '' : ([...(words.at(-1) ?? '')][0] ?? '')
  return (first + last).toUpperCase()
}

/** As many as ui/tokens.css has. */
const hues = 8

/** The hue of a person, from 1. */
export const hueOf = (name: string): number => {
  let sum = 7
  for (const character of name.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (sum % hues) + 1
}

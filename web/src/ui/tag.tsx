import type { ReactNode } from 'react'
import { strings } from './strings.ts'
import classes from './tag.module.css'

/** A label in one of eight hues that the workspace chose. The hue never says anything that the word does not. */
export const Tag = ({ hue, children }: { hue: number; children: ReactNode }) => (
  <span className={classes.tag} data-hue={hue}>
    <span>
      <bdi>{children}</bdi>
    </span>
  </span>
)

/** Several, by name; in a row of a list the first few, and how many more there are. */
export const Tags = ({
  tags,
  most = Number.POSITIVE_INFINITY,
  isOneLine = false,
}: {
  tags: readonly { readonly id: string; readonly name: string; readonly hue: number }[]
  most?: number
  /** They give way to each other where the line is narrow, and the whole words are under the pointer. */
  isOneLine?: boolean
}) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.tags} role="list" data-one-line={isOneLine || undefined}>
    {tags.slice(0, most).map(({ id, name, hue }) => (
      <li key={id} title={isOneLine ? name : undefined}>
        <Tag hue={hue}>{name}</Tag>
      </li>
    ))}
    {tags.length > most && (
      <li className={classes.more} title={tags.map(({ name }) => name).join(', ')}>
        {strings.moreTags(tags.length - most)}
      </li>
    )}
  </ul>
)

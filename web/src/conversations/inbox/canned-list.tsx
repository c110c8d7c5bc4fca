import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { CannedReply } from '#web/wire.ts'
import { repliesFor } from './canned.ts'
import classes from './composer.module.css'
import { strings } from './strings.ts'

/** A saved reply, or a teammate to mention. */
export type Choice = Pick<CannedReply, 'id' | 'shortcut' | 'title' | 'body'>

export interface Canned {
  readonly id: string
  readonly isOpen: boolean
  readonly found: readonly Choice[]
  readonly at: number
  onKey(key: string, take: (reply: Choice) => void): boolean
}

/** What fits what is typed after `/` or `@`, with one of them chosen. */
export const useCanned = (typed: string | null, all: readonly Choice[]): Canned => {
  const id = useId()
  const [chosen, setChosen] = useState({ typed, at: 0 })
  const [shut, setShut] = useState<string | null>(null)
  const found = typed === null ? [] : repliesFor(typed, all)
  const at = chosen.typed === typed ? Math.min(chosen.at, Math.max(0, found.length - 1)) : 0
  if (typed === null && shut !== null) setShut(null)
  return {
    id,
    isOpen: typed !== null && shut !== typed && all.length > 0,
    found,
    at,
    onKey: (key, take) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined && found.length > 0) {
        setChosen({ typed, at: (at + step + found.length) % found.length })
        return true
      }
      const reply = found[at]
      if ((key === 'Enter' || key === 'Tab') && reply) {
        take(reply)
        return true
      }
      if (key !== 'Escape') return false
      setShut(typed)
      return true
    },
  }
}

export const CannedList = ({ canned, isNames, onTake }: { canned: Canned; isNames: boolean; onTake(reply: Choice): void }) => (
  <div className={classes.canned}>
    {canned.found.length === 0 ? (
      <p className={classes.cannedNone}>
        {strings.cannedNone} <Link to="/settings/canned-replies">{strings.cannedManage}</Link>
      </p>
    ) : (
      <div role="listbox" id={canned.id} aria-label={isNames ? strings.teammates : strings.cannedList}>
        {canned.found.map((reply, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
          <div
            key={reply.id}
            id={`${canned.id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === canned.at}
            className={classes.cannedRow}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(reply)}
          >
            <span className={classes.cannedTitle}>
              {!isNames && <code>/{reply.shortcut}</code>} <bdi>{reply.title}</bdi>
            </span>
            <span className={classes.cannedText} dir="auto">
              {reply.body}
            </span>
          </div>
        ))}
      </div>
    )}
  </div>
)

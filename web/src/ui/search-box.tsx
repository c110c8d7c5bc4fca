import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IconSearch } from '#icons'
import { mostSearched } from './route-params.ts'
import { strings } from './strings.ts'

const typingMs = 250

/** Passes on what was typed once the typing pauses. The key / goes to it. */
export const SearchBox = ({
  value,
  onChange,
  onEnter,
  label,
  placeholder,
}: {
  value: string
  onChange: (value: string) => void
  /** With what stands in the field. Then it is passed on when the field is left, too: a button beside it asks for the same. */
  onEnter?: (typed: string) => void
  label: string
  placeholder: string
}) => {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // The address changed by other means (back, a cleared filter): the box follows.
  if (shown !== value) {
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      aria-keyshortcuts="/"
      value={typed}
      maxLength={mostSearched}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={strings.clearSearch} onClick={() => setTyped('')} />}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (onEnter && typed.trim() !== value) onChange(typed.trim())
      }}
      onKeyDown={({ key, nativeEvent }) => {
        // Enter also ends the choice of a character that is composed.
        if (key === 'Enter' && !nativeEvent.isComposing) onEnter?.(typed.trim())
      }}
    />
  )
}

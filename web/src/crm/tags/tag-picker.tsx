import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconCheck, IconPlus } from '#icons'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Tag as Chip } from '#web/ui/tag.tsx'
import type { PlainRecordKind, Tag } from '#web/wire.ts'
import { useTagging, useTags } from './api.ts'
import { strings as ofRecord } from './record-strings.ts'
import { strings } from './strings.ts'
import classes from './tags.module.css'

/** Of a longer list, typing finds the rest. */
const mostShown = 50
const longestName = 50

const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Tags to tick: typing finds them, or makes a new one; arrows and Enter do all of it. */
export const TagPicker = ({ kind, id, tags }: { kind: PlainRecordKind; id: string; tags: readonly Tag[] }) => {
  const { data, error } = useTags()
  const tagging = useTagging(kind, id)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // What was ticked, until the record has been read again.
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const list = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // The first time, its code comes when the popover has already looked for what to focus.
  useEffect(() => field.current?.focus(), [])
  const has = ticked ?? new Set(tags.map(({ name }) => plain(name)))
  const wanted = plain(typed)
  const found = (data?.tags ?? []).filter(({ name }) => plain(name).includes(wanted)).slice(0, mostShown)
  const isNew = wanted !== '' && data !== undefined && !data.tags.some(({ name }) => plain(name) === wanted)
  const names = [...found.map(({ name }) => name), ...(isNew ? [typed.trim()] : [])]
  const active = Math.min(at, names.length - 1)

  const toggle = (name: string): void => {
    const key = plain(name)
    const isAdded = !has.has(key)
    setTicked(new Set(isAdded ? [...has, key] : [...has].filter((each) => each !== key)))
    setTyped('')
    setAt(0)
    tagging.mutate(isAdded ? { add: [name] } : { remove: [name] }, { onSettled: () => setTicked(null) })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = Math.max(0, Math.min(names.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1)))
      setAt(next)
      scroll.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const name = names[active]
      if (name !== undefined) toggle(name)
    }
  }
  return (
    <div className={classes.picker}>
      <TextInput
        ref={field}
        aria-label={strings.search}
        placeholder={strings.search}
        role="combobox"
        aria-expanded={names.length > 0}
        aria-controls={list}
        aria-activedescendant={names.length > 0 ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={typed}
        maxLength={longestName}
        data-autofocus
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ErrorNote error={error ?? tagging.error} title={error ? strings.loadFailed : strings.notTagged} />
      {data?.tags.length === 0 && !isNew && <p className={classes.none}>{strings.noTags}</p>}
      <div className={classes.options} ref={scroll} id={list} role="listbox" aria-multiselectable aria-label={ofRecord.picker}>
        {found.map(({ id: tagId, name, hue }, place) => (
          <Option
            key={tagId}
            id={`${list}-${place}`}
            isActive={place === active}
            isTicked={has.has(plain(name))}
            onChoose={() => toggle(name)}
          >
            <Chip hue={hue}>{name}</Chip>
          </Option>
        ))}
        {isNew && (
          <Option
            id={`${list}-${found.length}`}
            isActive={active === found.length}
            isTicked={false}
            onChoose={() => toggle(typed.trim())}
          >
            <IconPlus size={14} aria-hidden /> <bdi>{strings.create(typed.trim())}</bdi>
          </Option>
        )}
      </div>
    </div>
  )
}

const Option = ({
  id,
  isActive,
  isTicked,
  onChoose,
  children,
}: {
  id: string
  isActive: boolean
  isTicked: boolean
  onChoose: () => void
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its keys choose
  <div
    id={id}
    role="option"
    aria-selected={isTicked}
    tabIndex={-1}
    className={classes.option}
    data-active={isActive || undefined}
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <span className={classes.tick}>{isTicked && <IconCheck size={14} aria-hidden />}</span>
    {children}
  </div>
)

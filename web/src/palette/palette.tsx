import { Kbd, Loader, Modal, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconSearch } from '#icons'
import { counted } from '../i18n/format.ts'
import { beginCreating, creatables } from '../shell/creating.ts'
import { askKeys } from '../shell/keyboard.ts'
import { releaseTyping } from '../shell/use-palette.ts'
import { type Entry, type Group, useGroups } from './entries.ts'
import classes from './palette.module.css'
import { strings } from './strings.ts'

const typingMs = 150

/**
 * Everything by its name, from every page, without a mouse. Loaded when it is first asked for. Every one of the `times` it
 * is opened it starts anew.
 */
export const Palette = ({
  opened,
  times,
  onLeave,
  onFollow,
  onHelp,
  onAsk,
}: {
  opened: boolean
  times: number
  onLeave: () => void
  onFollow: () => void
  onHelp: () => void
  onAsk: () => void
}) => (
  <Modal
    opened={opened}
    onClose={onLeave}
    returnFocus={false}
    withCloseButton={false}
    centered={false}
    yOffset="10dvh"
    size="36rem"
    padding={0}
    // Closed, it is an empty element, which has no name.
    {...(opened && { 'aria-label': strings.title })}
    // At once: opened in the frame in which it begins to close, Mantine's transition (9.6.2) ends both, and what was typed is gone.
    transitionProps={{ duration: 0 }}
  >
    <Finder key={times} onLeave={onLeave} onFollow={onFollow} onHelp={onHelp} onAsk={onAsk} />
  </Modal>
)

/** Where one goes from here. */
interface Ways {
  onLeave(): void
  onFollow(): void
  onHelp(): void
  onAsk(): void
}

/** A field and its list, as ARIA names them a combobox and a listbox: the field keeps the focus, arrows choose. */
const Finder = ({ onLeave, onFollow, onHelp, onAsk }: Ways) => {
  const { field, typed, setTyped, search, setSearch, entered } = useTyped()
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const commands = useCommands(onHelp, onAsk)
  const { groups, isSearching, error } = useGroups(search, commands)
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(at, entries.length - 1)]
  const idOf = (entry: Entry): string => `${id}-${entry.id.replaceAll(/\W/g, '-')}`
  const activeId = active && idOf(active)

  useEffect(() => {
    if (activeId) list.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const follow = useFollow(onLeave, onFollow)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    // The window listens too, but only once it is painted: a key that comes sooner would be lost.
    if (event.key === 'Escape') return onLeave()
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }
    const next = steps[event.key]
    if (next !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((next + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (typed === search && active) follow(active)
      else {
        // Enter that is pressed before the results are in opens the first one once it is found.
        entered.current = typed
        setSearch(typed)
      }
    }
  }
  useEffect(() => {
    if (entered.current === null || entered.current !== search || typed !== search || isSearching) return
    entered.current = null
    if (active) follow(active)
  })

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.8} aria-hidden />
        <input
          ref={field}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={strings.title}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(activeId ? { 'aria-activedescendant': activeId } : {})}
          placeholder={strings.placeholder}
          value={typed}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
            entered.current = null
          }}
          onKeyDown={onKeyDown}
        />
        {isSearching && <Loader size={16} aria-hidden />}
      </div>
      <div className={classes.list} ref={list} id={`${id}-list`} role="listbox" aria-label={strings.results} tabIndex={-1}>
        {groups.map((group) => (
          <Found
            key={group.title}
            group={group}
            active={active}
            idOf={idOf}
            onFollow={follow}
            onPoint={(entry) => setAt(entries.indexOf(entry))}
          />
        ))}
      </div>
      <div role="status" className={entries.length === 0 || error ? classes.none : 'hidden-visually'}>
        {error
          ? strings.failed
          : entries.length > 0
            ? strings.found(counted(entries.length))
            : isSearching || typed !== search
              ? strings.searching
              : strings.nothing(typed)}
      </div>
      <Keys />
    </>
  )
}

/** What is typed, and a moment later what is searched for. */
const useTyped = () => {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  /** What Enter was pressed upon, before it was found. */
  const entered = useRef<string | null>(null)
  // Before the browser can hand over the next key.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    const held = releaseTyping()
    if (held.hasEntered) entered.current = held.text
    setTyped(held.text)
    setSearch(held.text)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { field, typed, setTyped, search, setSearch, entered }
}

const useCommands = (onHelp: () => void, onAsk: () => void): Entry[] => {
  const { setColorScheme } = useMantineColorScheme()
  return [
    ...creatables.map(
      ({ what, verb, also, key, link }): Entry => ({
        ...{ id: `new-${what}`, name: verb, also, keys: ['c', key] },
        ...(link ? { link } : { act: () => beginCreating(what) }),
      }),
    ),
    { id: 'ask', name: strings.ask, also: strings.askAlso, keys: [askKeys], act: onAsk },
    { id: 'shortcuts', name: strings.shortcuts, keys: ['?'], act: onHelp },
    { id: 'light', name: strings.light, act: () => setColorScheme('light') },
    { id: 'dark', name: strings.dark, act: () => setColorScheme('dark') },
  ]
}

/** Goes where an entry leads, or does what it says. */
const useFollow = (onLeave: () => void, onFollow: () => void): ((entry: Entry) => void) => {
  const navigate = useNavigate()
  return (entry) => {
    if (entry.act) {
      onLeave()
      entry.act()
      return
    }
    // The heading of the page to come takes the focus where nothing else has it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onFollow()
    if (entry.href !== undefined) location.assign(entry.href)
    else if (entry.link) void navigate(entry.link)
  }
}

/** The entries of one kind under its title. */
const Found = ({
  group,
  active,
  idOf,
  onFollow,
  onPoint,
}: {
  group: Group
  active: Entry | undefined
  idOf: (entry: Entry) => string
  onFollow: (entry: Entry) => void
  onPoint: (entry: Entry) => void
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
  <div role="group" aria-label={group.title}>
    <div className={classes.group} aria-hidden>
      {group.title}
    </div>
    {group.entries.map((entry) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
      <div
        key={entry.id}
        id={idOf(entry)}
        role="option"
        tabIndex={-1}
        aria-selected={entry === active}
        className={classes.entry}
        onClick={() => onFollow(entry)}
        onMouseMove={() => onPoint(entry)}
      >
        <span className={classes.text}>
          <span className={classes.name}>{entry.name}</span>
          {entry.about && <span className={classes.about}>{entry.about}</span>}
        </span>
        {entry.keys && (
          <span className={classes.keys} aria-hidden>
            {entry.keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </span>
        )}
      </div>
    ))}
  </div>
)

const Keys = () => (
  <div className={classes.foot} aria-hidden>
    <span>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> {strings.choose}
    </span>
    <span>
      <Kbd>Enter</Kbd> {strings.open}
    </span>
    <span>
      <Kbd>Esc</Kbd> {strings.leave}
    </span>
  </div>
)

import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconExternalLink } from '#icons'
import { Card } from '#web/ui/card.tsx'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { Overtaken, overtakenIn } from './overtaken.tsx'
import classes from './property.module.css'
import { strings } from './strings.ts'

/** A property of a record. One that has neither a value nor an editor is not shown. */
export interface Property {
  readonly key: string
  readonly name: string
  readonly value: string | null
  /** How the value is shown, where it is more than a text. */
  readonly shown?: ReactNode
  /** Something stands in the place of a value that it does not have: it is not folded. */
  readonly isShownEmpty?: boolean
  /** Where its value leads: an address, a page. */
  readonly href?: string
  /** How it is edited in place; without it, it can only be read. */
  readonly edit?: {
    readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date'
    readonly most?: number
    /** How `plainValue` reads a value that a colleague set meanwhile. */
    readonly kind?: string
    /** As it was answered, where that is not `value`. */
    readonly was?: unknown
    /** Null clears it. `was`: what its editor saw in its place, as it was answered. Rejects where it is refused. */
    save(value: string | null, was: unknown): Promise<unknown>
    /** What can be done about a refusal. */
    advice?(error: unknown, typed: string): ReactNode
  }
}

/**
 * Properties of a record in a group: those without a value are folded. `before` and `after`: rows that are edited in another way;
 * `children`: what belongs to the group and is no row of it.
 */
export const Properties = ({
  title,
  actions,
  properties,
  before,
  after,
  children,
}: {
  title: string
  actions?: ReactNode
  properties: readonly Property[]
  before?: ReactNode
  after?: ReactNode
  children?: ReactNode
}) => {
  const [isOpen, setOpen] = useState(false)
  const full = properties.filter(({ value, isShownEmpty }) => value !== null || isShownEmpty)
  const empty = properties.filter(({ value, edit, isShownEmpty }) => value === null && edit && !isShownEmpty)
  return (
    <Card title={title} actions={actions}>
      <dl className={classes.properties}>
        {before}
        {full.map((property) => (
          <PropertyRow key={property.key} property={property} />
        ))}
        {after}
        {isOpen && empty.map((property) => <PropertyRow key={property.key} property={property} />)}
      </dl>
      {empty.length > 0 && (
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? strings.fewerFields : strings.emptyFields(empty.length)}
        </button>
      )}
      {children}
    </Card>
  )
}

/** A name with a value that is only read. */
export const PlainProperty = ({ name, children }: { name: string; children: ReactNode }) => (
  <PropertyLine name={name}>
    <span className={classes.value}>{children}</span>
  </PropertyLine>
)

/** A name with whatever stands beside it. */
export const PropertyLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.property}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What is being written: shown as if it were saved while it is, and open again with what was typed where it is refused. */
interface Writing {
  readonly typed: string
  readonly isSaving: boolean
  readonly error: unknown
  /** As it was when the field was opened, shown and answered: what comes meanwhile is not what its editor saw. */
  readonly began: string | null
  readonly was: unknown
}

const PropertyRow = ({ property }: { property: Property }) => {
  const { name, value, edit } = property
  const [writing, setWriting] = useState<Writing | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setWriting(null)
    // The button is back once the field has gone.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const save = async (typed: string, was = writing?.was): Promise<void> => {
    if (!edit || !writing) return
    const next = typed.trim() || null
    if (next === writing.began && was === writing.was) return close()
    setWriting({ ...writing, typed, isSaving: true, error: null })
    requestAnimationFrame(() => opener.current?.focus())
    try {
      await edit.save(next, was)
      setWriting(null)
    } catch (error) {
      setWriting({ ...writing, typed, isSaving: false, error })
    }
  }
  return (
    <PropertyLine name={name}>
      {edit && writing && !writing.isSaving ? (
        <Editor name={name} edit={edit} writing={writing} onSave={(typed, was) => void save(typed, was)} onLeave={close} />
      ) : (
        <Shown
          property={writing ? { ...without(property), value: writing.typed.trim() || null } : property}
          opener={opener}
          onEdit={
            edit && !writing
              ? () =>
                  setWriting({
                    typed: value ?? '',
                    isSaving: false,
                    error: null,
                    began: value,
                    was: 'was' in edit ? edit.was : value,
                  })
              : undefined
          }
        />
      )}
    </PropertyLine>
  )
}

/** What is not yet saved leads nowhere. */
const without = ({ key, name, edit }: Property): Omit<Property, 'value'> => ({ key, name, ...(edit && { edit }) })

const Shown = ({
  property: { name, value, shown, href, edit },
  opener,
  onEdit,
}: {
  property: Property
  opener: React.RefObject<HTMLButtonElement | null>
  onEdit: (() => void) | undefined
}) => {
  const text = shown ?? <bdi>{value ?? strings.empty}</bdi>
  const spoken = (typeof shown === 'string' ? shown : value) ?? strings.empty
  if (!edit)
    return href === undefined ? (
      <span className={classes.value}>{text}</span>
    ) : (
      <a href={href} className={`${classes.value} text-link`}>
        {text}
      </a>
    )
  return (
    <>
      <button
        type="button"
        ref={opener}
        className={classes.value}
        data-empty={value === null || undefined}
        aria-label={`${value === null ? strings.add(name) : strings.edit(name)}: ${spoken}`}
        title={value ?? undefined}
        onClick={onEdit}
      >
        {text}
      </button>
      {href !== undefined && value !== null && (
        <ActionIcon
          component="a"
          href={href}
          {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer noopener' })}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={strings.openLink(name)}
          title={strings.openLink(name)}
        >
          <IconExternalLink size={14} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

/** Enter saves, Escape leaves; so does leaving the field with nothing changed. */
const Editor = ({
  name,
  edit,
  writing,
  onSave,
  onLeave,
}: {
  name: string
  edit: NonNullable<Property['edit']>
  writing: Writing
  onSave: (typed: string, was?: unknown) => void
  onLeave: () => void
}) => {
  const [typed, setTyped] = useState(writing.typed)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onSave(typed)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const errorId = `property-error-${name}`
  const [overtaken] = overtakenIn(writing.error)
  return (
    <div className={classes.editor}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed in
        autoFocus
        className={classes.field}
        type={edit.type ?? 'text'}
        aria-label={name}
        aria-invalid={writing.error !== null || undefined}
        aria-describedby={writing.error === null ? undefined : errorId}
        maxLength={edit.most ?? 255}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if ((typed.trim() || null) === writing.began && writing.error === null) onLeave()
        }}
      />
      {writing.error !== null && (
        <div id={errorId} className={classes.error} role="alert">
          {overtaken ? (
            <Overtaken field={overtaken} type={edit.kind} onKeep={onLeave} onReplace={() => onSave(typed, overtaken.value)} />
          ) : (
            sentenceOf(writing.error)
          )}
          {edit.advice?.(writing.error, typed)}
        </div>
      )}
    </div>
  )
}

import { Button, Group } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { IconPlus } from '#icons'
import { CallError } from '#web/gateway.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { ItemSettings } from './item-settings.tsx'
import classes from './pdf-editor.module.css'
import { dragType, itemName, PdfPages } from './pdf-pages.tsx'
import { strings } from './pdf-strings.ts'
import { freeId, type Item, type ItemKind, inReadingOrder, itemAt, itemKinds, newItem, type PdfDraft } from './placed-items.ts'

const zooms: readonly number[] = [50, 75, 100, 150, 200, 300]

interface Props {
  readonly draft: PdfDraft
  readonly mayChange: boolean
  readonly error: unknown
  readonly onChange: (items: readonly Item[]) => void
}

/** The pages of a PDF with what is placed on them: by the mouse, by touch, or by the keyboard alone. */
export const PdfEditor = ({ draft, mayChange, error, onChange }: Props) => {
  const { items, file } = draft
  const [selected, setSelected] = useState<string | null>(null)
  const [zoom, setZoom] = useState(100)
  const [said, setSaid] = useState('')
  const view = useRef<HTMLElement>(null)
  const settings = useRef<HTMLElement>(null)
  const list = useRef<HTMLHeadingElement>(null)
  /** What gets the focus once it is drawn: an item, or the list of all. */
  const [focusOn, setFocusOn] = useState<{ readonly id: string | null } | null>(null)
  useEffect(() => {
    if (focusOn) (focusOn.id === null ? list.current : document.getElementById(`placed-${focusOn.id}`))?.focus()
  }, [focusOn])
  const wrong = error instanceof CallError ? itemAt(items, error.field) : undefined
  const item = items.find(({ id }) => id === (selected ?? wrong?.id)) ?? wrong

  const change = (next: Item): void => {
    const before = items.find(({ id }) => id === next.id)
    if (before && (before.x !== next.x || before.y !== next.y)) setSaid(strings.moved(itemName(next), next.x, next.y))
    else if (before && (before.width !== next.width || before.height !== next.height))
      setSaid(strings.resized(itemName(next), next.width, next.height))
    onChange(items.map((each) => (each.id === next.id ? next : each)))
  }
  const add = (kind: ItemKind, at: { page: number; x: number; y: number }, isDropped: boolean): void => {
    const page = file.pages[at.page]
    if (!page) return
    const made = newItem(kind, at, { items, page, id: freeId(items), isDropped })
    onChange([...items, made])
    setSelected(made.id)
    setSaid(strings.added(itemName(made)))
    setFocusOn({ id: made.id })
  }
  const remove = (gone: Item): void => {
    onChange(items.filter(({ id }) => id !== gone.id))
    setSelected(null)
    setSaid(strings.removed(itemName(gone)))
    setFocusOn({ id: null })
  }
  return (
    <div className={classes.editor}>
      <div className={classes.work}>
        <Palette
          isUsable={mayChange}
          onAdd={(kind) => add(kind, middleOf(view, file.pages), false)}
          zoom={zoom}
          onZoom={setZoom}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section ref={view} className={classes.view} aria-label={strings.pages} tabIndex={0}>
          <PdfPages
            {...{ file, items, zoom, mayChange }}
            selected={item?.id ?? null}
            onSelect={setSelected}
            onChange={change}
            onRemove={remove}
            onDrop={(kind, at) => add(kind, at, true)}
            onEnter={() => settings.current?.querySelector<HTMLElement>('input, select')?.focus()}
          />
        </section>
      </div>
      <div className={classes.side}>
        <h3 ref={list} tabIndex={-1}>
          {strings.fields}
        </h3>
        {items.length === 0 && <p className="dim">{strings.noFields}</p>}
        <PlacedItems items={items} current={item?.id} onSelect={setSelected} />
        {item && mayChange ? (
          <ItemSettings
            key={item.id}
            {...{ item, items }}
            pages={file.pages}
            first={settings}
            error={wrong?.id === item.id ? sentenceOf(error) : undefined}
            onChange={change}
            onRemove={remove}
          />
        ) : (
          items.length > 0 && <p className="dim">{strings.choose}</p>
        )}
      </div>
      <p role="status" className="hidden-visually">
        {said}
      </p>
    </div>
  )
}

/** All that is placed, in the order in which it is read: each leads to its place. */
const PlacedItems = ({
  items,
  current,
  onSelect,
}: {
  readonly items: readonly Item[]
  readonly current: string | undefined
  readonly onSelect: (id: string) => void
}) => (
  <ul className={classes.list}>
    {inReadingOrder(items).map((each) => (
      <li key={each.id}>
        <button
          type="button"
          aria-current={each.id === current ? 'true' : undefined}
          onClick={() => {
            onSelect(each.id)
            document.getElementById(`placed-${each.id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }}
        >
          {strings.item(itemName(each), each.page + 1)}
        </button>
      </li>
    ))}
  </ul>
)

const Palette = ({
  isUsable,
  onAdd,
  zoom,
  onZoom,
}: {
  isUsable: boolean
  onAdd: (kind: ItemKind) => void
  zoom: number
  onZoom: (zoom: number) => void
}) => {
  const at = zooms.indexOf(zoom)
  const zoomBy = (steps: number): void => onZoom(zooms[at + steps] ?? zoom)
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" role="group" aria-label={strings.palette}>
        {itemKinds.map((kind) => (
          <Button
            key={kind}
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={!isUsable}
            draggable={isUsable}
            aria-label={strings.add(strings.kinds[kind])}
            onDragStart={(event) => event.dataTransfer.setData(dragType, kind)}
            onClick={() => onAdd(kind)}
          >
            {strings.kinds[kind]}
          </Button>
        ))}
      </Group>
      <Group gap="xs" role="group" aria-label={strings.zoom}>
        <Button size="xs" variant="default" aria-label={strings.zoomOut} disabled={at === 0} onClick={() => zoomBy(-1)}>
          −
        </Button>
        <span role="status">{`${zoom} %`}</span>
        <Button
          size="xs"
          variant="default"
          aria-label={strings.zoomIn}
          disabled={at === zooms.length - 1}
          onClick={() => zoomBy(1)}
        >
          +
        </Button>
      </Group>
    </Group>
  )
}

/** The middle of the part of a page that is in view. */
const middleOf = (
  view: RefObject<HTMLElement | null>,
  pages: PdfDraft['file']['pages'],
): { page: number; x: number; y: number } => {
  const frame = view.current?.getBoundingClientRect()
  for (const sheet of view.current?.querySelectorAll<HTMLElement>('[data-page]') ?? []) {
    const box = sheet.getBoundingClientRect()
    const [top, bottom] = [Math.max(box.top, frame?.top ?? 0), Math.min(box.bottom, frame?.bottom ?? 0)]
    const page = Number(sheet.dataset.page)
    const size = pages[page]
    if (!size || bottom - top < Math.min(box.height, frame?.height ?? 0) / 2) continue
    const scale = box.width / size.width
    return { page, x: size.width / 2, y: ((top + bottom) / 2 - box.top) / scale }
  }
  return { page: 0, x: (pages[0]?.width ?? 0) / 2, y: (pages[0]?.height ?? 0) / 2 }
}

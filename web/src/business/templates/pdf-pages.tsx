import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { downloadAddress } from '#web/gateway.ts'
import type { TemplateDetail, TemplatePage } from '#web/wire.ts'
import classes from './pdf-editor.module.css'
import { strings } from './pdf-strings.ts'
import { type Item, type ItemKind, itemKinds, movedTo, sizedTo } from './placed-items.ts'

/** What is dragged from the palette, as the browser names it. */
export const dragType = 'application/x-foyer-field'
/** By a key. */
const stepPt = 5
/** A press that moves less is none that drags. */
const slackPx = 3

export const itemName = ({ kind, key, label, signer }: Item): string =>
  kind === 'value' ? `{{${key}}}` : `${label.trim() || strings.kinds[kind]} (${strings.signers(signer)})`

interface Props {
  readonly file: NonNullable<TemplateDetail['file']>
  readonly items: readonly Item[]
  readonly selected: string | null
  readonly zoom: number
  readonly mayChange: boolean
  readonly onSelect: (id: string) => void
  readonly onChange: (item: Item) => void
  readonly onRemove: (item: Item) => void
  /** Where something of the palette was dropped. */
  readonly onDrop: (kind: ItemKind, at: { page: number; x: number; y: number }) => void
  /** To the settings of the one that is selected. */
  readonly onEnter: () => void
}

/** The pages as pictures, with what stands on them. */
export const PdfPages = ({ file, items, zoom, ...props }: Props) => {
  const sheets = useRef(new Map<number, HTMLElement>())
  return file.pages.map((page, at) => (
    <Sheet
      // biome-ignore lint/suspicious/noArrayIndexKey: pages have nothing but their number
      key={at}
      {...props}
      file={file}
      page={page}
      at={at}
      items={items.filter((item) => item.page === at)}
      zoom={zoom}
      sheets={sheets.current}
    />
  ))
}

type SheetProps = Props & { readonly page: TemplatePage; readonly at: number; readonly sheets: Map<number, HTMLElement> }

const Sheet = (props: SheetProps) => {
  const { file, page, at, items, zoom, sheets, mayChange, onDrop } = props
  const drop = (event: DragEvent<HTMLElement>): void => {
    const kind = itemKinds.find((each) => each === event.dataTransfer.getData(dragType))
    if (!kind) return
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    const scale = box.width / page.width
    onDrop(kind, { page: at, x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend over the picture
    <div
      ref={(element) => {
        if (element) sheets.set(at, element)
        else sheets.delete(at)
      }}
      role="group"
      aria-label={strings.page(at + 1, file.pages.length)}
      className={classes.sheet}
      data-page={at}
      style={{ width: `${zoom}%`, aspectRatio: `${page.width} / ${page.height}` }}
      onDragOver={(event) => {
        if (mayChange && event.dataTransfer.types.includes(dragType)) event.preventDefault()
      }}
      onDrop={drop}
    >
      <img
        src={downloadAddress('download-template-page', {
          ...{ file: file.id, page: String(at), width: zoom > 100 ? '2000' : '1000' },
        })}
        alt={strings.page(at + 1, file.pages.length)}
        loading="lazy"
        draggable={false}
      />
      {items.map((item) => (
        <Placed key={item.id} {...props} item={item} />
      ))}
    </div>
  )
}

const Placed = (props: SheetProps & { readonly item: Item }) => {
  const { item, page, selected, mayChange, onSelect } = props
  const part = (of: number, whole: number): string => `${(of / whole) * 100}%`
  return (
    <button
      type="button"
      id={`placed-${item.id}`}
      className={classes.placed}
      data-kind={item.kind === 'value' ? 'value' : 'signer'}
      aria-label={strings.item(itemName(item), item.page + 1)}
      aria-current={item.id === selected ? 'true' : undefined}
      disabled={!mayChange}
      style={{
        insetInlineStart: part(item.x, page.width),
        top: part(item.y, page.height),
        width: part(item.width, page.width),
        height: part(item.height, page.height),
      }}
      onFocus={() => onSelect(item.id)}
      onKeyDown={(event) => pressKey(event, props)}
      onPointerDown={(event) => beginDrag(event, props)}
    >
      <span className={classes.placedName}>{itemName(item)}</span>
      {item.id === selected && <span className={classes.handle} data-handle aria-hidden />}
    </button>
  )
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-stepPt, 0],
  ArrowRight: [stepPt, 0],
  ArrowUp: [0, -stepPt],
  ArrowDown: [0, stepPt],
}

const pressKey = (
  event: KeyboardEvent,
  { item, page, onChange, onRemove, onEnter }: SheetProps & { readonly item: Item },
): void => {
  const way = arrows[event.key]
  if (way) {
    const [right, down] = way
    onChange(
      event.shiftKey
        ? sizedTo(item, { width: item.width + right, height: item.height + down }, page)
        : movedTo(item, { x: item.x + right, y: item.y + down }, page),
    )
  } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(item)
  else if (event.key === 'Enter') onEnter()
  else return
  event.preventDefault()
}

/** Follows the pointer wherever it goes, also onto another page, where the button is another one. */
const beginDrag = (
  event: PointerEvent<HTMLElement>,
  { item, page, file, sheets, onSelect, onChange }: SheetProps & { readonly item: Item },
): void => {
  if (event.button !== 0) return
  const isSizing = (event.target as HTMLElement).closest('[data-handle]') !== null
  const own = sheets.get(item.page)?.getBoundingClientRect()
  if (!own) return
  onSelect(item.id)
  const scale = own.width / page.width
  const grabbed = { x: (event.clientX - own.left) / scale - item.x, y: (event.clientY - own.top) / scale - item.y }
  const from = { x: event.clientX, y: event.clientY }
  let isDragged = false
  const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
    isDragged ||= Math.hypot(clientX - from.x, clientY - from.y) > slackPx
    if (!isDragged) return
    if (isSizing) {
      const grown = { width: item.width + (clientX - from.x) / scale, height: item.height + (clientY - from.y) / scale }
      return onChange(sizedTo(item, grown, page))
    }
    const under = [...sheets].find(([, sheet]) => {
      const { top, bottom } = sheet.getBoundingClientRect()
      return clientY >= top && clientY <= bottom
    })
    const [at, sheet] = under ?? [item.page, sheets.get(item.page)]
    const size = file.pages[at]
    if (!sheet || !size) return
    const box = sheet.getBoundingClientRect()
    const scaleThere = box.width / size.width
    const to = { x: (clientX - box.left) / scaleThere - grabbed.x, y: (clientY - box.top) / scaleThere - grabbed.y }
    onChange(movedTo({ ...item, page: at }, to, size))
  }
  const end = (): void => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    document.getElementById(`placed-${item.id}`)?.focus()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}

import type { Placeholder, TemplateBox, TemplateDetail, TemplateField, TemplatePage } from '#web/wire.ts'
import type { TypedRules } from './rule-parts.tsx'
import type { TypedPlaceholder } from './template-text.ts'

/** A value, or what a signer fills in. */
export type ItemKind = 'value' | TemplateField['kind']
export const itemKinds = [
  'value',
  'signature',
  'initials',
  'name',
  'date',
  'text',
  'tick',
] as const satisfies readonly ItemKind[]

/** One that stands on a page: in points from its left and top. */
export interface Item {
  readonly id: string
  readonly kind: ItemKind
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Of a signer's field. */
  readonly signer: string
  readonly label: string
  readonly required: boolean
  /** Of a value. */
  readonly key: string
  readonly size: number
  readonly align: TemplateBox['align']
}

/** A PDF template as it is being changed. */
export interface PdfDraft extends TypedRules {
  readonly name: string
  readonly file: NonNullable<TemplateDetail['file']>
  readonly items: readonly Item[]
  readonly placeholders: Readonly<Record<string, TypedPlaceholder>>
}

const plain = { signer: 'client', label: '', required: true, key: '', size: 10, align: 'left' } as const

export const itemsOf = ({ fields, boxes }: Pick<TemplateDetail, 'fields' | 'boxes'>): Item[] => [
  ...boxes.map((box): Item => ({ ...plain, ...box, kind: 'value' })),
  ...fields.map((field): Item => ({ ...plain, ...field, label: field.label ?? '' })),
]

/** What the server is sent. */
export const partsOf = (items: readonly Item[]): { fields: Omit<TemplateField, 'required'>[]; boxes: TemplateBox[] } => ({
  fields: items.flatMap(({ kind, key: _key, size: _size, align: _align, label, required, ...field }) =>
    kind === 'value'
      ? []
      : [{ ...field, kind, label: label.trim() || null, ...((kind === 'text' || kind === 'tick') && { required }) }],
  ),
  boxes: items.flatMap(({ kind, signer: _signer, label: _label, required: _required, key, ...box }) =>
    kind === 'value' ? [{ ...box, key: key.trim() || 'VALUE' }] : [],
  ),
})

/** The item that the server found fault with, by the name of its field: `fields.2.x`. */
export const itemAt = (items: readonly Item[], field: string | null): Item | undefined => {
  const [, what, at] = /^(fields|boxes)\.(\d+)/.exec(field ?? '') ?? []
  if (what === undefined) return undefined
  return items.filter(({ kind }) => (kind === 'value') === (what === 'boxes'))[Number(at)]
}

/** As the server reads them: in capitals, with single spaces. */
export const keyOf = (typed: string): string =>
  typed.replaceAll(/[{}]/g, '').replaceAll(/\s+/g, ' ').normalize('NFC').toUpperCase()

export const keysOf = (items: readonly Item[]): string[] => [
  ...new Set(items.flatMap(({ kind, key }) => (kind === 'value' && key.trim() !== '' ? [key.trim()] : []))),
]

export const placeholdersFor = ({ items, placeholders }: PdfDraft): { key: string; type: Placeholder['type'] }[] =>
  keysOf(items).map((key) => {
    const { type, label, default: usual } = placeholders[key] ?? { type: 'line', label: '', default: '' }
    return { key, type, label: label.trim() || null, default: usual.trim() === '' ? null : usual }
  })

const sizes: Readonly<Record<ItemKind, readonly [width: number, height: number]>> = {
  value: [160, 18],
  signature: [160, 40],
  initials: [60, 30],
  name: [160, 18],
  date: [110, 18],
  text: [160, 18],
  tick: [14, 14],
}

/** As small as a person can still hit, or the server takes. */
const leastPt = 4

const round = (n: number): number => Math.round(n * 2) / 2
const within = (n: number, most: number): number => Math.min(Math.max(0, round(n)), Math.max(0, Math.floor(most * 2) / 2))

/** Moved as far as its page goes. */
export const movedTo = (item: Item, { x, y }: { readonly x: number; readonly y: number }, page: TemplatePage): Item => ({
  ...item,
  x: within(x, page.width - item.width),
  y: within(y, page.height - item.height),
})

export const sizedTo = (
  item: Item,
  { width, height }: { readonly width: number; readonly height: number },
  page: TemplatePage,
): Item => ({
  ...item,
  width: Math.max(leastPt, within(width, page.width - item.x)),
  height: Math.max(leastPt, within(height, page.height - item.y)),
})

const covers = (one: Item, other: Item): boolean =>
  one.page === other.page &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Between those that were placed by pressing. */
const gapPt = 8

/**
 * Below those that stand in its place; from the foot of the page on, above them. On a page without any room it stays where it is.
 */
const besideOthers = (wanted: Item, items: readonly Item[], page: TemplatePage): Item => {
  const others = items.filter((each) => each.id !== wanted.id && each.page === wanted.page)
  for (const step of [(other: Item) => other.y + other.height + gapPt, (other: Item) => other.y - wanted.height - gapPt]) {
    let placed = wanted
    // Each step passes one other, and comes back to none.
    for (let n = 0; n <= others.length; n++) {
      const other = others.find((each) => covers(placed, each))
      if (!other) return placed
      const moved = movedTo(placed, { x: placed.x, y: step(other) }, page)
      if (moved.y === placed.y) break
      placed = moved
    }
  }
  return wanted
}

/** A new one in the middle of a place. One that was pressed, and not dropped there, covers no other. */
export const newItem = (
  kind: ItemKind,
  at: { readonly page: number; readonly x: number; readonly y: number },
  {
    items,
    page,
    id,
    isDropped = false,
  }: {
    readonly items: readonly Item[]
    readonly page: TemplatePage
    readonly id: string
    readonly isDropped?: boolean
  },
): Item => {
  const [wide, tall] = sizes[kind]
  const [width, height] = [Math.min(wide, page.width), Math.min(tall, page.height)]
  const values = items.filter((each) => each.kind === 'value').length
  const made: Item = {
    ...{ ...plain, id, kind, page: at.page, width, height, x: 0, y: 0 },
    ...{ required: kind !== 'tick', key: kind === 'value' ? `VALUE ${values + 1}` : '' },
  }
  const placed = movedTo(made, { x: at.x - width / 2, y: at.y - height / 2 }, page)
  return isDropped ? placed : besideOthers(placed, items, page)
}

/** An id that no other has. */
export const freeId = (items: readonly Item[]): string => {
  let n = items.length + 1
  while (items.some(({ id }) => id === `p${n}`)) n++
  return `p${n}`
}

/** `client`, `client-2` …: as many as are used, and one more. */
export const signersFor = (items: readonly Item[]): string[] =>
  (['client', 'admin'] as const).flatMap((role) => {
    const used = items.flatMap(({ kind, signer }) =>
      kind !== 'value' && (signer === role || signer.startsWith(`${role}-`)) ? [Number(signer.split('-')[1] ?? 1)] : [],
    )
    return Array.from({ length: Math.min(20, Math.max(0, ...used) + 1) }, (_, at) => (at === 0 ? role : `${role}-${at + 1}`))
  })

const readingOrder = (one: Item, other: Item): number => one.page - other.page || one.y - other.y || one.x - other.x
export const inReadingOrder = (items: readonly Item[]): Item[] => [...items].sort(readingOrder)

import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { type Ref, useId } from 'react'
import { IconTrash } from '#icons'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { TemplatePage } from '#web/wire.ts'
import { itemName } from './pdf-pages.tsx'
import { strings } from './pdf-strings.ts'
import { type Item, keyOf, movedTo, signersFor, sizedTo } from './placed-items.ts'

interface Props {
  readonly item: Item
  readonly items: readonly Item[]
  readonly pages: readonly TemplatePage[]
  readonly first: Ref<HTMLElement>
  readonly error: string | undefined
  readonly onChange: (item: Item) => void
  readonly onRemove: (item: Item) => void
}

/** What the selected field is, and where it stands in numbers. */
export const ItemSettings = (props: Props) => {
  const { item, first, error, onRemove } = props
  const id = useId()
  return (
    <section ref={first} aria-labelledby={id} tabIndex={-1}>
      <Stack gap="sm">
        <h3 id={id}>{strings.settingsOf(itemName(item))}</h3>
        {error && <p role="alert">{error}</p>}
        {item.kind === 'value' ? <ValueSettings {...props} /> : <SignerSettings {...props} />}
        <PlaceSettings {...props} />
        <Group>
          <Button size="xs" variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={() => onRemove(item)}>
            {strings.remove}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

const ValueSettings = ({ item, onChange }: Props) => (
  <>
    <TextInput
      label={strings.key}
      description={strings.keyHint}
      value={item.key}
      maxLength={64}
      required
      onChange={({ currentTarget }) => onChange({ ...item, key: keyOf(currentTarget.value) })}
    />
    <FieldPair>
      <NumberInput
        label={strings.size}
        value={item.size}
        min={4}
        max={72}
        clampBehavior="strict"
        onChange={(size) => typeof size === 'number' && size >= 4 && onChange({ ...item, size })}
      />
      <NativeSelect
        label={strings.align}
        value={item.align}
        data={(['left', 'center', 'right'] as const).map((value) => ({ value, label: strings.aligns[value] }))}
        onChange={({ currentTarget }) => onChange({ ...item, align: currentTarget.value as Item['align'] })}
      />
    </FieldPair>
  </>
)

const SignerSettings = ({ item, items, onChange }: Props) => (
  <>
    <FieldPair>
      <NativeSelect
        label={strings.signer}
        value={item.signer}
        data={signersFor(items).map((value) => ({ value, label: strings.signers(value) }))}
        onChange={({ currentTarget }) => onChange({ ...item, signer: currentTarget.value })}
      />
      <TextInput
        label={strings.label}
        value={item.label}
        maxLength={80}
        onChange={({ currentTarget }) => onChange({ ...item, label: currentTarget.value })}
      />
    </FieldPair>
    {(item.kind === 'text' || item.kind === 'tick') && (
      <Checkbox
        label={strings.required}
        checked={item.required}
        onChange={({ currentTarget }) => onChange({ ...item, required: currentTarget.checked })}
      />
    )}
  </>
)

const PlaceSettings = ({ item, pages, onChange }: Props) => {
  const page = pages[item.page]
  if (!page) return null
  const number = (label: string, value: number, change: (typed: number) => Item, bounds: { min: number; max: number }) => (
    <NumberInput
      label={label}
      value={value}
      min={bounds.min}
      max={Math.max(bounds.min, bounds.max)}
      step={1}
      decimalScale={2}
      onChange={(typed) => typeof typed === 'number' && onChange(change(typed))}
    />
  )
  const onPage = (typed: number): Item => {
    const at = Math.min(Math.max(1, Math.round(typed)), pages.length) - 1
    const there = pages[at] ?? page
    return movedTo(sizedTo({ ...item, page: at, x: 0, y: 0 }, item, there), item, there)
  }
  return (
    <>
      <p className="dim">{strings.points}</p>
      {number(strings.pageField, item.page + 1, onPage, { min: 1, max: pages.length })}
      <FieldPair>
        {number(strings.x, item.x, (x) => movedTo(item, { x, y: item.y }, page), { min: 0, max: page.width - item.width })}
        {number(strings.y, item.y, (y) => movedTo(item, { x: item.x, y }, page), { min: 0, max: page.height - item.height })}
      </FieldPair>
      <FieldPair>
        {number(strings.width, item.width, (width) => sizedTo(item, { width, height: item.height }, page), {
          ...{ min: 4, max: page.width - item.x },
        })}
        {number(strings.height, item.height, (height) => sizedTo(item, { width: item.width, height }, page), {
          ...{ min: 4, max: page.height - item.y },
        })}
      </FieldPair>
    </>
  )
}

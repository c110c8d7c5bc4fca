import { ComboboxChevron, InputBase, type SelectProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { choices, useLater } from './overlays.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

interface Props extends Omit<SelectProps, 'data' | 'value' | 'ref'> {
  readonly data: Choice[] | { group: string; items: Choice[] }[]
  readonly value?: string | null | undefined
}

type Use = 'none' | 'focus' | 'click'

/**
 * One of several, chosen from a list or by typing. Until its list is there it is a field that looks the same, and what the
 * user began with that one goes on with the list.
 */
export const Select = ({ data, value = null, ...props }: Props) => {
  const { use, begin, library, field } = useChoices()
  if (library)
    return <library.Select {...props} data={data} value={value} ref={field} defaultDropdownOpened={use === 'click'} />
  const shown =
    data.flatMap((each) => ('items' in each ? each.items : each)).find((choice) => choice.value === value)?.label ?? ''
  return <StandIn {...props} shown={shown} onUse={begin} />
}

/** The library of lists once its field is used, and that field, which keeps the focus when the library takes its place. */
export const useChoices = () => {
  const [use, setUse] = useState<Use>('none')
  // What is pressed has the focus too, and stays pressed.
  const begin = (next: Use): void => setUse((before) => (before === 'click' ? before : next))
  const library = useLater(choices, use !== 'none')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Unless the user has gone on to another field.
    if (library && use !== 'none' && document.activeElement === document.body) field.current?.focus()
  }, [library, use])
  return { use, begin, library, field }
}

/** What stands in a list's place until it is there. */
export const StandIn = ({
  shown,
  onUse,
  // Of the list alone.
  allowDeselect,
  clearable,
  clearButtonProps,
  comboboxProps,
  defaultValue,
  nothingFoundMessage,
  searchable,
  onChange,
  ...field
}: Omit<Props, 'data' | 'value'> & { shown: string; onUse(use: Use): void }) => (
  <InputBase
    {...(field as object)}
    __staticSelector="Select"
    role="combobox"
    aria-haspopup="listbox"
    aria-expanded={false}
    value={shown}
    readOnly
    pointer={!searchable}
    rightSection={<ComboboxChevron />}
    rightSectionPointerEvents="none"
    onPointerEnter={choices.getReady}
    onFocus={() => onUse('focus')}
    // Not only when the button is let go: by then the list may be there, and this field gone.
    onMouseDown={() => onUse('click')}
    onClick={() => onUse('click')}
  />
)

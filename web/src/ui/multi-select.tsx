import type { MultiSelectProps } from '@mantine/core'
import { listed } from '#web/i18n/format.ts'
import { StandIn, useChoices } from './select.tsx'

interface Props extends Pick<MultiSelectProps, 'label' | 'description' | 'disabled' | 'searchable' | 'nothingFoundMessage'> {
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly value: string[]
  /** Its list opens within what it stands in: a popover takes a click on a list beside it as one outside, and closes. */
  readonly isInPopover?: boolean
  onChange(value: string[]): void
}

/** Several, chosen from a list or by typing. As with `Select`, a field that names them stands there until its list does. */
export const MultiSelect = ({ data, value, onChange, isInPopover = false, ...props }: Props) => {
  const { use, begin, library, field } = useChoices()
  if (library)
    return (
      <library.MultiSelect
        {...props}
        data={[...data]}
        value={value}
        onChange={onChange}
        ref={field}
        defaultDropdownOpened={use === 'click'}
        openOnFocus={false}
        comboboxProps={{ withinPortal: !isInPopover }}
      />
    )
  const shown = value.map((each) => data.find((choice) => choice.value === each)?.label ?? each)
  return <StandIn {...props} shown={listed(shown)} onUse={begin} />
}

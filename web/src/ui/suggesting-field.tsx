import { Loader, TextInput, type TextInputProps } from '@mantine/core'
import {
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type * as Choices from './choices-library.ts'
import { choices, useLater } from './overlays.ts'

interface Suggested<Found> {
  readonly value: string
  /** Best first; nothing is shown where there are none. */
  readonly found: readonly Found[]
  /** Its list opens within what it stands in: a popover takes a click on a list beside it as one outside, and closes. */
  readonly isInPopover?: boolean
  /** The name of the list, for those who hear it. */
  readonly listLabel: string
  onChoose(found: Found): void
  /** One of the list, as it is shown. */
  children(found: Found): ReactNode
}

interface Props<Found>
  extends Suggested<Found>,
    Omit<TextInputProps, 'ref' | 'value' | 'children' | 'onChange' | 'onFocus' | 'onBlur' | 'onKeyDown' | 'rightSection'> {
  readonly isSearching: boolean
  onType(text: string): void
}

/**
 * A field to type in, and beneath it what is found by what is typed. The list's code is fetched once the field is pointed at or
 * used; the field stays the same element meanwhile, with its focus and what is being typed.
 */
export const SuggestingField = <Found extends { readonly id: string }>({
  found,
  isSearching,
  listLabel,
  isInPopover = false,
  onType,
  onChoose,
  children,
  ...field
}: Props<Found>) => {
  const [isOpen, setIsOpen] = useState(false)
  const [element, setElement] = useState<HTMLInputElement | null>(null)
  const keys = useRef<KeyboardEventHandler>(undefined)
  const library = useLater(choices, isOpen)
  return (
    <>
      <TextInput
        {...field}
        ref={setElement}
        autoComplete="off"
        aria-haspopup="listbox"
        rightSection={isSearching ? <Loader size={16} aria-hidden /> : undefined}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value)
          setIsOpen(true)
        }}
        onPointerEnter={choices.getReady}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={(event) => keys.current?.(event)}
      />
      {library && element && (
        <Suggestions
          library={library}
          value={field.value}
          found={found}
          listLabel={listLabel}
          isInPopover={isInPopover}
          element={element}
          keys={keys}
          isOpen={isOpen}
          onOpen={setIsOpen}
          onChoose={onChoose}
        >
          {children}
        </Suggestions>
      )}
    </>
  )
}

interface SuggestionsProps<Found> extends Suggested<Found> {
  readonly library: typeof Choices
  readonly element: HTMLInputElement
  readonly keys: RefObject<KeyboardEventHandler | undefined>
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
}

const Suggestions = <Found extends { readonly id: string }>({
  library: { Combobox, useCombobox },
  value,
  found,
  listLabel,
  isInPopover = false,
  element,
  keys,
  isOpen,
  onOpen,
  onChoose,
  children,
}: SuggestionsProps<Found>) => {
  const list = useCombobox({ opened: isOpen, onOpenedChange: onOpen, onDropdownClose: () => list.resetSelectedOption() })
  const { resetSelectedOption } = list
  // What was pointed at by the keys stood in another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each text that is typed
  useEffect(() => resetSelectedOption(), [value])
  return (
    <Combobox
      // Open with nothing to show it would take the Escape that is meant for the window around it.
      store={{ ...list, dropdownOpened: isOpen && found.length > 0 }}
      shadow="md"
      withinPortal={!isInPopover}
      onOptionSubmit={(id) => {
        const chosen = found.find((each) => each.id === id)
        if (chosen) onChoose(chosen)
        onOpen(false)
      }}
    >
      <Combobox.Target>
        <FieldAbove element={element} keys={keys} />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={listLabel}>
          {found.map((each) => (
            <Combobox.Option key={each.id} value={each.id}>
              {children(each)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** In place of the field, which stands elsewhere: gives it what the list would give it. */
const FieldAbove = ({
  element,
  keys,
  ref,
  onKeyDown,
  ...given
}: {
  element: HTMLInputElement
  keys: RefObject<KeyboardEventHandler | undefined>
  ref?: Ref<HTMLInputElement>
  onKeyDown?: KeyboardEventHandler
}) => {
  useImperativeHandle(ref, () => element, [element])
  useLayoutEffect(() => {
    keys.current = onKeyDown
    for (const name of lent) {
      const value = (given as Readonly<Record<string, unknown>>)[name]
      if (value === undefined) element.removeAttribute(name)
      else element.setAttribute(name, String(value))
    }
  })
  return null
}

/** What says which list is open and what of it is chosen, and to Mantine's windows that Escape closes the list alone. */
const lent = ['aria-controls', 'aria-activedescendant', 'data-expanded', 'data-mantine-stop-propagation'] as const

import type { PopoverDropdownProps, PopoverProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Opening, Standing, type Target, useAnchor } from './anchor.tsx'

interface Props extends Pick<PopoverProps, 'position' | 'width' | 'shadow' | 'radius'> {
  /** The button that opens it. */
  readonly target: Target
  readonly dropdown: Omit<PopoverDropdownProps, 'children'>
  children(isOpen: boolean, close: () => void): ReactNode
}

/** A button with something to read or do beside it, which has the focus while it is open. */
export const Popover = ({ target, dropdown, children, ...looks }: Props) => {
  const anchor = useAnchor({ target, popup: 'dialog', opened: undefined, onChange: undefined })
  const { Popover: Library } = anchor.library ?? {}
  return (
    <>
      {anchor.trigger}
      {Library && (
        <Opening opened={anchor.opened}>
          {(isOpen) => (
            <Library {...looks} id={anchor.id} opened={isOpen} onChange={anchor.change} trapFocus returnFocus>
              <Library.Target>
                <Standing element={anchor.element} />
              </Library.Target>
              <Library.Dropdown
                {...dropdown}
                // Escape closes it, and does not leave the page behind it as well.
                onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
              >
                {children(isOpen, () => anchor.change(false))}
              </Library.Dropdown>
            </Library>
          )}
        </Opening>
      )}
    </>
  )
}

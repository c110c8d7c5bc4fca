import type { Menu as MantineMenu, MenuDropdownProps, MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Opening, Standing, type Target, useAnchor } from './anchor.tsx'

interface Props extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  /** The button that opens it. */
  readonly target: Target
  readonly dropdown?: Omit<MenuDropdownProps, 'children'>
  readonly opened?: boolean
  onChange?(opened: boolean): void
  /** Its entries, made of the parts of Mantine's menu, which has been fetched by then. */
  children(parts: typeof MantineMenu): ReactNode
}

/** A button with a menu. */
export const Menu = ({ target, dropdown, opened, onChange, children, ...looks }: Props) => {
  const anchor = useAnchor({ target, popup: 'menu', opened, onChange })
  const { Menu: Library } = anchor.library ?? {}
  return (
    <>
      {anchor.trigger}
      {Library && (
        <Opening opened={anchor.opened}>
          {(isOpen) => (
            <Library {...looks} id={anchor.id} opened={isOpen} onChange={anchor.change}>
              <Library.Target>
                <Standing element={anchor.element} />
              </Library.Target>
              <Library.Dropdown {...dropdown}>{children(Library)}</Library.Dropdown>
            </Library>
          )}
        </Opening>
      )}
    </>
  )
}

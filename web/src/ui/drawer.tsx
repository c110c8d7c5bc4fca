import type { DrawerProps } from '@mantine/core'
import { useState } from 'react'
import { Opening } from './anchor.tsx'
import { overlays, useLater } from './overlays.ts'

/** What slides in over the page from its side. */
export const Drawer = ({ opened, ...props }: DrawerProps) => {
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  const { Drawer: Library } = useLater(overlays, opened) ?? {}
  if (!Library || !wasOpened) return null
  return <Opening opened={opened}>{(isOpen) => <Library {...props} opened={isOpen} />}</Opening>
}

import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from './messages.ts'
import classes from './settings.module.css'

/** A window over the page. One that is `held` shows what cannot be seen again: only its own button closes it. */
export const Window = ({
  opened,
  onClose,
  title,
  held = false,
  wide = false,
  children,
}: {
  opened: boolean
  onClose(): void
  title: string
  held?: boolean
  wide?: boolean
  children: ReactNode
}) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size={wide ? 'lg' : 'md'}
    closeOnClickOutside={!held}
    closeOnEscape={!held}
    withCloseButton={!held}
    closeButtonProps={{ 'aria-label': words.close }}
    classNames={{
      content: classes.windowContent ?? '',
      header: classes.windowHead ?? '',
      title: classes.windowTitle ?? '',
      body: classes.windowBody ?? '',
    }}
  >
    {children}
  </Modal>
)

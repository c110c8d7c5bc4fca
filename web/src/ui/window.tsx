import { Group, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { strings } from './strings.ts'
import classes from './window.module.css'

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
  title: ReactNode
  held?: boolean
  /** `very`: for a list beside what is chosen of it. */
  wide?: boolean | 'very'
  children: ReactNode
}) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size={wide === 'very' ? 'xl' : wide ? 'lg' : 'md'}
    closeOnClickOutside={!held}
    closeOnEscape={!held}
    withCloseButton={!held}
    closeButtonProps={{ 'aria-label': strings.close }}
    classNames={{
      content: classes.windowContent ?? '',
      header: classes.windowHead ?? '',
      title: classes.windowTitle ?? '',
      body: classes.windowBody ?? '',
    }}
  >
    <FirstField>{children}</FirstField>
  </Modal>
)

/** The buttons of a long window: in view however much there is to choose above them. */
export const WindowFoot = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" className={classes.windowFoot}>
    {children}
  </Group>
)

/** After the modal has moved the focus, which goes to its first control: the button that closes it. */
const afterModalMs = 30

/** What one came to write in has the focus, unless the window says which control has it (`data-autofocus`). */
const FirstField = ({ children }: { children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (body.current?.querySelector('[data-autofocus]')) return
      const fields = 'input:not([type=hidden], [type=checkbox], [type=radio]):enabled, textarea:enabled, select:enabled'
      body.current?.querySelector<HTMLElement>(fields)?.focus()
    }, afterModalMs)
    return () => clearTimeout(timer)
  }, [])
  return <div ref={body}>{children}</div>
}

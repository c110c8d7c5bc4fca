import { Group, useDirection } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Opening } from './anchor.tsx'
import { overlays, useLater } from './overlays.ts'
import { strings } from './strings.ts'
import classes from './window.module.css'

interface WindowProps {
  opened: boolean
  onClose(): void
  title: ReactNode
  held?: boolean
  /** `very`: for a list beside what is chosen of it. */
  wide?: boolean | 'very'
  /** For what is created or edited: at the side, so that the list it comes from stays in view; on a phone the whole screen. */
  sheet?: boolean
  children: ReactNode
}

/** A window over the page. One that is `held` shows what cannot be seen again: only its own button closes it. */
export const Window = ({ opened, onClose, title, held = false, wide = false, sheet = false, children }: WindowProps) => {
  const { dir } = useDirection()
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  const { Modal } = useLater(overlays, opened) ?? {}
  if (!Modal || !wasOpened) return null
  return (
    <Opening opened={opened}>
      {(isOpen) => (
        <Modal
          opened={isOpen}
          onClose={onClose}
          title={title}
          {...(sheet ? { ...asSheet, transitionProps: { transition: dir === 'rtl' ? 'slide-right' : 'slide-left' } } : {})}
          size={sheet ? 560 : wide === 'very' ? 'xl' : wide ? 'lg' : 480}
          closeOnClickOutside={!held}
          closeOnEscape={!held}
          withCloseButton={!held}
          closeButtonProps={{ 'aria-label': strings.close }}
          classNames={{
            root: sheet ? (classes.sheet ?? '') : '',
            inner: classes.windowInner ?? '',
            content: classes.windowContent ?? '',
            header: classes.windowHead ?? '',
            title: classes.windowTitle ?? '',
            body: classes.windowBody ?? '',
          }}
        >
          <FirstField>{children}</FirstField>
        </Modal>
      )}
    </Opening>
  )
}

/** Over the full height, without hiding the page beside it. */
const asSheet = {
  centered: false,
  xOffset: 0,
  yOffset: 0,
  radius: 0,
  overlayProps: { backgroundOpacity: 0.16, blur: 0 },
} as const

/** The buttons of a sheet or a long window: in view however much there is to choose above them. */
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

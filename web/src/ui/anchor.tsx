import {
  cloneElement,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useState,
} from 'react'
import { overlays, useLater } from './overlays.ts'

/** A button that opens something beside it; what it is given here goes on to its element. */
export type Target = ReactElement<{
  id?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  onFocus?: (() => void) | undefined
  onPointerEnter?: (() => void) | undefined
}>

interface Anchor {
  readonly target: Target
  readonly popup: 'menu' | 'dialog'
  readonly opened: boolean | undefined
  readonly onChange: ((opened: boolean) => void) | undefined
}

/**
 * The button stands by itself, and what it opens is drawn at its place once it is wanted: so the button stays the same element,
 * with its focus, while the code of what it opens arrives.
 */
export const useAnchor = ({ target, popup, opened: given, onChange }: Anchor) => {
  const id = useId()
  const [own, setOwn] = useState(false)
  const opened = given ?? own
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const library = useLater(overlays, opened)
  const change = (next: boolean): void => {
    setOwn(next)
    onChange?.(next)
  }
  // The ids are those that Mantine makes of the one that it is given.
  const trigger = cloneElement(target, {
    id: `${id}-target`,
    ref: setElement,
    onPointerEnter: overlays.getReady,
    onFocus: overlays.getReady,
    onClick: (event) => {
      target.props.onClick?.(event)
      change(!opened)
    },
    ...({
      'aria-haspopup': popup,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      'data-expanded': opened || undefined,
    } as object),
  })
  return { trigger, library: wasOpened ? library : undefined, id, element, opened, change }
}

/** Closed at first: what opens notes where the focus was when it changes, and gives it back from there. */
export const Opening = ({ opened, children }: { opened: boolean; children(opened: boolean): ReactNode }) => {
  const [stands, setStands] = useState(false)
  useEffect(() => setStands(true), [])
  return children(opened && stands)
}

/** In place of a button that stands elsewhere. */
export const Standing = ({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) => {
  useImperativeHandle(ref, () => element as HTMLElement, [element])
  return null
}

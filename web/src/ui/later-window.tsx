import { type ComponentType, createElement, lazy, Suspense, useState } from 'react'

const ahead: (() => Promise<unknown>)[] = []

/** The windows of the pages that are there, for when they have to open at once. */
export const loadWindows = async (): Promise<void> => {
  for (const load of ahead.splice(0)) await load()
}

/** A part of a page that is fetched when it is first shown, and otherwise once the first page stands. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  ahead.push(load)
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props: Props) => <Suspense>{createElement(Loaded as ComponentType<Props>, props)}</Suspense>
}

/** A window whose form is fetched when it is first opened, and otherwise once the first page stands. */
export const laterWindow = <Props extends { opened: boolean }>(load: () => Promise<ComponentType<Props>>) => {
  ahead.push(load)
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props: Props) => {
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    return wasOpened && <Suspense>{createElement(Loaded as ComponentType<Props>, props)}</Suspense>
  }
}

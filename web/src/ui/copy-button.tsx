import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { IconCheck, IconCopy } from '#icons'
import { strings } from './strings.ts'
import { Tooltip } from './tooltip.tsx'

/** Copies a text and says so, also aloud. As an icon, or with `label` shown when `wide`. */
export const CopyButton = ({ text, label = strings.copy, wide = false }: { text: string; label?: string; wide?: boolean }) => {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), state === 'failed' ? 6_000 : 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (): Promise<void> => setState((await copyText(text)) ? 'copied' : 'failed')
  const said = state === 'copied' ? strings.copied : state === 'failed' ? strings.copyFailed : label
  const icon = state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />

  return (
    <>
      {wide ? (
        <Button variant="default" leftSection={icon} onClick={copy}>
          {state === 'copied' ? strings.copied : label}
        </Button>
      ) : (
        <Tooltip label={said} {...(state === 'idle' ? {} : { opened: true })}>
          <ActionIcon variant="default" size={30} onClick={copy} aria-label={label}>
            {icon}
          </ActionIcon>
        </Tooltip>
      )}
      <span className="hidden-visually" role="status">
        {state === 'idle' ? '' : said}
      </span>
    </>
  )
}

/** The clipboard wants https or localhost; over plain http on a home network the old way still works. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.cssText = 'position:fixed;opacity:0'
    const before = document.activeElement
    document.body.append(area)
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (before instanceof HTMLElement) before.focus()
    return copied
  }
}

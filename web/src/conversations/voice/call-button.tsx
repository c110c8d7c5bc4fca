import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { IconPhone } from '#icons'
import { isDemoPhone } from '#shapes/demo-people.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { callInSandbox, useCalling } from './api.ts'
import { strings } from './call-strings.ts'

/**
 * Calls a contact who has a number. In the sandbox the call is simulated on a page of its own; with a real account the
 * caller's telephone is used, because the browser does not carry audio yet. Renders nothing where no call is possible.
 */
export const CallButton = ({
  contact,
  isIcon = false,
  ...looks
}: {
  contact: { readonly name?: string | null; readonly phone: string | null }
  /** In a row of icons. */
  isIcon?: boolean
} & Pick<ButtonProps, 'size' | 'variant'>) => {
  const { data } = useCalling()
  const [isBusy, setIsBusy] = useState(false)
  const { phone } = contact
  if (!data || phone === null) return null
  const label = strings.callTo(contact.name ?? phone)
  const shown = { variant: 'default', ...looks, leftSection: <IconPhone size={16} aria-hidden />, 'aria-label': label }
  if (isDemoPhone(phone))
    return (
      <Tooltip label={strings.ofDemo} events={{ hover: true, focus: true, touch: true }}>
        {isIcon ? (
          <ActionIcon variant="default" size={32} aria-label={label} data-disabled aria-disabled>
            <IconPhone size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Button {...shown} data-disabled aria-disabled>
            {strings.call}
          </Button>
        )}
      </Tooltip>
    )
  if (data.calling_page === null)
    return (
      <Tooltip label={strings.ownPhone} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
        {isIcon ? (
          <ActionIcon component="a" href={`tel:${phone}`} variant="default" size={32} aria-label={label}>
            <IconPhone size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <Button component="a" href={`tel:${phone}`} {...shown}>
            {strings.call}
          </Button>
        )}
      </Tooltip>
    )
  const callingPage = data.calling_page
  const begin = async (): Promise<void> => {
    setIsBusy(true)
    await callInSandbox(callingPage, data.identity, phone)
    setIsBusy(false)
  }
  return (
    <Tooltip label={strings.inSandbox} events={{ hover: true, focus: true, touch: true }}>
      {isIcon ? (
        <ActionIcon variant="default" size={32} aria-label={label} loading={isBusy} onClick={() => void begin()}>
          <IconPhone size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Button {...shown} loading={isBusy} onClick={() => void begin()}>
          {strings.call}
        </Button>
      )}
    </Tooltip>
  )
}

import { ActionIcon, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconExternalLink, IconFileUpload, IconX } from '#icons'
import { call } from '#web/gateway.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Design } from '#web/wire.ts'
import { useDesignChange } from './api.ts'
import classes from './designs.module.css'
import { strings } from './strings.ts'

const ExportWindow = laterWindow(() => import('./export-window.tsx').then(({ ExportWindow }) => ExportWindow))
const LinkWindow = laterWindow(() => import('./link-window.tsx').then(({ LinkWindow }) => LinkWindow))

/** Opens the editor in another tab: its address is asked for then, because it is good for some days only. */
const useOpening = () =>
  useMutation({
    mutationFn: async (designId: string) => {
      // Before anything is waited for: a browser opens no tab later on.
      const tab = window.open('about:blank', '_blank')
      if (tab) tab.opener = null
      try {
        const { design } = await call('canva', { action: 'show', designId })
        if (design?.edit_url && tab) tab.location.replace(design.edit_url)
        else tab?.close()
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onError: (error) => sayFailure(error, strings.openFailed),
  })

/** What can be done with a design, where an account is connected. */
export const DesignActions = ({ design, canLink }: { design: Design; canLink: boolean }) => {
  const [window, setWindow] = useState<'export' | 'link' | null>(null)
  const open = useOpening()
  const close = (): void => setWindow(null)
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileUpload size={14} aria-hidden />}
        aria-label={`${strings.export}: ${design.title}`}
        onClick={() => setWindow('export')}
      >
        {strings.export}
      </Button>
      {canLink && (
        <Button size="xs" variant="default" aria-label={`${strings.link}: ${design.title}`} onClick={() => setWindow('link')}>
          {strings.link}
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconExternalLink size={14} aria-hidden />}
        aria-label={`${strings.open}: ${design.title}`}
        loading={open.isPending}
        onClick={() => open.mutate(design.id)}
      >
        {strings.open}
      </Button>
      <ExportWindow opened={window === 'export'} design={design} onClose={close} />
      <LinkWindow opened={window === 'link'} design={design} onClose={close} />
    </Group>
  )
}

/** The deals and contacts of a design. */
export const DesignLinks = ({ design }: { design: Design }) => {
  const unlink = useDesignChange(() => say(strings.unlinked))
  if (design.links.length === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.lines} role="list" aria-label={strings.linkedTo}>
      {design.links.map(({ id, deal, contact }) => {
        const name = deal?.name ?? contact?.name ?? strings.unnamed
        return (
          <li key={id}>
            {deal ? (
              <Link to="/deals/$dealId" params={{ dealId: deal.id }} className="text-link">
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <Link to="/contacts/$contactId" params={{ contactId: contact?.id ?? '' }} className="text-link">
                <bdi>{name}</bdi>
              </Link>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={strings.unlinkFrom(name)}
              loading={unlink.isPending}
              onClick={() => unlink.mutate({ action: 'unlink', linkId: id }, { onError: (error) => sayFailure(error) })}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}

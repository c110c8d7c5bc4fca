import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { DesignExport } from '#web/wire.ts'
import { useDesignChange } from './api.ts'
import classes from './designs.module.css'
import { strings } from './strings.ts'

const tones = { queued: 'warn', in_progress: 'warn', done: 'good', failed: 'bad' } as const

/** Exports of a design, the newest first: how far each is, its files, and what can be done where it failed. */
export const Exports = ({ exports }: { exports: readonly DesignExport[] }) => {
  const [removing, setRemoving] = useState<DesignExport | null>(null)
  const remove = useDesignChange(() => {
    setRemoving(null)
    say(strings.removed)
  })
  if (exports.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.lines} role="list" aria-label={strings.exports}>
        {exports.map((each) => (
          <li key={each.id}>
            {each.status !== 'done' && <Pill tone={tones[each.status]}>{strings.exportStates[each.status]}</Pill>}
            {each.files.length === 0 && <span>{strings.formats[each.format]}</span>}
            {each.status === 'done' &&
              each.files.map(({ id, name, bytes }) => (
                <a key={id} className="text-link" href={downloadAddress('download-design-file', { designFileId: id })} download>
                  <IconDownload size={14} aria-hidden /> <bdi>{strings.download(name, bytesText(bytes))}</bdi>
                </a>
              ))}
            <span className="dim">
              <RelativeTime at={each.ended_at ?? each.created_at} />
            </span>
            {(each.status === 'done' || each.status === 'failed') && (
              <Button variant="subtle" size="compact-xs" onClick={() => setRemoving(each)}>
                {strings.removeExport}
              </Button>
            )}
            {each.message !== null && <span>{each.message}</span>}
          </li>
        ))}
      </ul>
      <ConfirmWindow
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={strings.removeTitle}
        text={strings.removeText}
        confirm={strings.removeExport}
        cancel={strings.keep}
        isFinal
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate({ action: 'remove', exportId: removing.id })}
      />
    </>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconDownload } from '#icons'
import { CopyButton } from '#web/ui/copy-button.tsx'
import classes from './profile.module.css'
import { strings } from './strings.ts'

/** The recovery codes for the one time they can be seen, to be copied or kept as a file. */
export const RecoveryCodes = ({ codes, email, onDone }: { codes: readonly string[]; email: string; onDone(): void }) => {
  const text = codes.join('\n')
  // The button that was pressed is gone: what it brought takes the focus, and is read aloud.
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <Stack>
      <Text size="sm">{strings.codesText}</Text>
      <ul className={classes.codes} aria-label={strings.codes} ref={list} tabIndex={-1}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton text={text} label={strings.copyCodes} wide />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(strings.codesFile, `${strings.codesFileHead(email, location.host)}\n\n${text}\n`)}
        >
          {strings.downloadCodes}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{strings.codesStored}</Button>
      </Group>
    </Stack>
  )
}

const download = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

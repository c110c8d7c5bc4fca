import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Design, DesignFormat } from '#web/wire.ts'
import { useDesignChange } from './api.ts'
import { readPages } from './pages-typed.ts'
import { strings } from './strings.ts'

interface Props {
  readonly design: Design
  readonly onClose: () => void
}

/** Asks for a format and pages, and orders the export. */
export const ExportWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.exportTitle}>
    <Ready {...props} />
  </Window>
)

const Ready = (props: Props) => {
  const { data, error } = useQuery(read('canva', { action: 'formats', designId: props.design.id }))
  if (error) return <ErrorNote error={error} title={strings.formatsFailed} />
  if (!data) return <RowsPending rows={3} />
  return <Form {...props} formats={data.formats ?? []} />
}

const Form = ({ design, onClose, formats }: Props & { formats: readonly DesignFormat[] }) => {
  const [format, setFormat] = useState<DesignFormat | undefined>(formats[0])
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const order = useDesignChange(() => {
    say(strings.exportBegun)
    onClose()
  })
  const pages = readPages(typed)
  const hasPages = design.pages !== 1
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (pages === null || format === undefined || order.isPending) return
        order.mutate({ action: 'export', designId: design.id, format, pages })
      }}
    >
      <Stack>
        <ErrorNote error={order.error} title={strings.notExported} />
        <Text size="sm" fw={600}>
          <bdi>{design.title}</bdi>
        </Text>
        <Text size="sm">{strings.exportText}</Text>
        <Select
          label={strings.format}
          data={formats.map((each) => ({ value: each, label: strings.formats[each] }))}
          value={format ?? null}
          allowDeselect={false}
          onChange={(value) => setFormat(formats.find((each) => each === value))}
        />
        {hasPages && (
          <TextInput
            label={strings.pagesField}
            description={strings.pagesHint}
            value={typed}
            error={isTried && pages === null ? strings.pagesWrong : undefined}
            inputMode="numeric"
            maxLength={200}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.export} isPending={order.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { IconFlask } from '#icons'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { MetaSourceForm } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Has Meta make a trial of one of the forms. */
export const TestLead = ({ leadSourceId, forms }: { leadSourceId: string; forms: readonly MetaSourceForm[] }) => {
  const usable = forms.filter(({ status, is_chosen }) => status === 'active' && is_chosen)
  const [chosen, setChosen] = useState<string | null>(null)
  const formId = chosen ?? usable[0]?.id
  const send = useMutation({
    mutationFn: (id: string) => call('send-meta-test-lead', { leadSourceId, formId: id }),
    onSuccess: () => say(strings.testSent),
  })
  if (formId === undefined) return null
  return (
    <div>
      <ErrorNote error={send.error} />
      <Group align="end">
        {usable.length > 1 && (
          <Select
            label={strings.testForm}
            data={usable.map(({ id, name }) => ({ value: id, label: name }))}
            value={formId}
            allowDeselect={false}
            onChange={setChosen}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          loading={send.isPending}
          onClick={() => send.mutate(formId)}
        >
          {strings.testLead}
        </Button>
      </Group>
    </div>
  )
}

import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { Select } from '#web/ui/select.tsx'
import { strings } from '../strings.ts'
import { type KindProps, useTrouble } from './field-context.ts'
import { JsonField } from './value-field.tsx'

/** Which workflow is started, and with what. */
export const WorkflowFields = ({ node, onChange }: KindProps<'workflow'>) => {
  const { data } = useQuery(read('list-workflows', { state: 'published', limit: 100 }))
  const choices = (data?.workflows ?? []).filter(({ trigger }) => trigger?.kind === 'request')
  return (
    <Stack>
      <Select
        label={strings.workflowId}
        placeholder={strings.chooseWorkflow}
        error={useTrouble('workflow')}
        withAsterisk
        searchable
        allowDeselect={false}
        value={node.workflow || null}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(workflow) => workflow && onChange({ ...node, workflow }, 'workflow')}
      />
      <JsonField
        field={{ name: 'input', schema: {}, isRequired: false }}
        at="input"
        label={strings.values}
        value={node.input}
        onChange={(input) =>
          (input === undefined || (input !== null && typeof input === 'object' && !Array.isArray(input))) &&
          onChange({ ...node, input: input ?? {} }, 'input')
        }
      />
      <Checkbox
        label={strings.waitForEnd}
        checked={node.wait}
        onChange={({ currentTarget }) => onChange({ ...node, wait: currentTarget.checked }, 'wait')}
      />
    </Stack>
  )
}

import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { strings } from '../strings.ts'
import { CredentialField } from './credential-field.tsx'
import { TemplateField } from './expression-field.tsx'
import { type KindProps, useTrouble } from './field-context.ts'
import { RowList } from './row-list.tsx'
import { JsonField, PlainField } from './value-field.tsx'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const HttpFields = ({ node, onChange }: KindProps<'http'>) => (
  <Stack>
    <NativeSelect
      label={strings.method}
      error={useTrouble('method')}
      value={node.method}
      data={[...methods]}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...node, method: methods.find((each) => each === value) ?? 'POST' }, 'method')
      }
    />
    <TemplateField
      label={strings.url}
      field="url"
      isRequired
      placeholder={strings.urlExample}
      value={node.url}
      onChange={(url) => onChange({ ...node, url }, 'url')}
    />
    <RowList
      legend={strings.headers}
      field="headers"
      rows={Object.entries(node.headers)}
      nameOf={([name]) => name}
      least={0}
      add={strings.addValue}
      onAdd={() =>
        onChange({ ...node, headers: { ...node.headers, [`X-Header-${Object.keys(node.headers).length + 1}`]: '' } }, 'add')
      }
      onChange={(rows) => onChange({ ...node, headers: Object.fromEntries(rows) }, 'headers')}
    >
      {([name, text], set) => (
        <>
          <PlainField
            label={strings.valueName}
            field={`headers.${name}`}
            value={name}
            maxLength={100}
            onChange={(typed) => !(typed in node.headers) && set([typed, text])}
          />
          <TemplateField
            label={strings.value}
            field={`headers.${name}`}
            value={text}
            onChange={(typed) => set([name, typed])}
          />
        </>
      )}
    </RowList>
    {node.method !== 'GET' && (
      <JsonField
        field={{ name: 'body', schema: {}, isRequired: false }}
        at="body"
        label={strings.body}
        value={node.body}
        onChange={(body) => {
          const { body: _, ...rest } = node
          onChange(body === undefined ? rest : { ...rest, body }, 'body')
        }}
      />
    )}
    <CredentialField
      value={node.connection ?? ''}
      url={node.url}
      onChange={(connection) => {
        const { connection: _, ...rest } = node
        onChange(connection === '' ? rest : { ...rest, connection }, 'connection')
      }}
    />
    <Checkbox
      label={strings.takesKeys}
      checked={node.takes_keys}
      onChange={({ currentTarget }) => onChange({ ...node, takes_keys: currentTarget.checked }, 'takes_keys')}
    />
  </Stack>
)

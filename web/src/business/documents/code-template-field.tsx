import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ChangeEvent, ReactNode } from 'react'
import { read } from '#web/gateway.ts'
import type { CodeTemplate } from '#web/wire.ts'
import { strings } from './strings.ts'

/** As the form has it. A name has no blank. */
export const writtenTemplate = ({ name, language }: CodeTemplate): string => `${name} ${language}`

export const templateOf = (written: string): CodeTemplate | null => {
  const [name, language] = written.split(' ')
  return name && language ? { name, language } : null
}

/** By which WhatsApp template codes go to signers. */
export const CodeTemplateField = ({
  value,
  error,
  onChange,
}: {
  readonly value?: string
  readonly error?: ReactNode
  readonly onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
}) => {
  const { data } = useQuery(read('list-whatsapp-templates', {}))
  const connections = useQuery(read('list-connections', {})).data?.connections
  const isConnected = connections?.some(({ provider, status }) => provider === 'whatsapp' && status !== 'disconnected')
  const fitting = (data?.templates ?? []).filter(
    ({ status, category, variables }) => status === 'APPROVED' && category === 'AUTHENTICATION' && variables === 1,
  )
  const known = fitting.map((each) => ({ value: writtenTemplate(each), label: `${each.name} (${each.language})` }))
  const isKnown = !value || known.some((each) => each.value === value)
  return (
    <NativeSelect
      label={strings.codeTemplate}
      description={
        isConnected === false ? (
          <>
            {strings.codeTemplateUnconnected} <Link to="/settings/connections">{strings.connectWhatsapp}</Link>
          </>
        ) : data && known.length === 0 ? (
          strings.codeTemplateNone
        ) : (
          strings.codeTemplateHint
        )
      }
      value={value}
      error={error}
      data={[
        { value: '', label: strings.codeTemplateOff },
        ...known,
        ...(isKnown ? [] : [{ value: value ?? '', label: value ?? '' }]),
      ]}
      onChange={onChange}
    />
  )
}

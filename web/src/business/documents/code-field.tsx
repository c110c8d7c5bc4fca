import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SignerCode } from '#web/wire.ts'
import { strings } from './strings.ts'

const ways: readonly SignerCode[] = ['none', 'email', 'whatsapp']

/** Whether a signer enters a code before the document is shown, and how it is sent. */
export const CodeField = ({
  code,
  error,
  onChange,
}: {
  readonly code: SignerCode
  readonly error?: ReactNode
  readonly onChange: (code: SignerCode) => void
}) => (
  <NativeSelect
    label={strings.asksCode}
    description={code === 'whatsapp' ? strings.asksCodeWhatsapp : strings.asksCodeHint}
    value={code}
    data={ways.map((value) => ({ value, label: strings.codes[value] }))}
    error={error}
    mt="xs"
    onChange={({ currentTarget }) => onChange(currentTarget.value as SignerCode)}
  />
)

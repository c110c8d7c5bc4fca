import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { unshownLetter, useLetters } from '#web/business/invoices/letters.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { DocumentDetail, DocumentSignerDetail } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { CodeField } from './code-field.tsx'
import { strings } from './strings.ts'

interface Props {
  readonly document: DocumentDetail
  readonly signer: DocumentSignerDetail
  readonly onClose: () => void
}

/** Another person in the place of a signer: as the signer named them, or as they are: to correct a name or an address. */
export const ReplaceWindow = ({ signer, ...props }: Omit<Props, 'signer'> & { signer: DocumentSignerDetail | null }) => (
  <Window opened={signer !== null} onClose={props.onClose} title={strings.replaceTitle}>
    {signer && <Form {...props} signer={signer} />}
  </Window>
)

const Form = ({ document, signer, onClose }: Props) => {
  const replace = useDocumentChange('replace-signer')
  const named = signer.successor?.refused === false ? signer.successor : signer
  const [name, setName] = useState(named.name)
  const [email, setEmail] = useState(named.email)
  const [code, setCode] = useState(signer.code)
  const [isChecked, setChecked] = useState(false)
  const unshown = unshownLetter(name, useLetters())
  const faults = {
    name: (isChecked && name.trim() === '' && strings.nameMissing) || unshown || fieldError(replace.error, 'name'),
    email: (isChecked && !/^\S+@\S+$/.test(email.trim()) && strings.emailMissing) || fieldError(replace.error, 'email'),
  }
  const submit = (): void => {
    setChecked(true)
    if (name.trim() === '' || unshown !== undefined || !/^\S+@\S+$/.test(email.trim())) return
    replace.mutate(
      { documentId: document.id, signerId: signer.id, name: name.trim(), email: email.trim(), code },
      {
        onSuccess: () => {
          say(strings.replaced(signer.name, name.trim()))
          onClose()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!replace.isPending) submit()
      }}
    >
      <Stack>
        {!(['name', 'email', 'code'] as const).some((field) => fieldError(replace.error, field)) && (
          <ErrorNote error={replace.error} title={strings.signerNotReplaced} />
        )}
        <Text size="sm">
          <bdi>{strings.replaceText(signer.name)}</bdi>
        </Text>
        <TextInput
          label={strings.name}
          value={name}
          error={faults.name}
          maxLength={255}
          required
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={strings.email}
          description={isDemoEmail(email) && strings.emailOfDemo}
          inputMode="email"
          value={email}
          error={faults.email}
          maxLength={254}
          required
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <CodeField code={code} error={fieldError(replace.error, 'code')} onChange={setCode} />
        <WindowFoot>
          <FormButtons submit={strings.replaceConfirm} isPending={replace.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

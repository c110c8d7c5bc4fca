import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { localMinute } from '#web/i18n/format.ts'
import { locale } from '#web/i18n/locale.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { DocumentDetail, DocumentSignerDetail } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { consentVersion } from './consent-version.ts'
import { missingIn, OwnFields, valuesIn } from './own-fields.tsx'
import { strings } from './strings.ts'

interface Props {
  readonly document: DocumentDetail
  readonly signer: DocumentSignerDetail
  readonly onClose: () => void
}

/** One's own signature, once the document was opened; for a client, the record of one that was made elsewhere. */
export const SignWindow = ({ signer, ...props }: Omit<Props, 'signer'> & { signer: DocumentSignerDetail | null }) => (
  <Window
    opened={signer !== null}
    onClose={props.onClose}
    title={signer?.role === 'client' ? strings.attestTitle : strings.signTitle}
  >
    {signer && <Form {...props} signer={signer} />}
  </Window>
)

const Form = ({ document, signer, onClose }: Props) => {
  const { person } = useSession()
  const isOwn = signer.role === 'admin'
  const sign = useDocumentChange('sign-document')
  const [hasOpened, setHasOpened] = useState(false)
  const [isAgreed, setAgreed] = useState(false)
  const [at, setAt] = useState(() => localMinute(new Date()))
  const [isChecked, setChecked] = useState(false)
  const [values, setValues] = useState<Readonly<Record<string, string | boolean>>>({})
  const fields = isOwn ? document.fields.filter((field) => field.signer_id === signer.id) : []
  const submit = (): void => {
    setChecked(true)
    if (!isAgreed || missingIn(fields, values).length > 0) return
    sign.mutate(
      {
        documentId: document.id,
        url: document.url,
        values: valuesIn(fields, values),
        ...(isOwn && { consent: true, words: consentVersion, locale: locale.tag }),
        data: {
          signerName: isOwn ? person.name : signer.name,
          signerEmail: signer.email,
          signerRole: signer.role,
          timestamp: (isOwn || at === '' ? new Date() : new Date(at)).toISOString(),
        },
      },
      {
        onSuccess: () => {
          say(isOwn ? strings.signedOwn : strings.attested(signer.name))
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
        if (!sign.isPending) submit()
      }}
    >
      <Stack>
        {!['data.timestamp', ...fields.map(({ id }) => `values.${id}`)].some((field) => fieldError(sign.error, field)) && (
          <ErrorNote error={sign.error} title={strings.notSigned} />
        )}
        <Text size="sm">
          <bdi>{isOwn ? strings.signText(person.name, signer.email) : strings.attestText(signer.name)}</bdi>
        </Text>
        {isOwn && (
          <Button
            component="a"
            href={downloadAddress('download-document', { documentId: document.id })}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => setHasOpened(true)}
            data-autofocus
          >
            {strings.openDocument}
          </Button>
        )}
        <OwnFields fields={fields} values={values} onChange={setValues} isChecked={isChecked} error={sign.error} />
        {!isOwn && (
          <TextInput
            type="datetime-local"
            label={strings.signedElsewhereAt}
            value={at}
            error={fieldError(sign.error, 'data.timestamp')}
            onChange={({ currentTarget }) => setAt(currentTarget.value)}
          />
        )}
        <Checkbox
          label={isOwn ? strings.readAndSign : strings.attest}
          description={isOwn && !hasOpened ? strings.openFirst : undefined}
          disabled={isOwn && !hasOpened}
          checked={isAgreed}
          error={isChecked && !isAgreed ? strings.agreeMissing : undefined}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
        />
        <WindowFoot>
          <FormButtons submit={isOwn ? strings.sign : strings.record} isPending={sign.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

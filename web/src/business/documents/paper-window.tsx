import { Checkbox, FileInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { localMinute } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { DocumentDetail, DocumentSignerDetail } from '#web/wire.ts'
import { useSignOnPaper } from './api.ts'
import { paperStrings } from './paper-strings.ts'
import { strings } from './strings.ts'

const mostBytes = 25 * 2 ** 20

/** Whose signature on paper a member may record: a client's whose turn it is, and their own. */
export const signersOnPaper = (
  { status, allows_attesting: mayAttest, signers }: DocumentDetail,
  email: string,
): readonly DocumentSignerDetail[] =>
  status === 'pending_signature' && mayAttest
    ? signers.filter(
        (signer) =>
          signer.state === 'asked' && (signer.role === 'client' || signer.email.toLowerCase() === email.toLowerCase()),
      )
    : []

interface Props {
  readonly document: DocumentDetail
  readonly signers: readonly DocumentSignerDetail[]
  readonly onClose: () => void
}

/** The scan of a paper that was signed by hand, with whose signature it bears. */
export const PaperWindow = ({ opened, ...props }: Props & { readonly opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={paperStrings.title}>
    {opened && <Form {...props} />}
  </Window>
)

const Form = ({ document, signers: open, onClose }: Props) => {
  // As it was opened: where the last of them signs meanwhile, the refusal says how and when.
  const [signers] = useState(open)
  const { person } = useSession()
  const sign = useSignOnPaper()
  const [signerId, setSignerId] = useState(signers[0]?.id)
  const [file, setFile] = useState<File | null>(null)
  const [at, setAt] = useState(() => localMinute(new Date()))
  const [isAgreed, setAgreed] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const signer = signers.find(({ id }) => id === signerId) ?? signers[0]
  if (!signer) return null
  const isTooLarge = file !== null && file.size > mostBytes
  const fileFault = isTooLarge ? paperStrings.fileTooLarge : isChecked && file === null ? paperStrings.fileMissing : undefined
  const refused = fieldError(sign.error, 'fileId') ?? fieldError(sign.error, 'file')
  const submit = (): void => {
    setChecked(true)
    if (!isAgreed || file === null || isTooLarge) return
    const data = {
      signerName: signer.role === 'admin' ? person.name : signer.name,
      ...{ signerEmail: signer.email, signerRole: signer.role },
      timestamp: (at === '' ? new Date() : new Date(at)).toISOString(),
    }
    sign.mutate(
      { documentId: document.id, file, data },
      {
        onSuccess: () => {
          say(strings.attested(signer.name))
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
        {!refused && !fieldError(sign.error, 'data.timestamp') && <ErrorNote error={sign.error} title={strings.notSigned} />}
        <Text size="sm">{paperStrings.text}</Text>
        <Select
          label={paperStrings.signer}
          data={signers.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
          value={signer.id}
          allowDeselect={false}
          onChange={(id) => {
            setSignerId(id ?? undefined)
            setAgreed(false)
          }}
        />
        <FileInput
          label={paperStrings.file}
          description={paperStrings.fileHint}
          accept="application/pdf,.pdf"
          value={file}
          clearable
          onChange={(chosen) => {
            setFile(chosen)
            sign.reset()
          }}
          error={fileFault ?? refused}
        />
        <TextInput
          type="datetime-local"
          label={strings.signedElsewhereAt}
          value={at}
          error={fieldError(sign.error, 'data.timestamp')}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Checkbox
          label={<bdi>{paperStrings.confirm(signer.name)}</bdi>}
          description={paperStrings.means}
          checked={isAgreed}
          error={isChecked && !isAgreed ? strings.agreeMissing : undefined}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
        />
        <WindowFoot>
          <FormButtons submit={paperStrings.save} isPending={sign.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

import { Button, Checkbox, FileInput, Group, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { IconDownload } from '#icons'
import { CallError } from '#web/gateway.ts'
import { onDay } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Fields } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { Window } from '#web/ui/window.tsx'
import type { SealCertificate, SealingSettings } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import classes from './documents.module.css'
import { sealingStrings } from './sealing-strings.ts'
import { strings } from './strings.ts'

const warnDays = 60
/** What the dates of the certificate say by themselves. */
const ofDates: ReadonlySet<string> = new Set(['certificate_ended', 'certificate_ends_early'])

/** What seals, what sealed before, and how another one is taken. */
export const Certificates = ({ sealing: { certificate, earlier, problem } }: { sealing: SealingSettings }) => {
  const [asked, setAsked] = useState<'renew' | 'upload' | null>(null)
  const renew = useDocumentChange('renew-seal-identity')
  const close = () => {
    setAsked(null)
    renew.reset()
  }
  return (
    <>
      {problem && !ofDates.has(problem.code) && (
        <WarningNote role="status" tone="bad" title={sealingStrings.sealProblem}>
          {sealingStrings.sealProblems[problem.code]}
        </WarningNote>
      )}
      {certificate ? <Current certificate={certificate} /> : <Text size="sm">{strings.noCertificate}</Text>}
      <Group mt="sm" gap="xs">
        <Button variant="default" onClick={() => setAsked('upload')}>
          {strings.uploadCertificate}
        </Button>
        {certificate && (
          <Button variant="default" onClick={() => setAsked('renew')}>
            {strings.renewCertificate}
          </Button>
        )}
      </Group>
      {earlier.length > 0 && <Earlier earlier={earlier} />}
      <ConfirmWindow
        opened={asked === 'renew'}
        title={strings.renewTitle}
        text={strings.renewText}
        confirm={strings.renewConfirm}
        isPending={renew.isPending}
        error={renew.error}
        onClose={close}
        onConfirm={() =>
          renew.mutate(
            {},
            {
              onSuccess: () => {
                close()
                say(strings.certificateReplaced)
              },
            },
          )
        }
      />
      <Window opened={asked === 'upload'} onClose={close} title={strings.uploadCertificate}>
        <UploadForm onDone={close} />
      </Window>
    </>
  )
}

const Current = ({ certificate }: { certificate: SealCertificate }) => {
  const days = Math.floor((Date.parse(certificate.valid_until) - useClock()) / 86_400_000)
  return (
    <>
      {days < warnDays && (
        <WarningNote role="status" tone={days < 0 ? 'bad' : 'warn'} title={strings.certificateEnds}>
          {strings.certificateEndsText(onDay(certificate.valid_until))}
        </WarningNote>
      )}
      <Facts stacked>
        <Fact name={strings.subject}>
          <bdi>{certificate.subject}</bdi>
        </Fact>
        <Fact name={strings.source}>{strings.sources[certificate.source]}</Fact>
        <Fact name={strings.validUntil}>{onDay(certificate.valid_until)}</Fact>
        {certificate.root_fingerprint !== null && (
          <Fact name={strings.rootFingerprint}>
            <Digest of={certificate.root_fingerprint} copy={strings.copyRootFingerprint} />
          </Fact>
        )}
        <Fact name={strings.fingerprint}>
          <Digest of={certificate.fingerprint} copy={strings.copyFingerprint} />
        </Fact>
      </Facts>
      {certificate.root_pem !== null && (
        <>
          <RootLink certificate={certificate} label={strings.downloadRoot} />
          <Text size="sm" c="dimmed" mt="xs">
            {strings.rootText} {strings.rootFingerprintText}
          </Text>
        </>
      )}
    </>
  )
}

const Digest = ({ of: digest, copy }: { of: string; copy: string }) => (
  <span className={classes.digest}>
    <code className={classes.code}>{digest}</code>
    <CopyButton text={digest} label={copy} />
  </span>
)

const RootLink = ({ certificate, label }: { certificate: SealCertificate; label: string }) =>
  certificate.root_pem !== null && (
    <Button
      component="a"
      href={`data:application/x-pem-file;charset=utf-8,${encodeURIComponent(certificate.root_pem)}`}
      download="foyer-root.pem"
      variant="default"
      mt="sm"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {label}
    </Button>
  )

const Earlier = ({ earlier }: { earlier: readonly SealCertificate[] }) => (
  <details className="dim">
    <summary>{strings.earlierCertificates(earlier.length)}</summary>
    <List label={strings.earlierCertificates(earlier.length)} isInset>
      {earlier.map((certificate) => (
        <ListRow
          key={certificate.fingerprint}
          title={<bdi>{certificate.subject}</bdi>}
          end={certificate.retired_at === null ? null : strings.usedUntil(onDay(certificate.retired_at))}
        >
          {certificate.root_fingerprint !== null && (
            <>
              {strings.rootFingerprint} <Digest of={certificate.root_fingerprint} copy={strings.copyRootFingerprint} />
            </>
          )}
          <RootLink certificate={certificate} label={strings.downloadRoot} />
        </ListRow>
      ))}
    </List>
  </details>
)

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** What is larger is no file with a key: the server reads no more. */
const mostBytes = 150_000

const UploadForm = ({ onDone }: { onDone: () => void }) => {
  const upload = useDocumentChange('upload-seal-identity')
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isDespite, setDespite] = useState(false)
  const endsEarly = upload.error instanceof CallError && upload.error.code === 'identity_ends_early'
  const submit = async (): Promise<void> => {
    if (!file || file.size > mostBytes) return setFault(file ? strings.fileTooLarge : strings.fileMissing)
    upload.mutate(
      { file: await base64Of(file), password, ...(isDespite && { despiteOpenDocuments: true }) },
      {
        onSuccess: () => {
          say(strings.certificateReplaced)
          onDone()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {!fieldError(upload.error, 'file') && !fieldError(upload.error, 'password') && (
        <ErrorNote error={upload.error} title={strings.notReplaced} />
      )}
      <Fields>
        <FileInput
          label={strings.certificateFile}
          description={strings.certificateFileHint}
          accept=".p12,.pfx,application/x-pkcs12"
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            setDespite(false)
            setFault(null)
          }}
          error={fault ?? fieldError(upload.error, 'file')}
        />
        <PasswordInput
          label={strings.filePassword}
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fieldError(upload.error, 'password')}
        />
        {(endsEarly || isDespite) && (
          <Checkbox
            label={sealingStrings.takeDespite}
            description={sealingStrings.takeDespiteHint}
            checked={isDespite}
            onChange={({ currentTarget }) => setDespite(currentTarget.checked)}
          />
        )}
      </Fields>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={upload.isPending}>
          {strings.uploadConfirm}
        </Button>
      </Group>
    </form>
  )
}

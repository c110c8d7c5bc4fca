import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconBan, IconClock, IconFilePlus, IconPencil, IconRefresh } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { DocumentDetail, DocumentSignerDetail } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { ExtendWindow } from './extend-window.tsx'
import { HoldButton } from './hold-button.tsx'
import { paperStrings } from './paper-strings.ts'
import { PaperWindow, signersOnPaper } from './paper-window.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SignWindow } from './sign-window.tsx'
import { strings } from './strings.ts'

/** What can be done with a document: the next step first. */
export const DocumentActions = ({ document }: { document: DocumentDetail }) => {
  const { person, role } = useSession()
  // As it was opened: where they sign elsewhere meanwhile, the refusal says how and when.
  const [signing, setSigning] = useState<DocumentSignerDetail | null>(null)
  const [isOnPaper, setOnPaper] = useState(false)
  const [isVoiding, setVoiding] = useState(false)
  const [isExtending, setExtending] = useState(false)
  const retry = useDocumentChange('retry-seal')
  const own = document.signers.find(
    (signer) =>
      signer.role === 'admin' && signer.state === 'asked' && signer.email.toLowerCase() === person.email.toLowerCase(),
  )
  const onPaper = signersOnPaper(document, person.email)
  const isOpen = document.status === 'pending_signature'
  return (
    <>
      {isOpen && own && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setSigning(own)}>
          {strings.sign}
        </Button>
      )}
      {onPaper.length > 0 && (
        <Button variant="default" leftSection={<IconFilePlus size={16} aria-hidden />} onClick={() => setOnPaper(true)}>
          {paperStrings.open}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" leftSection={<IconClock size={16} aria-hidden />} onClick={() => setExtending(true)}>
          {strings.extend}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={() => setVoiding(true)}>
          {strings.void}
        </Button>
      )}
      {document.seal === 'failed' && isAtLeast(role, 'admin') && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(
              { documentId: document.id },
              { onSuccess: () => say(strings.sealsAgain), onError: (error) => sayFailure(error, strings.notSealed) },
            )
          }
        >
          {strings.sealAgain}
        </Button>
      )}
      {isAtLeast(role, 'admin') && <HoldButton document={document} />}
      {isAtLeast(role, 'admin') && <RemoveButton document={document} />}
      <SignWindow document={document} signer={signing} onClose={() => setSigning(null)} />
      <PaperWindow document={document} signers={onPaper} opened={isOnPaper} onClose={() => setOnPaper(false)} />
      <ExtendWindow document={document} opened={isExtending} onClose={() => setExtending(false)} />
      <VoidWindow document={document} opened={isVoiding} onClose={() => setVoiding(false)} />
    </>
  )
}

const VoidWindow = ({ document, opened, onClose }: { document: DocumentDetail; opened: boolean; onClose: () => void }) => {
  const voiding = useDocumentChange('void-document')
  const close = (): void => {
    voiding.reset()
    onClose()
  }
  return (
    <ConfirmWindow
      opened={opened}
      onClose={close}
      title={strings.voidTitle}
      about={document.title}
      text={strings.voidText}
      confirm={strings.voidConfirm}
      cancel={strings.keep}
      isFinal
      reason={{ label: strings.reason, hint: strings.reasonHint, missing: strings.reasonMissing }}
      isPending={voiding.isPending}
      error={voiding.error}
      onConfirm={(reason) =>
        voiding.mutate(
          { documentId: document.id, reason },
          {
            onSuccess: () => {
              say(strings.voided)
              close()
            },
          },
        )
      }
    />
  )
}

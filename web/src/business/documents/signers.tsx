import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { dayAndMinute } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { DocumentDetail, DocumentSignerDetail, SignerState } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { SignWindow } from './sign-window.tsx'
import type { Tone } from './states.ts'
import { strings } from './strings.ts'

const tones: Readonly<Record<SignerState, Tone>> = {
  waiting: undefined,
  asked: 'warn',
  signed: 'good',
  declined: 'bad',
  replaced: undefined,
}

/** Who signs: whose turn it is, what they did and how, and what can be done about it. */
export const Signers = ({ document }: { document: DocumentDetail }) => {
  const remind = useDocumentChange('remind-signer')
  const [attesting, setAttesting] = useState<DocumentSignerDetail | null>(null)
  const [renewing, setRenewing] = useState<DocumentSignerDetail | null>(null)
  const hasTurns = new Set(document.signers.map(({ turn }) => turn)).size > 1
  const isOpen = document.status === 'pending_signature'
  return (
    <>
      <List label={strings.signers} isInset>
        {document.signers.map((signer) => (
          <ListRow
            key={signer.id}
            title={<bdi>{signer.name}</bdi>}
            pills={<Pill tone={tones[signer.state]}>{strings.signerStates[signer.state]}</Pill>}
            actions={
              isOpen &&
              signer.state === 'asked' && (
                <Actions
                  signer={signer}
                  mayAttest={document.allows_attesting}
                  isReminding={remind.isPending && remind.variables?.signerId === signer.id}
                  onRemind={() =>
                    remind.mutate(
                      { documentId: document.id, signerId: signer.id },
                      {
                        onSuccess: () => say(strings.reminded(signer.name)),
                        onError: (error) => sayFailure(error, strings.notReminded),
                      },
                    )
                  }
                  onRenew={() => {
                    remind.reset()
                    setRenewing(signer)
                  }}
                  onAttest={() => setAttesting(signer)}
                />
              )
            }
          >
            <bdi>{signer.email}</bdi>
            {` · ${strings.roles[signer.role]}`}
            {hasTurns && ` · ${strings.turn(signer.turn)}`}
            <History signer={signer} />
          </ListRow>
        ))}
      </List>
      <SignWindow document={document} signer={attesting} onClose={() => setAttesting(null)} />
      <ConfirmWindow
        opened={renewing !== null}
        title={strings.newLinkTitle}
        about={renewing?.name}
        text={strings.newLinkText}
        confirm={strings.newLink}
        isPending={remind.isPending}
        error={renewing && remind.error}
        onConfirm={() =>
          renewing &&
          remind.mutate(
            { documentId: document.id, signerId: renewing.id, newLink: true },
            {
              onSuccess: () => {
                say(strings.renewed(renewing.name))
                setRenewing(null)
              },
            },
          )
        }
        onClose={() => {
          remind.reset()
          setRenewing(null)
        }}
      />
    </>
  )
}

const Actions = ({
  signer: { name, role },
  mayAttest,
  isReminding,
  onRemind,
  onRenew,
  onAttest,
}: {
  signer: DocumentSignerDetail
  mayAttest: boolean
  isReminding: boolean
  onRemind: () => void
  onRenew: () => void
  onAttest: () => void
}) => (
  <Group gap="xs">
    <Button size="xs" variant="default" loading={isReminding} onClick={onRemind}>
      {strings.remind}
      <span className="hidden-visually"> {name}</span>
    </Button>
    <Button size="xs" variant="default" onClick={onRenew}>
      {strings.newLink}
      <span className="hidden-visually"> {name}</span>
    </Button>
    {role === 'client' && mayAttest && (
      <Button size="xs" variant="default" onClick={onAttest}>
        {strings.record}
        <span className="hidden-visually"> {name}</span>
      </Button>
    )}
  </Group>
)

/** When they were asked, reminded and opened it, and when and how they signed. */
const History = ({ signer }: { signer: DocumentSignerDetail }) => {
  const said = [
    signer.asked_at !== null && strings.askedAt(dayAndMinute(signer.asked_at)),
    signer.reminded_at !== null && strings.remindedAt(dayAndMinute(signer.reminded_at)),
    signer.opened_at !== null && strings.openedAt(dayAndMinute(signer.opened_at)),
    signer.signedAt !== null && strings.signedWhen(dayAndMinute(signer.signedAt)),
    signer.class !== null && strings.classes[signer.class],
    signer.reason,
  ].filter((each): each is string => Boolean(each))
  return said.length > 0 && <div>{said.join(' · ')}</div>
}

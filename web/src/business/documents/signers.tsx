import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { dayAndMinute } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { DocumentDetail, DocumentSignerDetail, SignerState } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { ReplaceWindow } from './replace-window.tsx'
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
  const [replacing, setReplacing] = useState<DocumentSignerDetail | null>(null)
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
              isOpen && signer.state === 'waiting' ? (
                <Replace signer={signer} onReplace={() => setReplacing(signer)} />
              ) : (
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
                          onSuccess: ({ sent }) => say((sent ? strings.reminded : strings.justEmailed)(signer.name)),
                          onError: (error) => sayFailure(error, strings.notReminded),
                        },
                      )
                    }
                    onRenew={() => {
                      remind.reset()
                      setRenewing(signer)
                    }}
                    onAttest={() => setAttesting(signer)}
                    onReplace={() => setReplacing(signer)}
                  />
                )
              )
            }
          >
            <bdi>{signer.email}</bdi>
            {` · ${strings.roles[signer.role]}`}
            {signer.code === 'email' && ` · ${strings.hasCode}`}
            {signer.code === 'whatsapp' && ` · ${strings.hasCodeWhatsapp(signer.phone ?? '')}`}
            {hasTurns && ` · ${strings.turn(signer.turn)}`}
            <History signer={signer} isSealed={document.seal === 'sealed'} />
            {isOpen && <Undelivered signer={signer} onCorrect={() => setReplacing(signer)} />}
            {isOpen && <Named document={document} signer={signer} onAgree={() => setReplacing(signer)} />}
          </ListRow>
        ))}
      </List>
      <ReplaceWindow document={document} signer={replacing} onClose={() => setReplacing(null)} />
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

const Replace = ({ signer: { name }, onReplace }: { signer: DocumentSignerDetail; onReplace: () => void }) => (
  <Button size="xs" variant="default" onClick={onReplace}>
    {strings.replace}
    <span className="hidden-visually"> {name}</span>
  </Button>
)

/** That an email did not arrive, or goes to a person of the demo, and the way out: the same person with another address. */
const Undelivered = ({ signer, onCorrect }: { signer: DocumentSignerDetail; onCorrect: () => void }) => {
  const isDemo = isDemoEmail(signer.email)
  if (signer.state !== 'asked' || (signer.undelivered_at === null && !isDemo)) return null
  return (
    <WarningNote role="status" title={isDemo ? strings.undeliveredDemo : strings.undelivered(signer.email)}>
      {isDemo ? strings.undeliveredDemoText : strings.undeliveredText}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onCorrect}>
          {strings.correctAddress}
          <span className="hidden-visually"> {signer.name}</span>
        </Button>
      </Group>
    </WarningNote>
  )
}

/** Whom a signer named: the sender decides. */
const Named = ({
  document,
  signer,
  onAgree,
}: {
  document: DocumentDetail
  signer: DocumentSignerDetail
  onAgree: () => void
}) => {
  const refuse = useDocumentChange('keep-signer')
  const { successor, state, name } = signer
  if (state !== 'asked' || successor === null || successor.refused) return null
  return (
    <WarningNote role="status" title={strings.successor(name, successor.name, successor.email)}>
      {successor.reason !== null && <bdi>{successor.reason}</bdi>}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onAgree}>
          {strings.agree}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={refuse.isPending}
          onClick={() =>
            refuse.mutate(
              { documentId: document.id, signerId: signer.id },
              { onSuccess: () => say(strings.signerKept(name)), onError: (error) => sayFailure(error, strings.notKept) },
            )
          }
        >
          {strings.keepSigner}
        </Button>
      </Group>
    </WarningNote>
  )
}

const Actions = ({
  signer,
  mayAttest,
  isReminding,
  onRemind,
  onRenew,
  onAttest,
  onReplace,
}: {
  signer: DocumentSignerDetail
  mayAttest: boolean
  isReminding: boolean
  onRemind: () => void
  onRenew: () => void
  onAttest: () => void
  onReplace: () => void
}) => (
  <Group gap="xs">
    <Button size="xs" variant="default" loading={isReminding} onClick={onRemind}>
      {strings.remind}
      <span className="hidden-visually"> {signer.name}</span>
    </Button>
    <Button size="xs" variant="default" onClick={onRenew}>
      {strings.newLink}
      <span className="hidden-visually"> {signer.name}</span>
    </Button>
    <Replace signer={signer} onReplace={onReplace} />
    {signer.role === 'client' && mayAttest && (
      <Button size="xs" variant="default" onClick={onAttest}>
        {strings.record}
        <span className="hidden-visually"> {signer.name}</span>
      </Button>
    )}
  </Group>
)

/** When they were asked, reminded and opened it, and when and how they signed. */
const History = ({ signer, isSealed }: { signer: DocumentSignerDetail; isSealed: boolean }) => {
  const said = [
    signer.asked_at !== null && strings.askedAt(dayAndMinute(signer.asked_at)),
    signer.reminded_at !== null && strings.remindedAt(dayAndMinute(signer.reminded_at)),
    signer.opened_at !== null && strings.openedAt(dayAndMinute(signer.opened_at)),
    signer.signedAt !== null && strings.signedWhen(dayAndMinute(signer.signedAt)),
    signer.signed_as !== null && strings.signedAs(signer.signed_as),
    signer.claimed_at !== null && strings.claimedAt(dayAndMinute(signer.claimed_at)),
    signer.class !== null && strings.classes[signer.class],
    signer.told_at !== null && strings.toldAt(dayAndMinute(signer.told_at)),
    isSealed && signer.state === 'signed' && signer.told_at === null && strings.notTold,
    signer.reason,
  ].filter((each): each is string => Boolean(each))
  return said.length > 0 && <div>{said.join(' · ')}</div>
}

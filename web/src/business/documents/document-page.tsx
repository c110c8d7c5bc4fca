import { Link, useParams } from '@tanstack/react-router'
import { ViewsCard } from '#web/business/views/views-card.tsx'
import { absoluteTime, onDay } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, useClock } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { DocumentDetail } from '#web/wire.ts'
import { useDocument } from './api.ts'
import { Changes } from './changes.tsx'
import { DocumentActions } from './document-actions.tsx'
import classes from './documents.module.css'
import { Evidence } from './evidence.tsx'
import { Files } from './files.tsx'
import { ContactLink, DealLink } from './linked-names.tsx'
import { Signers } from './signers.tsx'
import { standingOf, whyOf } from './states.ts'
import { strings } from './strings.ts'

const back = { label: strings.title, to: '/documents' } as const

/** One document: its state, who signs it, its files, and the evidence of all that happened. */
export const DocumentPage = () => {
  const { documentId } = useParams({ from: '/staff/documents/$documentId' })
  const { data, error, refetch } = useDocument(documentId)
  const nowMs = useClock()
  if (!data)
    return (
      <>
        <PageHeader title={strings.document} back={back} />
        {error ? (
          <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const { document } = data
  const { word, tone } = standingOf(document)
  return (
    <div key={documentId}>
      <PageHeader
        title={document.title}
        back={back}
        lead={
          <span className={classes.standing} role="status">
            <Pill tone={tone}>{word}</Pill>
            <bdi>{whyOf(document, nowMs)}</bdi>
          </span>
        }
        actions={<DocumentActions document={document} />}
      />
      <RecordPanes
        properties={
          <>
            <About document={document} />
            <ViewsCard of={{ documentId }} />
            {document.files.length > 0 && <Files document={document} />}
          </>
        }
      >
        <Problems document={document} />
        <Card title={strings.signers}>
          <Signers document={document} />
        </Card>
        {/* Of a document whose person was erased there is no text that could differ. */}
        {document.files.length > 0 && (
          <Card title={strings.changes}>
            <Changes document={document} />
          </Card>
        )}
        <Card title={strings.evidence}>
          <Evidence document={document} />
        </Card>
      </RecordPanes>
    </div>
  )
}

/** What needs attention: before everything else. */
const Problems = ({ document }: { document: DocumentDetail }) => {
  const damaged = document.files.filter(({ fault }) => fault !== null)
  return (
    <>
      {document.seal === 'waiting' && document.seal_reason !== null && (
        <WarningNote tone="warn" role="status" title={strings.sealWaits}>
          <SealReason document={document} />
        </WarningNote>
      )}
      {document.seal === 'failed' && (
        <WarningNote tone="bad" role="status" title={strings.sealFailed}>
          <SealReason document={document} />
        </WarningNote>
      )}
      {document.status_reason !== null && (
        <WarningNote role="status" title={standingOf(document).word}>
          <bdi>{document.status_reason}</bdi>
        </WarningNote>
      )}
      {document.held_since !== null && (
        <WarningNote role="status" title={strings.isHeld}>
          <bdi>{document.hold_reason}</bdi> <span className="dim">{strings.heldText(onDay(document.held_since))}</span>
        </WarningNote>
      )}
      {damaged.map(({ id, kind, fault }) => (
        <WarningNote key={id} tone="bad" role="status" title={strings.fileDamaged(strings.files[kind])}>
          <bdi>{fault}</bdi>
        </WarningNote>
      ))}
    </>
  )
}

/** Why it is not sealed yet; what has no name, in the words of who refused. */
const SealReason = ({ document: { seal_code, seal_reason, seal_waits_until } }: { document: DocumentDetail }) => (
  <>
    <bdi>{seal_code === null ? seal_reason : strings.sealCodes[seal_code]}</bdi>
    {seal_waits_until !== null && ` ${strings.sealWaitsUntil(absoluteTime(seal_waits_until))}`}
  </>
)

/** Whether it can be verified when its authorities are gone, where that was asked for. */
const LongTerm = ({ long_term: longTerm }: DocumentDetail) => {
  if (!longTerm || longTerm.state === 'none') return null
  const { state, fault, certificate } = longTerm
  return (
    <Fact name={strings.longTerm}>
      {state === 'complete' ? (
        strings.longTermComplete
      ) : (
        <bdi>{strings.longTermMissing(fault === null ? '' : strings.longTermFaults[fault](certificate ?? ''))}</bdi>
      )}
    </Fact>
  )
}

const About = ({ document }: { document: DocumentDetail }) => (
  <Card title={strings.about}>
    <Facts stacked>
      <Fact name={strings.deadline}>
        <AbsoluteTime at={document.ends_at} />
      </Fact>
      {document.signed_at !== null && (
        <Fact name={strings.signedAt}>
          <AbsoluteTime at={document.signed_at} />
        </Fact>
      )}
      <Fact name={strings.created}>
        <AbsoluteTime at={document.created_at} />
      </Fact>
      {document.timestamp && document.timestamp.state !== 'none' && (
        <Fact name={strings.timestamp}>
          {document.timestamp.at === null ? (
            strings.unstamped
          ) : (
            <bdi>{strings.stampedBy(absoluteTime(document.timestamp.at), document.timestamp.authority ?? '')}</bdi>
          )}
        </Fact>
      )}
      <LongTerm {...document} />
      {document.kept_until !== null && <Fact name={strings.keptUntil}>{onDay(document.kept_until)}</Fact>}
      <Fact name={strings.template}>
        <Link to="/settings/templates/$templateId" params={{ templateId: document.template_id }} className="text-link">
          <bdi>{document.template_name}</bdi>
        </Link>{' '}
        <span className="dim">{strings.version(document.template_version)}</span>
      </Fact>
      {document.deal_id !== null && (
        <Fact name={strings.deal}>
          <DealLink dealId={document.deal_id} />
        </Fact>
      )}
      {document.contact_id !== null && (
        <Fact name={strings.client}>
          <ContactLink contactId={document.contact_id} />
        </Fact>
      )}
      <Fact name={strings.verification}>
        <a href={document.verify_url} target="_blank" rel="noreferrer" className="text-link">
          {strings.verify}
        </a>
      </Fact>
    </Facts>
  </Card>
)

import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { relativeTime } from '#web/i18n/format.ts'
import { useClock } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { WaitingDocument } from '#web/wire.ts'
import { type Section, useHomeChange } from './api.ts'
import classes from './home.module.css'
import { HomeCard, HomeList, HomeRow, Of } from './home-card.tsx'
import { strings } from './strings.ts'

/** Documents that wait for signatures, those first that expire first. */
export const DocumentsCard = ({ documents }: { documents: Section<'documents'> }) => (
  <HomeCard
    title={strings.documents}
    count={strings.upTo(documents.count)}
    link={{ text: strings.allDocuments, to: '/documents' }}
  >
    <HomeList label={strings.documents}>
      {documents.rows.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </HomeList>
  </HomeCard>
)

const soonMs = 3 * 86_400_000

const DocumentRow = ({ document }: { document: WaitingDocument }) => {
  const nowMs = useClock()
  const remind = useHomeChange('remind-signer', 'documents')
  const signer = document.waits_for
  const link = { to: '/documents/$documentId' as const, params: { documentId: document.id } as never }
  return (
    <HomeRow
      id={document.id}
      link={link}
      title={document.title}
      text={[
        strings.signedOf(document.signed, document.signers),
        document.waits_for_you ? strings.waitsForYou : signer && strings.waitsFor(signer.name),
      ]
        .filter(Boolean)
        .join(' · ')}
      end={
        <span className={classes.tone} data-tone={Date.parse(document.ends_at) - nowMs < soonMs ? 'soon' : undefined}>
          {strings.expires(relativeTime(document.ends_at, nowMs))}
        </span>
      }
      action={
        document.waits_for_you ? (
          <Button size="xs" variant="default" renderRoot={(props) => <Link {...(link as LinkProps)} {...props} />}>
            {strings.sign}
            <Of name={document.title} />
          </Button>
        ) : (
          signer && (
            <Button
              size="xs"
              variant="default"
              loading={remind.isPending}
              onClick={() =>
                remind.mutate(
                  { documentId: document.id, signerId: signer.signer_id },
                  {
                    onSuccess: ({ sent }) => say((sent ? strings.signerReminded : strings.justEmailed)(signer.name)),
                    onError: (error) => sayFailure(error, strings.notReminded),
                  },
                )
              }
            >
              {strings.remind}
              <Of name={signer.name} />
            </Button>
          )
        )
      }
    />
  )
}

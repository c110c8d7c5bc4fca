import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useReading } from './api.ts'
import classes from './document-page.module.css'
import { aboutSource } from './source-facts.ts'
import { strings } from './strings.ts'

/** So many passages stand before the one that was named: one reads it where it belongs. */
const before = 2

/** Settings → Knowledge → one: what the document says, and where in it an answer was found. */
export const DocumentPage = () => {
  const { knowledgeId } = useParams({ from: '/staff/settings/knowledge/$knowledgeId' })
  const search = useSearch({ from: '/staff/settings/knowledge/$knowledgeId' })
  // An address may be mistyped.
  const passage = /^\d{1,7}$/.test(String(search.passage)) ? Number(search.passage) : undefined
  const from = Math.max(0, (passage ?? 0) - before)
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useReading(knowledgeId, from)
  const source = data?.pages[0]?.source
  const passages = data?.pages.flatMap((page) => page.passages) ?? []
  return (
    <>
      <PageHeader
        title={source?.title ?? strings.document}
        back={{ label: strings.title, to: '/settings/knowledge' }}
        width="form"
        {...(source && {
          lead: (
            <>
              {aboutSource(source)} · <RelativeTime at={source.updated_at} />
            </>
          ),
        })}
      />
      <ErrorNote error={error} title={strings.documentFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={6} />}
      {source && passages.length === 0 && <Empty title={strings.passageGone} text={strings.passageGoneText} />}
      {from > 0 && (
        <Text size="sm" mb="md">
          <Anchor
            component={Link}
            to="/settings/knowledge/$knowledgeId"
            {...({ params: { knowledgeId }, search: { passage: undefined } } as object)}
            inherit
          >
            {strings.fromBeginning}
          </Anchor>
        </Text>
      )}
      <article className={classes.document}>
        {passages.map(({ place, heading, text }, at) => (
          <Passage
            key={place}
            // Of a long section it stands once.
            heading={passages[at - 1]?.heading === heading ? '' : heading}
            text={text}
            isNamed={place === passage}
          />
        ))}
      </article>
      {hasNextPage && (
        <Group mt="md">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {strings.more}
          </Button>
        </Group>
      )}
    </>
  )
}

const Passage = ({ heading, text, isNamed }: { heading: string; text: string; isNamed: boolean }) => {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNamed) section.current?.scrollIntoView({ block: 'center' })
  }, [isNamed])
  return (
    <section ref={section} className={classes.passage} data-named={isNamed || undefined} dir="auto">
      {isNamed && <p className={classes.mark}>{strings.named}</p>}
      {heading !== '' && <h2>{heading}</h2>}
      <p>{text}</p>
    </section>
  )
}

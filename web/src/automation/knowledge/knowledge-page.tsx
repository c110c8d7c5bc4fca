import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconBook2, IconFileUpload, IconPlus, IconSparkles } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { Window } from '#web/ui/window.tsx'
import { Answer } from './answer.tsx'
import { useAnswer, useSources } from './api.ts'
import { PassagesFound } from './passages-found.tsx'
import { SourceList } from './source-list.tsx'
import { strings } from './strings.ts'
import { EditForm, TextForm } from './text-form.tsx'
import { UploadForm } from './upload-form.tsx'

/** What stands in the window: a form for a new text, for a file, or for the document with this id. */
type Open = 'text' | 'file' | { readonly id: string } | null

/** Two words or more: Enter after one alone asks nothing that costs. */
const isQuestion = (text: string): boolean => /\S\s+\S/.test(text)

/** Settings → Knowledge: the documents that answers are taken from, and what they say to a question. */
export const KnowledgePage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSources()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<Open>(null)
  const sources = data?.pages.flatMap((page) => page.sources) ?? []
  const answer = useAnswer()
  const search = (next: string): void => {
    // An answer belongs to its question, and is of the documents as they were.
    if (next !== query) answer.reset()
    setQuery(next)
  }
  const ask = (question: string): void => {
    search(question)
    if (!answer.isPending || question !== query) answer.mutate(question)
  }
  const close = (): void => setOpen(null)
  const saved = (): void => {
    answer.reset()
    close()
  }
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        width="form"
        {...(!mayChange && { lead: strings.onlyAdmins })}
        actions={
          mayChange && (
            <>
              <Button variant="default" leftSection={<IconFileUpload size={16} aria-hidden />} onClick={() => setOpen('file')}>
                {strings.upload}
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('text')}>
                {strings.write}
              </Button>
            </>
          )
        }
      />
      <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && sources.length === 0 && (
        <Empty icon={<IconBook2 size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
      )}
      {sources.length > 0 && (
        <>
          <Toolbar>
            <SearchBox
              value={query}
              onChange={search}
              onEnter={(question) => isQuestion(question) && ask(question)}
              label={strings.search}
              placeholder={strings.searchHint}
            />
            <Button
              variant="default"
              leftSection={<IconSparkles size={15} aria-hidden />}
              disabled={query === ''}
              loading={answer.isPending}
              onClick={() => ask(query)}
            >
              {strings.askForAnswer}
            </Button>
          </Toolbar>
          {query === '' ? (
            <SourceList sources={sources} mayChange={mayChange} onEdit={(id) => setOpen({ id })} />
          ) : (
            <>
              <Answer of={answer} onAdd={mayChange ? () => setOpen('text') : null} />
              <PassagesFound query={query} isAnswered={answer.isSuccess} />
            </>
          )}
          {query === '' && hasNextPage && (
            <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {strings.more}
            </Button>
          )}
        </>
      )}
      <Window opened={open === 'text'} onClose={close} title={strings.newTitle} sheet>
        <TextForm onSaved={saved} />
      </Window>
      <Window opened={open === 'file'} onClose={close} title={strings.uploadTitle} sheet>
        <UploadForm onSaved={close} />
      </Window>
      <Window opened={typeof open === 'object' && open !== null} onClose={close} title={strings.editTitle} sheet>
        {typeof open === 'object' && open !== null && <EditForm id={open.id} onSaved={close} />}
      </Window>
    </>
  )
}

import { Button, Group, Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Window } from '#web/ui/window.tsx'
import { useCanvaDesigns, useDesignChange } from './api.ts'
import classes from './designs.module.css'
import { Picture } from './picture.tsx'
import { strings } from './strings.ts'

interface Props {
  /** What the design is linked to. */
  readonly of: { readonly dealId: string } | { readonly contactId: string }
  /** Canva’s ids of those that are linked already. */
  readonly without: readonly string[]
  readonly onClose: () => void
}

/** Chooses a design in Canva for a deal or a contact. */
export const ChooseWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.chooseTitle} wide>
    <Choosing {...props} />
  </Window>
)

const Choosing = ({ of, without, onClose }: Props) => {
  const [words, setWords] = useState('')
  const list = useCanvaDesigns(words, true)
  const link = useDesignChange(() => {
    say(strings.linked)
    onClose()
  })
  const designs = list.data?.pages.flatMap((page) => page.designs ?? []).filter(({ id }) => !without.includes(id))
  return (
    <Stack>
      <ErrorNote error={link.error} title={strings.notLinked} />
      <SearchBox value={words} onChange={setWords} label={strings.search} placeholder={strings.searchPlaceholder} />
      <ErrorNote error={list.error} title={strings.loadFailed} />
      {list.isPending && !list.error && <RowsPending rows={3} />}
      <div role="status">{designs?.length === 0 && <span className="dim">{strings.noMatchTitle}</span>}</div>
      {designs && designs.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.choices} role="list" aria-label={strings.list}>
          {designs.map((design) => (
            <li key={design.id}>
              <UnstyledButton
                className={classes.choice}
                aria-label={strings.choose(design.title)}
                disabled={link.isPending}
                onClick={() => link.mutate({ action: 'link', designId: design.id, ...of })}
              >
                <Picture design={design} />
                <span className={classes.choiceName}>
                  <bdi>{design.title}</bdi>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {strings.more}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

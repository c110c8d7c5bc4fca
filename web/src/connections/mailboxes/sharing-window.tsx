import { Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '#web/gateway.ts'
import { listed } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Mailbox } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Who reads a mailbox beside its owner, what of it, and whose mail is left out. */
export const SharingWindow = ({ mailbox, onClose }: { readonly mailbox: Mailbox | null; readonly onClose: () => void }) => (
  <Window opened={mailbox !== null} onClose={onClose} title={strings.sharingTitle}>
    {mailbox && <SharingForm key={mailbox.id} mailbox={mailbox} onClose={onClose} />}
  </Window>
)

/** An address, or a domain with all below it, as the server takes it. */
const excludable = /^(?:[^\s@]+@)?[^\s@]+\.[^\s@]+$/

const kinds = ['personal', 'team'] as const
const shares = ['time', 'subject', 'all'] as const

const SharingForm = ({ mailbox, onClose }: { readonly mailbox: Mailbox; readonly onClose: () => void }) => {
  const queries = useQueryClient()
  const [kind, setKind] = useState(mailbox.kind)
  const [share, setShare] = useState(mailbox.shares)
  const [excluded, setExcluded] = useState(mailbox.excluded.join('\n'))
  const entries = excluded.split(/[\s,;]+/).filter((each) => each !== '')
  const wrong = entries.find((each) => !excludable.test(each))
  const [wasTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call('update-mailbox', {
        ...{ mailboxId: mailbox.id, kind, shares: share },
        excludes: entries,
      }),
    onSuccess: () => {
      say(strings.sharingSaved)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-mailboxes'] }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (wrong === undefined) save.mutate()
      }}
    >
      <Stack>
        <ErrorNote error={save.error} title={strings.sharingNotSaved} />
        <Text size="sm">
          <bdi>{mailbox.email}</bdi>
        </Text>
        <Radio.Group
          label={strings.sharedWith}
          value={kind}
          onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
        >
          <Stack gap="xs" mt={4}>
            {kinds.map((each) => (
              <Radio key={each} value={each} label={strings.kinds[each]} description={strings.kindsMean[each]} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === 'team' ? (
          <Colleagues mailbox={mailbox} />
        ) : (
          mailbox.has_mail && (
            <Radio.Group
              label={strings.shares}
              description={strings.sharesText}
              value={share}
              onChange={(value) => setShare(shares.find((each) => each === value) ?? share)}
            >
              <Stack gap="xs" mt={4}>
                {shares.map((each) => (
                  <Radio key={each} value={each} label={strings.sharesNames[each]} />
                ))}
              </Stack>
            </Radio.Group>
          )
        )}
        {mailbox.has_mail && (
          <Textarea
            label={kind === 'team' ? strings.excludedTeam : strings.excluded}
            description={kind === 'team' ? strings.excludedTeamText : strings.excludedText}
            autosize
            minRows={2}
            maxRows={8}
            dir="ltr"
            spellCheck={false}
            value={excluded}
            error={wasTried && wrong !== undefined && strings.notExcludable(wrong)}
            onChange={({ currentTarget }) => setExcluded(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.saveSharing} isPending={save.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

const mostNames = 8

/** By name, since «the team» is a word and colleagues are people. */
const Colleagues = ({ mailbox }: { readonly mailbox: Mailbox }) => {
  const { data } = useQuery(read('list-members', {}))
  const others = data?.members.filter(({ id }) => id !== mailbox.person.id).map(({ name }) => name)
  if (!others) return null
  if (others.length === 0) return <Text size="sm">{strings.noColleagues}</Text>
  const more = others.length - mostNames
  const names = [...others.slice(0, mostNames), ...(more > 0 ? [strings.andMore(more)] : [])]
  return <Text size="sm">{strings.readBy(listed(names))}</Text>
}

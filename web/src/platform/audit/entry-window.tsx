import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Window } from '#web/ui/window.tsx'
import type { AuditEntry } from '#web/wire.ts'
import { refusalOf, whoOf } from './entries.ts'
import { Sentence } from './sentence.tsx'
import { strings } from './strings.ts'

/** All details of one entry, and filters for more like it. */
export const EntryWindow = ({
  opened,
  entry: shown,
  onClose,
  onFilter,
}: {
  opened: boolean
  entry: AuditEntry | null
  onClose: () => void
  onFilter: (field: 'action' | 'person', value: string) => void
}) => {
  const entry = useLast(shown)
  return (
    <Window opened={opened} onClose={onClose} title={entry ? <Sentence entry={entry} /> : strings.event} wide>
      {entry && (
        <Stack>
          <Facts>
            <Fact name={strings.outcome}>
              {entry.outcome === 'done' ? (
                <Pill tone="good">{strings.done}</Pill>
              ) : (
                <>
                  <Pill tone="bad">{strings.rejected(refusalOf(entry))}</Pill>{' '}
                  <Anchor href={`/docs/errors#${entry.outcome}`} inherit>
                    <code>{entry.outcome}</code>
                  </Anchor>
                </>
              )}
            </Fact>
            <Fact name={strings.when}>
              <AbsoluteTime at={entry.at} />
            </Fact>
            <Fact name={strings.who}>{whoOf(entry)}</Fact>
            <Fact name={strings.what}>
              <Anchor href={`/docs/${entry.action}`} inherit>
                <code>{entry.action}</code>
              </Anchor>
            </Fact>
            {entry.workflow ? (
              <>
                <Fact name={strings.version}>{entry.workflow.version}</Fact>
                <Fact name={strings.run}>
                  <code>{entry.workflow.run}</code>
                </Fact>
              </>
            ) : (
              <>
                <Fact name={strings.where}>{entry.address}</Fact>
                <Fact name={strings.agent}>{entry.agent ?? strings.noAgent}</Fact>
              </>
            )}
            {entry.about.map((concerned) => (
              <Fact key={concerned.field} name={strings.target}>
                <RecordLink of={concerned} />
              </Fact>
            ))}
            {Object.entries(entry.target).map(([field, id]) => (
              <Fact key={field} name={strings.idOf(field)}>
                <code>{id}</code>
              </Fact>
            ))}
            <Fact name={strings.requestId}>
              <code>{entry.request_id}</code>
            </Fact>
          </Facts>
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => onFilter('action', entry.action)}>
              {strings.onlyThese}
            </Button>
            {entry.person && (
              <Button variant="default" size="xs" onClick={() => onFilter('person', entry.person?.id ?? '')}>
                {strings.onlyThisPerson}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Window>
  )
}

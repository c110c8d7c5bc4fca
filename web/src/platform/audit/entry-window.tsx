import { Anchor, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSentences } from '#web/sentences.ts'
import { Pill } from '#web/ui/pill.tsx'
import { RecordLink } from '#web/ui/record-link.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import classes from './activity.module.css'
import type { ActivitySearch } from './activity-search.ts'
import { actOf, type Entry, refusalOf, whoOf } from './entries.ts'
import { strings } from './strings.ts'

export type { Entry } from './entries.ts'

/** Everything that is known of one entry, and the ways to more like it. */
export const EntryWindow = ({
  entry,
  onClose,
  onFilter,
}: {
  entry: Entry | null
  onClose: () => void
  onFilter: (more: ActivitySearch) => void
}) => (
  <Modal
    opened={entry !== null}
    onClose={onClose}
    title={entry ? <Deed entry={entry} /> : strings.detail}
    size="lg"
    closeButtonProps={{ 'aria-label': strings.close }}
  >
    {entry && (
      <Stack>
        <dl className={classes.facts}>
          <Fact name={strings.outcome}>
            {entry.outcome === 'done' ? (
              <Pill tone="good">{strings.done}</Pill>
            ) : (
              <>
                <Pill tone="bad">{strings.refused(refusalOf(entry))}</Pill>{' '}
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
          <Fact name={strings.where}>{entry.address}</Fact>
          <Fact name={strings.agent}>{entry.agent ?? strings.noAgent}</Fact>
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
        </dl>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => onFilter({ action: entry.action })}>
            {strings.onlyThese}
          </Button>
          {entry.person && (
            <Button variant="default" size="xs" onClick={() => onFilter({ person: entry.person?.id ?? '' })}>
              {strings.onlyThisPerson}
            </Button>
          )}
        </Group>
      </Stack>
    )}
  </Modal>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** One sentence on what happened: who, and what they did. */
export const Deed = ({ entry, className }: { entry: Entry; className?: string | undefined }) => (
  <span className={className}>
    <bdi>{whoOf(entry)}</bdi> {actOf(useSentences(), entry)}
  </span>
)

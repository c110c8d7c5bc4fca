import {
  IconArrowRight,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconDownload,
  IconFilePlus,
  IconLock,
  IconMail,
  IconMailOpened,
  IconPencil,
  IconPoint,
  IconX,
} from '#icons'
import { rangesOf } from '#shapes/number-ranges.ts'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { Timeline, TimelineEntry } from '#web/ui/timeline.tsx'
import type { DocumentDetail, EvidenceEvent, SignatureClass } from '#web/wire.ts'
import classes from './documents.module.css'
import type { Tone } from './states.ts'
import { strings } from './strings.ts'

const looks: Readonly<Record<string, { readonly Icon: typeof IconPoint; readonly tone?: Tone }>> = {
  made: { Icon: IconFilePlus },
  sent: { Icon: IconMail, tone: 'accent' },
  delivered: { Icon: IconMail, tone: 'good' },
  bounced: { Icon: IconX, tone: 'bad' },
  opened: { Icon: IconMailOpened },
  page_viewed: { Icon: IconMailOpened },
  code_sent: { Icon: IconLock },
  code_entered: { Icon: IconLock, tone: 'good' },
  consented: { Icon: IconCheck },
  uploaded: { Icon: IconFilePlus },
  signed: { Icon: IconPencil, tone: 'good' },
  declined: { Icon: IconX, tone: 'bad' },
  reminded: { Icon: IconMail, tone: 'accent' },
  handed_over: { Icon: IconArrowRight, tone: 'warn' },
  signer_kept: { Icon: IconArrowRight },
  replaced: { Icon: IconArrowRight },
  extended: { Icon: IconClock },
  voided: { Icon: IconBan, tone: 'bad' },
  expired: { Icon: IconClock, tone: 'warn' },
  completed: { Icon: IconCircleCheck, tone: 'good' },
  sealed: { Icon: IconLock, tone: 'good' },
  certified: { Icon: IconLock, tone: 'good' },
  downloaded: { Icon: IconDownload },
}
const titles: Readonly<Record<string, string>> = strings.events

/** The chain of evidence, newest first; the hash of each event is folded. */
export const Evidence = ({ document: { evidence, signers } }: { document: DocumentDetail }) => {
  const names = new Map(signers.map(({ id, name }) => [id, name]))
  return (
    <Timeline label={strings.evidence}>
      {evidence.toReversed().map((event) => {
        const { Icon, tone } = looks[event.kind] ?? { Icon: IconPoint, tone: undefined }
        return (
          <TimelineEntry
            key={event.seq}
            icon={<Icon size={14} stroke={1.8} />}
            tone={tone}
            title={titles[event.kind] ?? event.kind}
            end={<AbsoluteTime at={event.at} />}
          >
            <Who event={event} names={names} />
            <details className="dim">
              <summary>{strings.eventHash(event.seq)}</summary>
              <code className={classes.hash}>{event.hash}</code>
            </details>
          </TimelineEntry>
        )
      })}
    </Timeline>
  )
}

const isClass = (value: unknown): value is SignatureClass => typeof value === 'string' && value in strings.classes

/** Whom it is about, and how they signed. */
const Who = ({ event, names }: { event: EvidenceEvent; names: ReadonlyMap<string, string> }) => {
  const signer = typeof event.facts.signer === 'string' ? names.get(event.facts.signer) : undefined
  const { class: signed, pages } = event.facts
  const said = [
    event.who ?? signer,
    isClass(signed) && strings.classes[signed],
    Array.isArray(pages) && strings.pages(rangesOf(pages.map(Number))),
  ].filter(Boolean)
  return (
    said.length > 0 && (
      <div>
        <bdi>{said.join(' · ')}</bdi>
      </div>
    )
  )
}

import { Link, useParams } from '@tanstack/react-router'
import { DealLink } from '#web/business/documents/linked-names.tsx'
import { SetText } from '#web/business/templates/set-text.tsx'
import { Follows } from '#web/business/templates/signed-rule.tsx'
import { ViewsCard } from '#web/business/views/views-card.tsx'
import { absoluteTime, money, onDay } from '#web/i18n/format.ts'
import { byWorkflow } from '#web/ui/by-workflow.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { ProposalDetail } from '#web/wire.ts'
import { useProposal } from './api.ts'
import { ProposalActions } from './proposal-actions.tsx'
import classes from './proposals.module.css'
import { standingOf } from './states.ts'
import { strings } from './strings.ts'

const back = { label: strings.title, to: '/proposals' } as const

/** One proposal: its state, what it says, what was accepted, and who viewed it. */
export const ProposalPage = () => {
  const { proposalId } = useParams({ from: '/staff/proposals/$proposalId' })
  const { data, error, refetch } = useProposal(proposalId)
  if (!data)
    return (
      <>
        <PageHeader title={strings.proposal} back={back} />
        {error ? (
          <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const { proposal } = data
  const { word, tone } = standingOf(proposal)
  return (
    <div key={proposalId}>
      <PageHeader
        title={proposal.title}
        back={back}
        lead={
          <span role="status">
            <Pill tone={tone}>{word}</Pill>
          </span>
        }
        actions={<ProposalActions proposal={proposal} />}
      />
      <RecordPanes
        properties={
          <>
            <About proposal={proposal} />
            <ViewsCard of={{ proposalId }} />
            <History proposal={proposal} />
          </>
        }
      >
        <Notes proposal={proposal} />
        {proposal.acceptance && <Accepted proposal={proposal} acceptance={proposal.acceptance} />}
        <Content proposal={proposal} />
      </RecordPanes>
    </div>
  )
}

const Notes = ({ proposal: { status, status_reason, has_changes } }: { proposal: ProposalDetail }) => (
  <>
    {status_reason !== null && (status === 'declined' || status === 'withdrawn') && (
      <WarningNote
        tone={status === 'declined' ? 'bad' : 'warn'}
        role="status"
        title={status === 'declined' ? strings.declinedBecause : strings.withdrawnBecause}
      >
        <bdi>{status_reason}</bdi>
      </WarningNote>
    )}
    {has_changes && (
      <WarningNote tone="warn" role="status" title={strings.changesTitle}>
        {strings.changesText}
      </WarningNote>
    )}
  </>
)

const About = ({ proposal }: { proposal: ProposalDetail }) => (
  <Card title={strings.about}>
    <Facts stacked>
      <Fact name={strings.client}>
        <Link to="/contacts/$contactId" params={{ contactId: proposal.contact_id }} className="text-link">
          <bdi>{proposal.client_name}</bdi>
        </Link>{' '}
        <span className="dim">
          <bdi>{proposal.client_email}</bdi>
        </span>
      </Fact>
      <Fact name={strings.deal}>
        <DealLink dealId={proposal.deal_id} />
      </Fact>
      <Fact name={strings.versions}>
        {proposal.versions.length === 0
          ? strings.notSentYet
          : proposal.versions.map(({ version, sent_at }) => (
              <div key={version}>
                {strings.version(version)} <span className="dim">{onDay(sent_at)}</span>
              </div>
            ))}
      </Fact>
      {proposal.ends_at !== null && proposal.status === 'sent' && (
        <Fact name={strings.until}>
          <AbsoluteTime at={proposal.ends_at} />
        </Fact>
      )}
    </Facts>
    <Follows rule={proposal.when_accepted} of="proposal" />
  </Card>
)

const History = ({ proposal }: { proposal: ProposalDetail }) => (
  <Card title={strings.history}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ol className={classes.history} role="list">
      {proposal.history.map(({ id, kind, at, person, workflow, name }) => (
        <li key={id}>
          {strings.happened[kind]}{' '}
          <span className="dim">
            {absoluteTime(at)}{' '}
            <bdi>
              {workflow !== null
                ? byWorkflow(workflow)
                : person
                  ? strings.by(person.name)
                  : name !== null
                    ? strings.by(name)
                    : kind === 'declined'
                      ? strings.byClient
                      : ''}
            </bdi>
          </span>
        </li>
      ))}
    </ol>
  </Card>
)

type Line = ProposalDetail['lines'][number]

const Lines = ({ lines, currency }: { lines: readonly Line[]; currency: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.lines} role="list">
    {lines.map((line) => (
      <li key={line.id}>
        <span>
          <bdi>{line.description}</bdi>
          {line.choice === 'optional' && <span className="dim"> · {strings.option}</span>}
        </span>
        <span>{money(line.amount_minor, currency)}</span>
      </li>
    ))}
  </ul>
)

const Accepted = ({
  proposal: { currency },
  acceptance,
}: {
  proposal: ProposalDetail
  acceptance: NonNullable<ProposalDetail['acceptance']>
}) => (
  <Card title={strings.acceptance}>
    <Facts stacked>
      <Fact name={strings.acceptedBy}>
        <bdi>{acceptance.name}</bdi>
      </Fact>
      <Fact name={strings.acceptedAt}>
        <AbsoluteTime at={acceptance.at} /> <span className="dim">{strings.version(acceptance.version)}</span>
      </Fact>
      <Fact name={strings.record}>
        <code className={classes.hash}>{acceptance.sha256}</code>
      </Fact>
    </Facts>
    {acceptance.lines.length > 0 && (
      <>
        <Lines lines={acceptance.lines} currency={currency} />
        <dl className={classes.sums}>
          <dt>{strings.total}</dt>
          <dd>{money(acceptance.total_minor, currency)}</dd>
        </dl>
      </>
    )}
  </Card>
)

const Content = ({ proposal }: { proposal: ProposalDetail }) => {
  const { content, lines, least_total_minor, most_total_minor } = proposal
  const hasOptions = lines.some(({ choice }) => choice === 'optional')
  return (
    <>
      <Card title={strings.sections}>
        <div className={classes.sections}>
          {content.sections.map(({ heading, body }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections are what they are by their order
            <div key={at}>
              {heading !== '' && (
                <h3>
                  <bdi>{heading}</bdi>
                </h3>
              )}
              <SetText body={body} below={heading === '' ? 2 : 3} />
            </div>
          ))}
        </div>
      </Card>
      <Card title={strings.prices}>
        {lines.length === 0 ? (
          <p className="dim">{strings.noPrices}</p>
        ) : (
          <>
            <Lines lines={lines} currency={content.currency} />
            <dl className={classes.sums}>
              {hasOptions && (
                <>
                  <dt>{strings.leastTotal}</dt>
                  <dd>{money(least_total_minor, content.currency)}</dd>
                </>
              )}
              <dt>{hasOptions ? strings.mostTotal : strings.total}</dt>
              <dd>{money(most_total_minor, content.currency)}</dd>
            </dl>
          </>
        )}
      </Card>
    </>
  )
}

import { ActionIcon, Anchor, Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { IconCheck, IconPencil, IconPin, IconSparkles, IconX } from '#icons'
import { call } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { Fact, Input } from '#web/wire.ts'
import classes from './companies.module.css'
import { fieldName, strings } from './strings.ts'

const FactForm = lazy(() => import('./fact-form.tsx').then(({ FactForm }) => ({ default: FactForm })))

type SubjectKind = Input<'set-fact'>['subjectKind']

/** In the order in which they are shown, known or not. */
const fieldsOf: Readonly<Record<SubjectKind, readonly string[]>> = {
  deal: ['industry', 'employees', 'website', 'address', 'logo', 'summary'],
  company: ['industry', 'description', 'founded', 'employees'],
}

interface Props {
  readonly subjectKind: SubjectKind
  readonly subjectId: string
  readonly facts: readonly Fact[]
  /** Something was changed, or found out. What shows the deal or the company is read again anyway. */
  readonly onChange?: () => void
}

/**
 * What is known of a deal's business or of a company: each value with who says so and when. A proposal of a model stands beside
 * what a person wrote until a member decides. All of it is text of strangers, and shown as text.
 */
export const KnownFacts = ({ subjectKind, subjectId, facts, onChange }: Props) => {
  const changed = useChanged(onChange)
  const finding = useMutation({
    mutationFn: async () => {
      if (subjectKind === 'deal') return (await call('enrich-project', { projectId: subjectId })).enriched
      return (await call('enrich-organization', { organizationId: subjectId })).enriched
    },
    onSuccess: (enriched) => say(strings.enriched(Object.values(enriched).filter((value) => value !== null).length)),
    onSettled: changed,
  })
  return (
    <Card
      title={strings.profile}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={finding.isPending}
          leftSection={<IconSparkles size={14} aria-hidden />}
          onClick={() => finding.mutate()}
        >
          {strings.enrich}
        </Button>
      }
    >
      <p className={classes.help} role="status">
        {finding.isPending ? strings.enriching : strings.enrichHelp}
      </p>
      <ErrorNote error={finding.error} title={strings.enrichFailed} />
      <dl className={classes.facts}>
        {fieldsOf[subjectKind].map((field) => (
          <Field key={field} field={field} subjectKind={subjectKind} subjectId={subjectId} facts={facts} changed={changed} />
        ))}
      </dl>
    </Card>
  )
}

type FieldProps = Omit<Props, 'onChange'> & { readonly field: string; readonly changed: () => Promise<unknown> }

const Field = ({ field, subjectKind, subjectId, facts, changed }: FieldProps) => {
  const [isWriting, setWriting] = useState(false)
  const stands = facts.find((fact) => fact.field === field && fact.state !== 'proposed')
  const proposal = facts.find((fact) => fact.field === field && fact.state === 'proposed')
  return (
    <div className={classes.fact}>
      <dt>{fieldName(field)}</dt>
      <dd>
        {isWriting ? (
          <Suspense>
            <FactForm
              {...{ field, subjectKind, subjectId, changed }}
              value={stands?.value ?? ''}
              onClose={() => setWriting(false)}
            />
          </Suspense>
        ) : (
          <div className={classes.standing}>
            <div className={classes.valueText}>
              {stands ? <Value fact={stands} /> : <span className="dim">{strings.unknown}</span>}
              {stands?.state === 'pinned' && (
                <span title={strings.pinnedHelp} className={classes.pin}>
                  <Pill>
                    <IconPin size={12} aria-hidden /> {strings.pinned}
                  </Pill>
                </span>
              )}
              {stands && <Origin fact={stands} />}
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={stands ? strings.editField(fieldName(field)) : strings.addField(fieldName(field))}
              onClick={() => setWriting(true)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          </div>
        )}
        {proposal && <Proposal fact={proposal} changed={changed} />}
      </dd>
    </div>
  )
}

const isLink = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** A picture is not fetched from a stranger's address: the address is shown. */
const Value = ({ fact: { field, value } }: { fact: Fact }) =>
  (field === 'website' || field === 'logo') && isLink(value) ? (
    <Anchor href={value} target="_blank" rel="noreferrer noopener nofollow" inherit dir="ltr" className={classes.value}>
      {value}
    </Anchor>
  ) : (
    <bdi className={classes.value}>{value}</bdi>
  )

/** The model, workflow or program that found a value. */
const finderOf = ({ source, model, workflow }: Fact): string =>
  workflow !== null ? strings.aWorkflow(workflow) : source === 'key' ? strings.aProgram : (model ?? strings.aModel)

const Origin = ({ fact }: { fact: Fact }) => {
  const { source, person, at } = fact
  const who = person?.name || strings.teammate
  const from =
    source === 'person'
      ? strings.writtenBy(who)
      : person
        ? strings.foundAndAccepted(finderOf(fact), who)
        : strings.foundBy(finderOf(fact))
  return (
    <div className="dim">
      <bdi>{from}</bdi> · <RelativeTime at={at} long />
    </div>
  )
}

const Proposal = ({ fact, changed }: { fact: Fact; changed: () => Promise<unknown> }) => {
  const deciding = useMutation({
    mutationFn: (verb: 'accept-fact' | 'dismiss-fact') => call(verb, { factId: fact.id }),
    onSettled: changed,
  })
  const name = fieldName(fact.field)
  return (
    <div className={classes.proposal}>
      <div className="dim">
        <bdi>{strings.proposal(finderOf(fact))}</bdi> · <RelativeTime at={fact.at} long />
      </div>
      <Value fact={fact} />
      <ErrorNote error={deciding.error} title={strings.notChanged} />
      <Group gap="xs" mt={6}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={strings.acceptThis(name, fact.value)}
          loading={deciding.isPending && deciding.variables === 'accept-fact'}
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={() => deciding.mutate('accept-fact')}
        >
          {strings.accept}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={strings.dismissThis(name, fact.value)}
          loading={deciding.isPending && deciding.variables === 'dismiss-fact'}
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => deciding.mutate('dismiss-fact')}
        >
          {strings.dismiss}
        </Button>
      </Group>
    </div>
  )
}

const useChanged = (onChange: (() => void) | undefined): (() => Promise<unknown>) => {
  const queries = useQueryClient()
  return () => {
    onChange?.()
    return Promise.all(['show-deal', 'show-company'].map((root) => queries.invalidateQueries({ queryKey: [root] })))
  }
}

import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Template } from '#web/wire.ts'
import { DealField, NoContactNote } from './deal-field.tsx'
import { SealingProblem } from './sealing-problem.tsx'
import { SendForm } from './send-form.tsx'
import { strings } from './strings.ts'
import type { Known } from './suggestions.ts'

interface Props {
  /** Of this deal; without it one is chosen first. */
  readonly dealId?: string
  /** What else is known for the values of the document. */
  readonly offered?: Partial<Known>
  readonly onClose: () => void
}

/** Makes a document from a template and sends it to those who sign. */
export const SendWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.sendTitle} sheet>
    <Ready {...props} />
  </Window>
)

const Ready = (props: Props) => {
  const { data, error } = useQuery(read('list-templates', {}))
  const { role } = useSession()
  if (error) return <ErrorNote error={error} title={strings.templatesFailed} />
  if (!data) return <RowsPending rows={5} />
  if (data.templates.length > 0) return <Choose {...props} templates={data.templates} />
  return (
    <Stack>
      <Text size="sm">{isAtLeast(role, 'admin') ? strings.emptyNoTemplate : strings.emptyAskAdmin}</Text>
      {isAtLeast(role, 'admin') && (
        <Button component={Link} to="/settings/templates">
          {strings.createTemplate}
        </Button>
      )}
    </Stack>
  )
}

/** Whose document, of which template; then what stands in it. */
const Choose = ({ dealId: given, offered, templates, onClose }: Props & { templates: readonly Template[] }) => {
  const [chosen, setChosen] = useState<string | undefined>(given)
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const deal = useQuery({ ...read('show-deal', { dealId: chosen ?? '' }), enabled: chosen !== undefined })
  const template = templates.find(({ id }) => id === templateId)
  // A PDF says who signs it: a signer without a field in it would have nowhere to sign.
  const isPdf = template?.kind === 'pdf'
  const detail = useQuery({ ...read('show-template', { templateId }), enabled: isPdf })
  const signerKeys = isPdf ? detail.data?.template.fields.map(({ signer }) => signer) : []
  return (
    <Stack>
      <SealingProblem />
      {given === undefined && <DealField onChoose={setChosen} />}
      <NativeSelect
        label={strings.template}
        value={templateId}
        data={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => setTemplateId(currentTarget.value)}
      />
      {chosen === undefined ? (
        <Text size="sm" c="dimmed">
          {strings.chooseDeal}
        </Text>
      ) : deal.error ? (
        <ErrorNote error={deal.error} title={strings.dealFailed} />
      ) : detail.error ? (
        <ErrorNote error={detail.error} title={strings.templatesFailed} />
      ) : deal.data?.deal.contact === null ? (
        <NoContactNote dealId={chosen} onLeave={onClose} />
      ) : deal.data && template && signerKeys ? (
        <SendForm
          key={`${chosen} ${templateId}`}
          deal={deal.data.deal}
          template={template}
          signerKeys={signerKeys}
          {...(offered && { offered })}
          onClose={onClose}
        />
      ) : (
        <RowsPending rows={4} />
      )}
    </Stack>
  )
}

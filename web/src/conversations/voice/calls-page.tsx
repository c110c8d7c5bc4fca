import { Button, Group, MultiSelect, SegmentedControl, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { listed } from '#web/i18n/format.ts'
import { listCountries } from '#web/platform/sign-in/countries.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { type Calling, say, useCalling, useCallingChange } from './api.ts'
import { AllCalls } from './call-list.tsx'
import classes from './calls.module.css'
import { words } from './strings.ts'

/** Settings → Calls. */
export const CallsPage = () => {
  const { data, error, isPending, refetch } = useCalling()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [which, setWhich] = useState('all')
  return (
    <>
      <PageHeader title={words.title} about={words.lead} />
      <ErrorNote error={error} title={words.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && (
        <Stack>
          <Account of={data} />
          <TryIt of={data} isAdmin={isAdmin} />
          <Countries key={data.call_countries.join()} of={data} isAdmin={isAdmin} />
        </Stack>
      )}
      <section aria-labelledby="all-calls">
        <div className={classes.heading}>
          <h2 id="all-calls">{words.calls}</h2>
          <SegmentedControl
            value={which}
            onChange={setWhich}
            size="xs"
            aria-label={words.filter}
            data={[
              { value: 'all', label: words.all },
              { value: 'missed', label: words.missed },
            ]}
          />
        </div>
        <AllCalls key={which} missed={which === 'missed'} />
      </section>
    </>
  )
}

const Account = ({ of: calling }: { of: Calling }) => (
  <Card
    title={words.account}
    actions={
      <Pill tone={calling.mode === 'live' ? 'good' : calling.mode === null ? undefined : 'warn'}>
        {calling.mode === null ? words.notConnected : words.modes[calling.mode]}
      </Pill>
    }
  >
    {calling.mode === null && <p className={classes.text}>{words.notConnectedText}</p>}
    {calling.mode === 'sandbox' && calling.connection_id === null && <p className={classes.text}>{words.notUsed}</p>}
    {calling.caller_id !== null && (
      <dl className={classes.accountFacts}>
        <dt className={classes.dim}>{words.number}</dt>
        <dd>
          <bdi className="numbers">{calling.caller_id}</bdi>
        </dd>
      </dl>
    )}
    {calling.webhook_url !== null && (
      <>
        <p className={classes.text}>{calling.mode === 'sandbox' ? words.webhookReady : words.webhookText}</p>
        <CodeBlock text={calling.webhook_url} label={words.webhookLabel} />
      </>
    )}
    {calling.mode !== null && calling.mode !== 'sandbox' && <p className={classes.text}>{words.ringing}</p>}
    <Group mt="sm">
      <Button component={Link} to="/settings/connections" variant="default" size="xs">
        {words.toConnections}
      </Button>
    </Group>
  </Card>
)

const TryIt = ({ of: calling, isAdmin }: { of: Calling; isAdmin: boolean }) => {
  const connect = useCallingChange('connect-sandbox')
  if (calling.mode === null) return null
  if (calling.calling_page === null)
    return (
      <Card title={words.tryIt}>
        <p className={classes.text}>{words.tryReal}</p>
      </Card>
    )
  const telephones = calling.calling_page.replace(/call$/, 'phone')
  return (
    <Card title={words.tryIt}>
      <p className={classes.text}>{words.tryText}</p>
      <ErrorNote error={connect.error} />
      {calling.connection_id !== null ? (
        <Button
          component="a"
          href={telephones}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} className="mirrors" aria-hidden />}
        >
          {words.usePhone}
        </Button>
      ) : (
        isAdmin && (
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate({ provider: 'twilio' })}>
            {words.useSandbox}
          </Button>
        )
      )}
    </Card>
  )
}

const Countries = ({ of: calling, isAdmin }: { of: Calling; isAdmin: boolean }) => {
  const [chosen, setChosen] = useState<string[]>(calling.call_countries)
  const update = useCallingChange('update-workspace', () => say(words.saved))
  const countries = useMemo(() => listCountries(), [])
  const nameOf = (code: string): string => countries.find(({ value }) => value === code)?.label ?? code
  const isChanged = [...chosen].sort().join() !== calling.call_countries.join()
  const usual = calling.call_countries.length > 0 ? null : calling.allowed_countries.map(nameOf)
  return (
    <Card title={words.countries}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          update.mutate({ callCountries: chosen })
        }}
      >
        <fieldset disabled={!isAdmin} className={classes.fieldset}>
          <legend className="hidden-visually">{words.countries}</legend>
          <p className={classes.text}>{words.countriesText}</p>
          {!isAdmin && <p className={classes.dim}>{words.onlyAdmins}</p>}
          <ErrorNote error={update.error} />
          <MultiSelect
            label={words.countriesField}
            {...(usual && {
              description: usual.length === 0 ? words.countriesNone : words.countriesDefault(listed(usual)),
            })}
            data={countries}
            value={chosen}
            onChange={setChosen}
            searchable
            disabled={!isAdmin}
            nothingFoundMessage={words.noSuchCountry}
          />
          {isAdmin && (
            <Group mt="md">
              <Button type="submit" loading={update.isPending} disabled={!isChanged}>
                {words.save}
              </Button>
            </Group>
          )}
        </fieldset>
      </form>
    </Card>
  )
}

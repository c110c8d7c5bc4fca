import { Button, Group, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { IconExternalLink } from '#icons'
import { listed } from '#web/i18n/format.ts'
import { listCountries } from '#web/platform/sign-in/countries.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import { type Calling, useCalling, useCallingChange } from './api.ts'
import { AllCalls } from './call-list.tsx'
import classes from './calls.module.css'
import { strings } from './strings.ts'

/** Settings → Calls. */
export const CallsPage = () => {
  const { data, error, isPending, refetch } = useCalling()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [which, setWhich] = useState('all')
  return (
    <>
      <PageHeader title={strings.title} about={strings.lead} width="form" />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && (
        <FormPage>
          <Account of={data} />
          <TryIt of={data} isAdmin={isAdmin} />
          <Countries key={data.call_countries.join()} of={data} isAdmin={isAdmin} />
        </FormPage>
      )}
      <section aria-labelledby="all-calls" data-wide>
        <div className={classes.heading}>
          <h2 id="all-calls">{strings.calls}</h2>
          <SegmentedControl
            value={which}
            onChange={setWhich}
            size="xs"
            aria-label={strings.filter}
            data={[
              { value: 'all', label: strings.all },
              { value: 'missed', label: strings.missed },
            ]}
          />
        </div>
        <AllCalls key={which} missed={which === 'missed'} />
      </section>
    </>
  )
}

const Account = ({ of: calling }: { of: Calling }) => (
  <Part
    title={strings.account}
    actions={
      <Pill tone={calling.mode === 'live' ? 'good' : calling.mode === null ? undefined : 'warn'}>
        {calling.mode === null ? strings.notConnected : strings.modes[calling.mode]}
      </Pill>
    }
  >
    {calling.mode === null && <p className={classes.text}>{strings.notConnectedText}</p>}
    {calling.mode === 'sandbox' && calling.connection_id === null && <p className={classes.text}>{strings.notUsed}</p>}
    {calling.caller_id !== null && (
      <dl className={classes.accountFacts}>
        <dt className={classes.dim}>{strings.number}</dt>
        <dd>
          <bdi className="numbers">{calling.caller_id}</bdi>
        </dd>
      </dl>
    )}
    {calling.webhook_url !== null && (
      <>
        <p className={classes.text}>{calling.mode === 'sandbox' ? strings.webhookReady : strings.webhookText}</p>
        <CodeBlock text={calling.webhook_url} label={strings.webhookLabel} />
      </>
    )}
    {calling.mode !== null && calling.mode !== 'sandbox' && <p className={classes.text}>{strings.ringing}</p>}
    <Group mt="sm">
      <Button component={Link} to="/settings/connections" variant="default" size="xs">
        {strings.toConnections}
      </Button>
    </Group>
  </Part>
)

const TryIt = ({ of: calling, isAdmin }: { of: Calling; isAdmin: boolean }) => {
  const connect = useCallingChange('connect-sandbox')
  if (calling.mode === null) return null
  if (calling.calling_page === null)
    return (
      <Part title={strings.tryIt}>
        <p className={classes.text}>{strings.tryReal}</p>
      </Part>
    )
  const telephones = calling.calling_page.replace(/call$/, 'phone')
  return (
    <Part title={strings.tryIt}>
      <p className={classes.text}>{strings.tryText}</p>
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
          {strings.usePhone}
        </Button>
      ) : (
        isAdmin && (
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate({ provider: 'twilio' })}>
            {strings.useSandbox}
          </Button>
        )
      )}
    </Part>
  )
}

const Countries = ({ of: calling, isAdmin }: { of: Calling; isAdmin: boolean }) => {
  const [chosen, setChosen] = useState<string[]>(calling.call_countries)
  const update = useCallingChange('update-workspace', () => say(strings.saved))
  const countries = useMemo(() => listCountries(), [])
  const nameOf = (code: string): string => countries.find(({ value }) => value === code)?.label ?? code
  const isChanged = [...chosen].sort().join() !== calling.call_countries.join()
  const usual = calling.call_countries.length > 0 ? null : calling.allowed_countries.map(nameOf)
  return (
    <Part title={strings.countries}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          update.mutate({ callCountries: chosen })
        }}
      >
        <fieldset disabled={!isAdmin} className={classes.fieldset}>
          <legend className="hidden-visually">{strings.countries}</legend>
          <p className={classes.text}>{strings.countriesText}</p>
          {!isAdmin && <p className={classes.dim}>{strings.onlyAdmins}</p>}
          <ErrorNote error={update.error} />
          <MultiSelect
            label={strings.countriesField}
            {...(usual && {
              description: usual.length === 0 ? strings.countriesNone : strings.countriesDefault(listed(usual)),
            })}
            data={countries}
            value={chosen}
            onChange={setChosen}
            searchable
            disabled={!isAdmin}
            nothingFoundMessage={strings.noSuchCountry}
          />
          {isAdmin && (
            <Group mt="md">
              <Button type="submit" loading={update.isPending} disabled={!isChanged}>
                {strings.save}
              </Button>
            </Group>
          )}
        </fieldset>
      </form>
    </Part>
  )
}

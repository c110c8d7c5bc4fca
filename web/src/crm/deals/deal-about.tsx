import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { money, onDate } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Input } from '#web/wire.ts'
import { OwnProperties } from '../fields/own-properties.tsx'
import { Properties, type Property } from '../records/property.tsx'
import { type ShownDeal, useDealChange } from './api.ts'
import { nameOfContact } from './standing.ts'
import { strings } from './strings.ts'

const ContactFacts = ({ contact }: { contact: NonNullable<ShownDeal['deal']['contact']> }) => (
  <>
    <Fact name={strings.person}>
      <Link to="/contacts/$contactId" params={{ contactId: contact.id }} className="text-link">
        <bdi>{nameOfContact(contact)}</bdi>
      </Link>
    </Fact>
    {contact.email !== null && (
      <Fact name={strings.email}>
        <Anchor href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`} inherit>
          {contact.email}
        </Anchor>
      </Fact>
    )}
    {contact.phone !== null && (
      <Fact name={strings.phone}>
        <Anchor href={`tel:${contact.phone}`} inherit dir="ltr">
          {contact.phone}
        </Anchor>
      </Fact>
    )}
  </>
)

/** What is known of a deal; what members say of it is edited in place. */
export const DealAbout = ({ shown }: { shown: ShownDeal }) => {
  const { deal } = shown
  const update = useDealChange('update-deal')
  const queries = useQueryClient()
  const { organization } = useSession()
  const save = (change: Omit<Input<'update-deal'>, 'dealId'>): Promise<unknown> =>
    update.mutateAsync({ dealId: deal.id, ...change })
  /** Of the first amount. */
  const currency = async (): Promise<string> =>
    (await valueEdits()).usualCurrency(organization.id, (await queries.fetchQuery(read('show-workspace', {}))).workspace)
  return (
    <Properties
      title={strings.about}
      properties={[
        // A deal has a name: an empty one is refused.
        { key: 'name', name: strings.dealName, value: deal.name, edit: { save: (name) => save({ name: name ?? '' }) } },
        {
          ...{ key: 'business', name: strings.company, value: deal.business_name },
          edit: { save: (businessName) => save({ businessName }) },
        },
        {
          ...{ key: 'value', name: strings.valueColumn, value: worthOf(deal) },
          edit: {
            most: 40,
            save: async (typed) => save((await valueEdits()).valueIn(typed, deal.currency ?? (await currency()))),
          },
        },
        {
          ...{ key: 'close_on', name: strings.closeOn, value: deal.close_on },
          ...(deal.close_on !== null && { shown: onDate(deal.close_on) }),
          edit: { type: 'date', save: (closeOn) => save({ closeOn }) },
        },
        ...(deal.state === 'open' ? [chanceOf(deal, (chance) => save({ chance }))] : []),
      ]}
    >
      <DealFacts shown={shown} />
    </Properties>
  )
}

const valueEdits = () => import('./value-edits.ts')

const worthOf = ({ value_minor: minor, currency }: ShownDeal['deal']): string | null =>
  minor === null || currency === null ? null : money(minor, currency)

/** Of the deal itself; where it has none, that of its stage is shown, and typing gives it one. */
const chanceOf = ({ chance, stage }: ShownDeal['deal'], save: (chance: number | null) => Promise<unknown>): Property => ({
  ...{ key: 'chance', name: strings.chance, value: chance === null ? null : String(chance) },
  ...(chance !== null
    ? { shown: strings.percent(chance) }
    : stage.chance !== null && { shown: strings.chanceOfStage(stage.chance) }),
  isShownEmpty: stage.chance !== null,
  edit: { most: 4, save: async (typed) => save((await valueEdits()).chanceIn(typed)) },
})

const DealFacts = ({ shown: { deal, facts, referral, tags, fields } }: { shown: ShownDeal }) => (
  <>
    <Facts stacked>
      {deal.contact && <ContactFacts contact={deal.contact} />}
      {(deal.company !== null || deal.business_name !== null) && (
        <Fact name={strings.company}>
          {deal.company ? (
            <Link to="/companies/$companyId" params={{ companyId: deal.company.id }} className="text-link">
              <bdi>{deal.company.name}</bdi>
            </Link>
          ) : (
            <bdi>{deal.business_name}</bdi>
          )}
        </Fact>
      )}
      {deal.industry !== null && !facts.some(({ field }) => field === 'industry') && (
        <Fact name={strings.industry}>
          <bdi>{deal.industry}</bdi>
        </Fact>
      )}
      <Fact name={strings.source}>{(strings.kinds as Readonly<Record<string, string>>)[deal.kind] ?? deal.kind}</Fact>
      {referral !== null && (
        <Fact name={strings.ad}>
          <bdi>{referral.headline ?? referral.id ?? strings.adUnnamed}</bdi>
        </Fact>
      )}
      {deal.lead_id !== null && (
        <Fact name={strings.ofLead}>
          <Link to="/leads/$leadId" params={{ leadId: deal.lead_id }} className="text-link">
            {strings.toLead}
          </Link>
        </Fact>
      )}
      <Fact name={strings.createdAt}>
        <AbsoluteTime at={deal.created_at} />
      </Fact>
      {deal.response.responded_at !== null && (
        <Fact name={strings.repliedAt}>
          <AbsoluteTime at={deal.response.responded_at} />
        </Fact>
      )}
      {deal.closed_at !== null && (
        <Fact name={strings.closedAt}>
          <AbsoluteTime at={deal.closed_at} />
        </Fact>
      )}
    </Facts>
    <OwnProperties kind="deal" id={deal.id} tags={tags} fields={fields} />
  </>
)

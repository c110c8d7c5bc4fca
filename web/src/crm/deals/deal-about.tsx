import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { money, onDate } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Input } from '#web/wire.ts'
import { OwnProperties } from '../fields/own-properties.tsx'
import { PlainProperty, Properties, type Property } from '../records/property.tsx'
import { type ShownDeal, useDealChange } from './api.ts'
import { nameOfContact } from './standing.ts'
import { strings } from './strings.ts'

const ContactFacts = ({ contact }: { contact: NonNullable<ShownDeal['deal']['contact']> }) => (
  <>
    <PlainProperty name={strings.person}>
      <Link to="/contacts/$contactId" params={{ contactId: contact.id }} className="text-link">
        <bdi>{nameOfContact(contact)}</bdi>
      </Link>
    </PlainProperty>
    {contact.email !== null && (
      <PlainProperty name={strings.email}>
        <Anchor href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`} inherit>
          {contact.email}
        </Anchor>
      </PlainProperty>
    )}
    {contact.phone !== null && (
      <PlainProperty name={strings.phone}>
        <Anchor href={`tel:${contact.phone}`} inherit dir="ltr">
          {contact.phone}
        </Anchor>
      </PlainProperty>
    )}
  </>
)

type Change = Omit<Input<'update-deal'>, 'dealId'>

interface MoneyValue {
  readonly amount_minor: number | null
  readonly currency: string | null
}

/** What is known of a deal; what members say of it is edited in place. */
export const DealAbout = ({ shown }: { shown: ShownDeal }) => {
  const { deal, tags, fields } = shown
  const update = useDealChange('update-deal')
  const queries = useQueryClient()
  const { organization } = useSession()
  const save = (change: Change, was: Change['was']): Promise<unknown> => update.mutateAsync({ dealId: deal.id, ...change, was })
  /** Of the first amount. */
  const currency = async (): Promise<string> =>
    (await valueEdits()).usualCurrency(organization.id, (await queries.fetchQuery(read('show-workspace', {}))).workspace)
  return (
    <Properties
      title={strings.about}
      properties={[
        // A deal has a name: an empty one is refused.
        {
          key: 'name',
          name: strings.dealName,
          value: deal.name,
          edit: { save: (name, was) => save({ name: name ?? '' }, { name: String(was) }) },
        },
        {
          ...{ key: 'business', name: strings.company, value: deal.business_name },
          edit: {
            save: (businessName, was) => save({ businessName }, { businessName: was as string | null }),
          },
        },
        {
          ...{ key: 'value', name: strings.valueColumn, value: worthOf(deal) },
          edit: {
            most: 40,
            was: { amount_minor: deal.value_minor, currency: deal.currency } satisfies MoneyValue,
            save: async (typed, was) =>
              save((await valueEdits()).valueIn(typed, deal.currency ?? (await currency())), amountIn(was)),
          },
        },
        {
          ...{ key: 'close_on', name: strings.closeOn, value: deal.close_on },
          ...(deal.close_on !== null && { shown: onDate(deal.close_on) }),
          edit: {
            ...{ type: 'date', kind: 'date' },
            save: (closeOn, was) => save({ closeOn }, { closeOn: was as string | null }),
          },
        },
        ...(deal.state === 'open' ? [chanceOf(deal, (chance, was) => save({ chance }, { chance: was }))] : []),
      ]}
      after={<DealFacts shown={shown} />}
    >
      <OwnProperties kind="deal" id={deal.id} tags={tags} fields={fields} />
    </Properties>
  )
}

const valueEdits = () => import('./value-edits.ts')

/** An amount as the server says that it stands. */
const amountIn = (value: unknown): Change['was'] => {
  const { amount_minor: valueMinor, currency } = (value ?? { amount_minor: null, currency: null }) as MoneyValue
  return { valueMinor, currency }
}

const worthOf = ({ value_minor: minor, currency }: ShownDeal['deal']): string | null =>
  minor === null || currency === null ? null : money(minor, currency)

/** Of the deal itself; where it has none, that of its stage is shown, and typing gives it one. */
const chanceOf = (
  { chance, stage }: ShownDeal['deal'],
  save: (chance: number | null, was: number | null) => Promise<unknown>,
): Property => ({
  ...{ key: 'chance', name: strings.chance, value: chance === null ? null : String(chance) },
  ...(chance !== null
    ? { shown: strings.percent(chance) }
    : stage.chance !== null && { shown: strings.chanceOfStage(stage.chance) }),
  isShownEmpty: stage.chance !== null,
  edit: {
    ...{ most: 4, kind: 'percent', was: chance },
    save: async (typed, was) => save((await valueEdits()).chanceIn(typed), was as number | null),
  },
})

const DealFacts = ({ shown: { deal, facts, referral } }: { shown: ShownDeal }) => (
  <>
    {deal.contact && <ContactFacts contact={deal.contact} />}
    {deal.company && (
      <PlainProperty name={strings.companyRecord}>
        <Link to="/companies/$companyId" params={{ companyId: deal.company.id }} className="text-link">
          <bdi>{deal.company.name}</bdi>
        </Link>
      </PlainProperty>
    )}
    {deal.industry !== null && !facts.some(({ field }) => field === 'industry') && (
      <PlainProperty name={strings.industry}>
        <bdi>{deal.industry}</bdi>
      </PlainProperty>
    )}
    <PlainProperty name={strings.source}>
      {(strings.kinds as Readonly<Record<string, string>>)[deal.kind] ?? deal.kind}
    </PlainProperty>
    {referral !== null && (
      <PlainProperty name={strings.ad}>
        <bdi>{referral.headline ?? referral.id ?? strings.adUnnamed}</bdi>
      </PlainProperty>
    )}
    {deal.lead_id !== null && (
      <PlainProperty name={strings.ofLead}>
        <Link to="/leads/$leadId" params={{ leadId: deal.lead_id }} className="text-link">
          {strings.toLead}
        </Link>
      </PlainProperty>
    )}
    <PlainProperty name={strings.createdAt}>
      <AbsoluteTime at={deal.created_at} />
    </PlainProperty>
    {deal.response.responded_at !== null && (
      <PlainProperty name={strings.repliedAt}>
        <AbsoluteTime at={deal.response.responded_at} />
      </PlainProperty>
    )}
    {deal.closed_at !== null && (
      <PlainProperty name={strings.closedAt}>
        <AbsoluteTime at={deal.closed_at} />
      </PlainProperty>
    )}
  </>
)

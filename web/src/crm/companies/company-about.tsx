import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Input, Output } from '#web/wire.ts'
import { OwnProperties } from '../fields/own-properties.tsx'
import { OwnerProperty } from '../records/owner-property.tsx'
import { PlainProperty, Properties, type Property } from '../records/property.tsx'
import { strings } from './strings.ts'

type Change = Omit<Input<'update-company'>, 'companyId'>

/** What a company is called and found by, edited in place. */
export const CompanyAbout = ({ shown: { company, tags, fields } }: { shown: Output<'show-company'> }) => {
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: (change: Change) => call('update-company', { companyId: company.id, ...change }),
    onSuccess: () =>
      Promise.all(
        ['show-company', 'list-companies', 'list-timeline'].map((root) => queries.invalidateQueries({ queryKey: [root] })),
      ),
  })
  const properties: readonly Property[] = [
    // A company has a name: an empty one is refused.
    {
      key: 'name',
      name: strings.name,
      value: company.name,
      edit: {
        save: (name, was) => update.mutateAsync({ name: name ?? '', was: { name: String(was) } }),
      },
    },
    {
      ...{ key: 'domain', name: strings.domain, value: company.domain },
      ...(company.domain !== null && { href: `https://${company.domain}` }),
      edit: {
        most: 300,
        save: (domain, was) => update.mutateAsync({ domain, was: { domain: was as string | null } }),
      },
    },
  ]
  return (
    <Properties
      title={strings.about}
      properties={properties}
      before={
        <OwnerProperty
          ownerId={company.owner_id}
          onChange={(ownerId) => update.mutateAsync({ ownerId, was: { ownerId: company.owner_id } })}
        />
      }
      after={
        <PlainProperty name={strings.added}>
          <AbsoluteTime at={company.created_at} />
        </PlainProperty>
      }
    >
      <OwnProperties kind="company" id={company.id} tags={tags} fields={fields} />
    </Properties>
  )
}

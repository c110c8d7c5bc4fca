import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { counted } from '#web/i18n/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CompanyPairs } from './company-pairs.tsx'
import { ContactPairs } from './contact-pairs.tsx'
import classes from './duplicates.module.css'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/contacts/duplicates')

/** Pairs side by side, of contacts or of companies: merge them, or say that they are not the same. */
export const DuplicatesPage = () => {
  const { kind } = route.useSearch()
  const navigate = route.useNavigate()
  const counts = {
    contact: useQuery(read('list-duplicates', { limit: 1 })).data?.count ?? 0,
    company: useQuery(read('list-company-duplicates', { limit: 1 })).data?.count ?? 0,
  }
  const isOfCompanies = kind === 'company'
  const label = (name: string, count: number): string => (count > 0 ? `${name} (${counted(count)})` : name)
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        back={isOfCompanies ? { label: strings.companies, to: '/companies' } : { label: strings.back, to: '/contacts' }}
        width="form"
      />
      <SegmentedControl
        className={classes.kinds}
        aria-label={strings.kinds}
        value={isOfCompanies ? 'company' : 'contact'}
        data={[
          { value: 'contact', label: label(strings.back, counts.contact) },
          { value: 'company', label: label(strings.companies, counts.company) },
        ]}
        onChange={(next) =>
          void navigate({ search: next === 'company' ? { kind: 'company' } : {}, replace: true, resetScroll: false })
        }
      />
      {isOfCompanies ? <CompanyPairs /> : <ContactPairs />}
    </>
  )
}

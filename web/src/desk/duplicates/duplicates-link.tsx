import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

const strings = messages('desk/duplicates/duplicates-link', {
  possible: (n: number, count: string) => `${count} possible ${n === 1 ? 'duplicate' : 'duplicates'}`,
})

/** Above the list of companies, where there are some. */
export const CompanyDuplicatesLink = () => {
  const count = useQuery(read('list-company-duplicates', { limit: 1 })).data?.count ?? 0
  if (count === 0) return null
  return (
    <Button component={Link} to="/contacts/duplicates" search={{ kind: 'company' } as never} variant="default">
      {strings.possible(count, counted(count))}
    </Button>
  )
}

/** Above the list of contacts, where there are some. */
export const DuplicatesLink = () => {
  const count = useQuery(read('list-duplicates', { limit: 1 })).data?.count ?? 0
  if (count === 0) return null
  return (
    <Button component={Link} to="/contacts/duplicates" variant="default">
      {strings.possible(count, counted(count))}
    </Button>
  )
}

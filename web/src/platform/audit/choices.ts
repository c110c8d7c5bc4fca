import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { compare } from '#web/i18n/format.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** The people of the workspace, as choices. */
export const useMembersByName = (): Choice[] => {
  const { data } = useQuery(read('list-members', {}))
  return (data?.members ?? []).map(({ id, name }) => ({ value: id, label: name })).sort((a, b) => compare(a.label, b.label))
}

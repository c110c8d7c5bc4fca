import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { type LeadSearch, ranges } from './lead-search.ts'
import classes from './leads.module.css'
import { strings } from './strings.ts'

const rangeWords = { today: strings.today, '7d': strings.week, '30d': strings.month, custom: strings.custom }

/** Search and filters; all of them live in the address, so a view can be kept and sent. */
export const LeadFilters = ({ search, onChange }: { search: LeadSearch; onChange: (search: LeadSearch) => void }) => {
  const { data } = useQuery(read('list-sources', {}))
  const sources = [...new Set([...(data?.sources ?? []), ...(search.source ? [search.source] : [])])].sort()
  const { from: _from, to: _to, ...undated } = search
  return (
    <Toolbar>
      <SearchBox
        label={strings.search}
        placeholder={strings.searchPlaceholder}
        value={search.q ?? ''}
        onChange={(q) => onChange(q === '' ? without(search, 'q') : { ...search, q })}
      />
      <NativeSelect
        aria-label={strings.source}
        value={search.source ?? ''}
        data={[{ value: '', label: strings.allSources }, ...sources]}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? without(search, 'source') : { ...search, source: value })
        }
      />
      <NativeSelect
        aria-label={strings.time}
        value={search.range ?? ''}
        data={[{ value: '', label: strings.anyTime }, ...ranges.map((value) => ({ value, label: rangeWords[value] }))]}
        onChange={({ currentTarget: { value } }) => {
          const range = ranges.find((known) => known === value)
          onChange(range ? { ...undated, range } : without(undated, 'range'))
        }}
      />
      {search.range === 'custom' && (
        <div className={classes.days}>
          <TextInput
            type="date"
            label={strings.from}
            value={search.from ?? ''}
            max={search.to}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === '' ? without(search, 'from') : { ...search, from: value })
            }
          />
          <TextInput
            type="date"
            label={strings.to}
            value={search.to ?? ''}
            min={search.from}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === '' ? without(search, 'to') : { ...search, to: value })
            }
          />
        </div>
      )}
    </Toolbar>
  )
}

const without = <Key extends keyof LeadSearch>(search: LeadSearch, key: Key): LeadSearch => {
  const { [key]: _dropped, ...rest } = search
  return rest
}

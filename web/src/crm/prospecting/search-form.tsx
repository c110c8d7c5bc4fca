import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconSearch } from '#icons'
import { mostSearched } from '#web/ui/route-params.ts'
import type { ProspectSearch } from './prospect-search.ts'
import classes from './prospecting.module.css'
import { strings } from './strings.ts'

const fields = [
  { name: 'titles', label: strings.titles, placeholder: strings.titlesExample },
  { name: 'locations', label: strings.locations, placeholder: strings.locationsExample },
  { name: 'domains', label: strings.domains, placeholder: strings.domainsExample },
  { name: 'keywords', label: strings.keywords, placeholder: '' },
] as const

type Texts = Record<(typeof fields)[number]['name'], string>

const textsOf = ({ titles = '', locations = '', domains = '', keywords = '' }: ProspectSearch): Texts => ({
  ...{ titles, locations, domains, keywords },
})

/** What is searched for; it is searched once it is submitted, for each search is a call to Apollo. */
export const SearchForm = ({
  search,
  isSearching,
  onSearch,
}: {
  search: ProspectSearch
  isSearching: boolean
  onSearch: (search: ProspectSearch) => void
}) => {
  const [texts, setTexts] = useState(textsOf(search))
  return (
    <search>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const typed = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
          onSearch(Object.fromEntries(typed) as ProspectSearch)
        }}
      >
        {fields.map(({ name, label, placeholder }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={placeholder}
            maxLength={mostSearched}
            value={texts[name]}
            onChange={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}
          />
        ))}
        <div className={classes.submit}>
          <Button type="submit" loading={isSearching} leftSection={<IconSearch size={16} aria-hidden />}>
            {strings.search}
          </Button>
          <span className={classes.hint}>{strings.several}</span>
        </div>
      </form>
    </search>
  )
}

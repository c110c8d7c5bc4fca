import { Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Company } from '#web/wire.ts'
import { strings } from './strings.ts'

interface Props {
  /** The one that is changed; null: a new one. */
  readonly company: Company | null
  readonly onClose: () => void
  readonly onSaved?: (company: Company) => void
}

/** Name and domain of a company. */
export const CompanyWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={props.company ? strings.editTitle : strings.add} sheet>
    <CompanyForm {...props} />
  </Window>
)

const CompanyForm = ({ company, onClose, onSaved }: Props) => {
  const queries = useQueryClient()
  const [name, setName] = useState(company?.name ?? '')
  const [domain, setDomain] = useState(company?.domain ?? '')
  const [wasTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      const [said, host] = [name.trim(), domain.trim()]
      const { company: saved } = company
        ? await call('update-company', { companyId: company.id, name: said, domain: host === '' ? null : host })
        : await call('create-company', { name: said, ...(host !== '' && { domain: host }) })
      return saved
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['show-company'] })
      onClose()
      onSaved?.(saved)
    },
  })
  const nameFault = wasTried && name.trim() === '' ? strings.nameMissing : undefined
  const domainFault = fieldError(saving.error, 'domain')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (name.trim() !== '') saving.mutate()
      }}
    >
      <Stack>
        {!domainFault && <ErrorNote error={saving.error} title={strings.notSaved} />}
        <TextInput
          label={strings.name}
          value={name}
          maxLength={255}
          required
          data-autofocus
          error={nameFault ?? fieldError(saving.error, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={strings.domain}
          description={strings.domainHelp}
          value={domain}
          maxLength={300}
          dir="ltr"
          error={domainFault}
          onChange={({ currentTarget }) => setDomain(currentTarget.value)}
        />
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={saving.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

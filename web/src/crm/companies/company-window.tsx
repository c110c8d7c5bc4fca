import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import type { CreateWindowProps } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { sayDone } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import type { Company, Input } from '#web/wire.ts'
import { Known, useKnown } from '../by-hand/known.tsx'
import { OwnerField } from '../by-hand/owner-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { strings } from './strings.ts'

interface Props {
  /** The one that is changed; null: a new one. */
  readonly company: Company | null
  readonly onClose: () => void
  readonly onSaved?: (company: Company) => void
}

/** A new company, over any page. */
export const NewCompanyWindow = ({ opened, onClose }: CreateWindowProps) => {
  const navigate = useNavigate()
  return (
    <CompanyWindow
      company={null}
      opened={opened}
      onClose={onClose}
      onSaved={({ id, name }) =>
        sayDone(strings.created(name), {
          label: strings.open,
          act: () => void navigate({ to: '/companies/$companyId', params: { companyId: id } }),
        })
      }
    />
  )
}

/** Name, domain and owner of a company. */
export const CompanyWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={props.company ? strings.editTitle : strings.add} sheet>
    <CompanyForm {...props} />
  </Window>
)

/** What is left as it was may be changed by a colleague meanwhile: it is not sent. */
const changesOf = (
  { id, name, domain, owner_id: ownerId }: Company,
  wanted: { readonly name: string; readonly domain: string | null; readonly ownerId: string | null },
): Input<'update-company'> => {
  const was = { name, domain, ownerId }
  const fields = (['name', 'domain', 'ownerId'] as const).filter((field) => wanted[field] !== was[field])
  const only = (side: typeof wanted) => Object.fromEntries(fields.map((field) => [field, side[field]]))
  return { companyId: id, ...only(wanted), was: only(was) }
}

const CompanyForm = ({ company, onClose, onSaved }: Props) => {
  const queries = useQueryClient()
  const { person } = useSession()
  const begins = company
    ? { name: company.name, domain: company.domain ?? '', owner: company.owner_id ?? '' }
    : { name: '', domain: '', owner: person.id }
  const { draft, change, forget, isRestored } = useKeptDraft(`company ${company?.id ?? ''}`, begins)
  const { name, domain, owner } = draft
  const known = useKnown(company ? {} : { company: name, domain })
  const [wasTried, setTried] = useState(false)
  const createOnce = useCallOnce('create-company')
  const saving = useMutation({
    mutationFn: async () => {
      const [said, host, ownerId] = [name.trim(), domain.trim(), owner === '' ? null : owner]
      const { company: saved } = company
        ? await call('update-company', changesOf(company, { name: said, domain: host === '' ? null : host, ownerId }))
        : await createOnce({ name: said, ...(host !== '' && { domain: host }), ownerId })
      return saved
    },
    onSuccess: async (saved) => {
      forget()
      await queries.invalidateQueries({ queryKey: ['show-company'] })
      onClose()
      onSaved?.(saved)
    },
  })
  const nameFault = wasTried && name.trim() === '' ? strings.nameMissing : undefined
  const domainFault = fieldError(saving.error, 'domain')
  return (
    <SheetForm
      isRestored={isRestored}
      onStartOver={forget}
      onSubmit={() => {
        setTried(true)
        if (name.trim() !== '' && !saving.isPending) saving.mutate()
      }}
    >
      {!domainFault && <ErrorNote error={saving.error} title={strings.notSaved} />}
      <TextInput
        label={strings.name}
        value={name}
        maxLength={255}
        required
        data-autofocus
        error={nameFault ?? fieldError(saving.error, 'name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput
        label={strings.domain}
        description={strings.domainHelp}
        value={domain}
        maxLength={300}
        dir="ltr"
        error={domainFault}
        onChange={({ currentTarget }) => change({ domain: currentTarget.value })}
      />
      <Known found={known} onOpen={onClose} />
      <OwnerField value={owner} onChange={(chosen) => change({ owner: chosen })} />
      <WindowFoot>
        <FormButtons submit={strings.save} isPending={saving.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}

import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Input, OwnField, TextEncoding, Upload, UploadPreviewRow } from '#web/wire.ts'
import { useFields } from '../fields/api.ts'
import type { Suggested } from '../fields/field-window.tsx'
import { guessType } from './guess-type.ts'
import { delimiterWords, encodingWords, fieldWords, outcomeTones, outcomeWords, strings } from './strings.ts'
import classes from './uploads.module.css'

type Wishes = Omit<Input<'configure-upload'>, 'uploadId'>
type Preview = readonly UploadPreviewRow[]
type Field = Upload['mapping'][number]

const FieldWindow = laterWindow(() => import('../fields/field-window.tsx').then(({ FieldWindow }) => FieldWindow))

/** How a file is read and what its columns become, with what that makes of the first rows. */
export const Columns = ({ upload, children }: { upload: Upload; children?: ReactNode }) => {
  const queries = useQueryClient()
  const key = ['preview-upload', upload.id]
  const preview = useQuery({
    queryKey: key,
    queryFn: () => call('configure-upload', { uploadId: upload.id }),
    placeholderData: keepPreviousData,
  })
  const change = useMutation({
    scope: { id: `configure ${upload.id}` },
    mutationFn: (wishes: Wishes) => call('configure-upload', { uploadId: upload.id, ...wishes }),
    onSuccess: (answer) => queries.setQueryData(key, answer),
  })
  const check = useMutation({ mutationFn: () => call('check-upload', { uploadId: upload.id }) })

  if (!preview.data)
    return preview.error ? (
      <ErrorNote title={strings.readFailed} error={preview.error} onRetry={() => void preview.refetch()} />
    ) : (
      <RowsPending rows={5} />
    )
  const now = preview.data.upload
  const rows = preview.data.preview
  const hasContact = now.mapping.some((field) => field === 'email' || field === 'phone')
  return (
    <div className={classes.stack}>
      <ErrorNote title={strings.readFailed} error={change.error} />
      <Part title={strings.columnsTitle}>
        <p className={classes.text}>{strings.columnsText}</p>
        <Mapping upload={now} rows={rows} onChange={(mapping) => change.mutate({ mapping })} />
      </Part>
      <Part title={strings.readTitle}>
        <Reading key={now.source} upload={now} onChange={(wishes) => change.mutate(wishes)} />
      </Part>
      <Part title={strings.previewTitle}>
        <PreviewTable upload={now} rows={rows} />
      </Part>
      <Checkbox
        label={strings.waitsForAnswer}
        description={strings.waitsForAnswerText}
        checked={change.variables?.waitsForAnswer ?? now.waits_for_answer}
        onChange={({ currentTarget }) => change.mutate({ waitsForAnswer: currentTarget.checked })}
      />
      <ErrorNote title={strings.actionFailed} error={check.error} />
      {!hasContact && (
        <div className={classes.note} role="status">
          {strings.needContact}
        </div>
      )}
      {hasContact && !now.mapping.includes('external_id') && <p className={classes.text}>{strings.noExternalId}</p>}
      <div className={classes.actions}>
        <Button onClick={() => check.mutate()} loading={check.isPending} disabled={!hasContact || change.isPending}>
          {strings.check}
        </Button>
        {children}
      </div>
    </div>
  )
}

const fieldOptions = [
  { value: '', label: strings.leaveOut },
  ...Object.entries(fieldWords).map(([value, label]) => ({ value, label })),
]
/** Of the list alone: makes a field of the column, of leads or of their contacts. */
const asNewFields = { '+lead': 'lead', '+contact': 'contact' } as const
type Kind = 'lead' | 'contact'
const mappedAs = (kind: Kind, key: string) => (kind === 'contact' ? `contact_fields.${key}` : `fields.${key}`)

const Mapping = ({ upload, rows, onChange }: { upload: Upload; rows: Preview; onChange: (mapping: Field[]) => void }) => {
  const mayAdd = isAtLeast(useSession().role, 'admin')
  const [adding, setAdding] = useState<(Suggested & { readonly at: number; readonly kind: Kind }) | null>(null)
  const own = useOwnFields('lead')
  const ofContacts = useOwnFields('contact')
  const options = [
    ...fieldOptions,
    ...(own.length > 0 ? [{ group: strings.ownFields, items: own }] : []),
    ...(ofContacts.length > 0 ? [{ group: strings.contactFields, items: ofContacts }] : []),
    ...(mayAdd
      ? [
          { value: '+lead', label: strings.asField },
          { value: '+contact', label: strings.asContactField },
        ]
      : []),
  ]
  return (
    <>
      <ul className={classes.columns}>
        {upload.columns.map((column, at) => {
          const samples = rows.flatMap((row) => row.cells[at]?.trim() || [])
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <li key={at}>
              <span className={classes.columnName}>
                {column}
                <span className={classes.sample}>{[...new Set(samples)].slice(0, 3).join(' · ') || strings.blank}</span>
              </span>
              <NativeSelect
                aria-label={`${column}: ${strings.becomes}`}
                value={upload.mapping[at] ?? ''}
                data={options}
                onChange={({ currentTarget: { value } }) =>
                  value === '+lead' || value === '+contact'
                    ? setAdding({ at, kind: asNewFields[value], name: column.slice(0, 100), ...guessType(samples) })
                    : onChange(upload.mapping.with(at, (value || null) as Field))
                }
              />
            </li>
          )
        })}
      </ul>
      <FieldWindow
        opened={adding !== null}
        kind={adding?.kind ?? 'lead'}
        editing={adding && 'new'}
        suggested={adding}
        onSaved={({ key }: OwnField) => adding && onChange(upload.mapping.with(adding.at, mappedAs(adding.kind, key) as Field))}
        onClose={() => setAdding(null)}
      />
    </>
  )
}

const useOwnFields = (kind: Kind) =>
  useFields(kind).data?.fields.map(({ key, name }) => ({ value: mappedAs(kind, key), label: name })) ?? []

const Reading = ({ upload, onChange }: { upload: Upload; onChange: (wishes: Wishes) => void }) => {
  const [source, setSource] = useState(upload.source)
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={strings.encoding}
        value={upload.encoding ?? ''}
        data={Object.entries(encodingWords).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange({ encoding: event.currentTarget.value as TextEncoding })}
      />
      <NativeSelect
        label={strings.delimiter}
        value={upload.delimiter ?? ''}
        data={Object.entries(delimiterWords).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onChange({ delimiter: event.currentTarget.value as keyof typeof delimiterWords })}
      />
      <TextInput
        label={strings.source}
        description={strings.sourceHint}
        inputWrapperOrder={['label', 'input', 'description']}
        value={source}
        maxLength={64}
        onChange={(event) => setSource(event.currentTarget.value)}
        onBlur={() =>
          source.trim() === '' ? setSource(upload.source) : source !== upload.source && onChange({ source: source.trim() })
        }
      />
      <Switch
        label={strings.headerRow}
        checked={upload.has_header ?? true}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
        mt="xl"
      />
    </div>
  )
}

const PreviewTable = ({ upload, rows }: { upload: Upload; rows: Preview }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
  <section className={classes.tableFrame} tabIndex={0} aria-label={strings.previewTitle}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{strings.row}</th>
          <th scope="col">{strings.outcome}</th>
          {upload.columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <th scope="col" key={at}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.row}>
            <th scope="row" className="numbers" style={{ fontWeight: 400 }}>
              {row.row}
            </th>
            <td className={classes.outcome}>
              <Pill tone={outcomeTones[row.outcome]}>{outcomeWords[row.outcome]}</Pill>
              {row.contact_known && row.outcome === 'new' && <span className={classes.why}>{strings.contactKnown}</span>}
              {row.message && <span className={classes.why}>{sentenceOf(row.message)}</span>}
            </td>
            {upload.columns.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={at} data-out={upload.mapping[at] ? undefined : true}>
                {row.cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

import { Button, Checkbox, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CallError, call, downloadAddress, read } from '#web/gateway.ts'
import { counted } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { Output } from '#web/wire.ts'
import { Columns } from './columns.tsx'
import { ChooseFile } from './drop-zone.tsx'
import { RowsToMend } from './rows.tsx'
import { forgetSending, resumeFile, type Shown, useSending } from './sending.ts'
import { bytesText, stateTones, stateWords, strings } from './strings.ts'
import classes from './uploads.module.css'

const back = { label: strings.back, to: '/uploads' } as const

/** One file, from the first byte to its leads, and back. */
export const UploadPage = () => {
  const { uploadId } = useParams({ from: '/staff/uploads/$uploadId' })
  const shown = useQuery({
    ...read('show-upload', { uploadId }),
    // The live line tells of every step; this is for when it is down.
    refetchInterval: (query) => (isMoving(query.state.data?.upload) ? 5_000 : false),
  })
  const upload = shown.data?.upload
  if (!upload)
    return (
      <>
        <PageHeader title={strings.upload} back={back} />
        {shown.error ? (
          <ErrorNote title={strings.failedToLoad} error={shown.error} onRetry={() => void shown.refetch()} />
        ) : (
          <RowsPending rows={5} />
        )}
      </>
    )
  const [text, tone] = [stateWords[upload.state], stateTones[upload.state]]
  return (
    <div key={uploadId}>
      <PageHeader
        title={upload.name}
        back={back}
        lead={
          <span className={classes.actions}>
            <Pill tone={tone}>{text}</Pill>
            <span>{bytesText(upload.size_bytes)}</span>
            {upload.created_by && <span>{upload.created_by.name}</span>}
            <AbsoluteTime at={upload.created_at} />
          </span>
        }
      />
      <Steps upload={upload} />
      <div className={classes.stack}>
        <Stage upload={upload} before={shown.data?.imported_before ?? []} />
      </div>
    </div>
  )
}

const isMoving = (upload: Shown | undefined): boolean =>
  upload !== undefined && ['uploading', 'checking', 'importing', 'undoing'].includes(upload.state)

const stepOf: Readonly<Record<Shown['state'], number>> = {
  uploading: 0,
  mapping: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  cancelled: 3,
  failed: 3,
  done: 4,
  undoing: 4,
  undone: 4,
}

const Steps = ({ upload }: { upload: Shown }) => {
  const now = upload.problem?.failed_in === 'checking' ? 2 : stepOf[upload.state]
  return (
    <ol className={classes.steps} aria-label={strings.steps}>
      {Object.values(strings.step).map((name, n) => (
        <li key={name} data-at={n < now ? 'past' : n === now ? 'now' : 'next'} aria-current={n === now ? 'step' : undefined}>
          <span className={classes.stepMark} aria-hidden>
            {n < now ? <IconCheck size={13} stroke={2.5} /> : n + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  )
}

const Stage = ({ upload, before }: { upload: Shown; before: Output<'show-upload'>['imported_before'] }) => {
  switch (upload.state) {
    case 'uploading':
      return <Arriving upload={upload} />
    case 'mapping':
      return (
        <Columns upload={upload}>
          <Remove upload={upload} />
        </Columns>
      )
    case 'checking':
      return <Moving upload={upload} title={strings.checkingTitle} text={strings.checkingText} goOn="check-upload" />
    case 'checked':
      return <Checked upload={upload} before={before} />
    case 'importing':
      return <Moving upload={upload} title={strings.importingTitle} text={strings.importingText} goOn="start-upload" />
    case 'undoing':
      return <Moving upload={upload} title={strings.undoingTitle} text={strings.checkingText} goOn="undo-upload" />
    default:
      return <Result upload={upload} />
  }
}

const Arriving = ({ upload }: { upload: Shown }) => {
  const sending = useSending(upload.id)
  const [hint, setHint] = useState('')
  const goOn = (file: File): void => {
    if (file.size !== upload.size_bytes || file.name !== upload.name) return setHint(strings.otherFile(upload.name))
    setHint('')
    resumeFile(upload.id, file, upload.received_bytes)
  }
  const sent = Math.max(sending?.sent ?? 0, upload.received_bytes)
  if (sending && !sending.error)
    return (
      <Card title={strings.sendingTitle}>
        <Stack gap="sm">
          <p className={classes.text}>{sent >= upload.size_bytes ? strings.readingText : strings.sendingText}</p>
          <Bar value={sent / upload.size_bytes} label={strings.sendingTitle} />
          <Text size="sm" className="numbers">
            {bytesText(sent)} / {bytesText(upload.size_bytes)}
          </Text>
          <div className={classes.actions}>
            <Remove upload={upload} label={strings.cancel} />
          </div>
        </Stack>
      </Card>
    )
  // The server has looked at all of it and said no: sending it again changes nothing.
  if (sending?.error instanceof CallError && sending.error.status === 400)
    return (
      <Card title={strings.refusedTitle}>
        <Stack gap="md">
          <ErrorNote error={sending.error} />
          <div className={classes.actions}>
            <Button component={Link} to="/uploads">
              {strings.otherOne}
            </Button>
            <Remove upload={upload} />
          </div>
        </Stack>
      </Card>
    )
  return (
    <Card title={strings.interruptedTitle}>
      <Stack gap="sm">
        <ErrorNote title={strings.sendFailed} error={sending?.error} />
        <p className={classes.text}>{strings.interruptedText}</p>
        <Bar value={upload.progress} label={strings.interruptedTitle} />
        <div className={classes.actions}>
          <ChooseFile label={strings.goOnWith} onFile={goOn} />
          <Remove upload={upload} />
        </div>
        <div role="status">{hint}</div>
      </Stack>
    </Card>
  )
}

const Bar = ({ value, label }: { value: number; label: string }) => (
  <Progress.Root size="lg" radius="xl">
    <Progress.Section value={Math.round(value * 1_000) / 10} aria-label={label} />
  </Progress.Root>
)

type Step = 'check-upload' | 'start-upload' | 'undo-upload' | 'cancel-upload'

/** Asks for a step; what comes of it is seen on the page. */
const useStep = (upload: Shown) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, again }: { name: Step; again?: boolean }): Promise<{ upload: Shown }> =>
      name === 'start-upload'
        ? call(name, { uploadId: upload.id, ...(again ? { again } : {}) })
        : call(name, { uploadId: upload.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['show-upload', { uploadId: upload.id }] }),
  })
}

const Moving = ({ upload, title, text, goOn }: { upload: Shown; title: string; text: string; goOn: Step }) => {
  const step = useStep(upload)
  const { check, import: taken } = upload
  const counts =
    upload.state === 'checking'
      ? check && [
          count(strings.rows, check.rows),
          count(strings.new, check.new),
          count(strings.duplicate, check.duplicate),
          count(strings.invalid, check.invalid),
        ]
      : upload.state === 'importing'
        ? taken && [
            count(strings.imported, taken.imported),
            count(strings.duplicate, taken.duplicate),
            count(strings.rejected, taken.rejected),
          ]
        : taken && [count(strings.undone, taken.undone)]
  return (
    <Card title={title}>
      <Stack gap="md">
        <p className={classes.text}>{text}</p>
        <Bar value={upload.progress} label={title} />
        {counts && <Counts of={counts} />}
        {upload.stalled && (
          <div className={classes.note} role="status">
            <strong>{strings.stalledTitle}</strong>
            {strings.stalledText}{' '}
            <Button size="xs" variant="default" onClick={() => step.mutate({ name: goOn })} loading={step.isPending}>
              {strings.goOn}
            </Button>
          </div>
        )}
        <ErrorNote title={strings.actionFailed} error={step.error} />
        {upload.state !== 'undoing' && (
          <div className={classes.actions}>
            <Button variant="default" onClick={() => step.mutate({ name: 'cancel-upload' })}>
              {strings.cancel}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

interface Count {
  readonly name: string
  readonly n: number
}
const count = (name: string, n: number): Count => ({ name, n })

const Counts = ({ of: counts }: { of: readonly Count[] }) => (
  <dl className={classes.counts}>
    {counts.map(({ name, n }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="numbers">{counted(n)}</dd>
      </div>
    ))}
  </dl>
)

const Checked = ({ upload, before }: { upload: Shown; before: Output<'show-upload'>['imported_before'] }) => {
  const step = useStep(upload)
  const [again, setAgain] = useState(false)
  const [isRemapping, setIsRemapping] = useState(false)
  const check = upload.check ?? { rows: 0, new: 0, duplicate: 0, invalid: 0 }
  const isRepeat = before.length > 0 && !upload.mapping.includes('external_id')
  if (isRemapping) return <Columns upload={upload} />
  return (
    <>
      <Card title={strings.checkedTitle}>
        <Stack gap="md">
          <Counts
            of={[
              count(strings.rows, check.rows),
              count(strings.new, check.new),
              count(strings.duplicate, check.duplicate),
              count(strings.invalid, check.invalid),
            ]}
          />
          {isRepeat && (
            <div className={classes.note}>
              <strong>{strings.repeatedTitle}</strong>
              {strings.repeatedText}
              {before.map((other) => (
                <div key={other.id}>
                  <Link to="/uploads/$uploadId" params={{ uploadId: other.id }}>
                    {strings.repeatedWhen(other.name, other.rows)}
                    <AbsoluteTime at={other.imported_at} />
                  </Link>
                </div>
              ))}
              <Checkbox
                mt="xs"
                label={strings.importAgain}
                checked={again}
                onChange={(event) => setAgain(event.currentTarget.checked)}
              />
            </div>
          )}
          {check.new === 0 && <p className={classes.text}>{strings.nothingNew}</p>}
          <ErrorNote title={strings.actionFailed} error={step.error} />
          <div className={classes.actions}>
            <Button
              onClick={() => step.mutate({ name: 'start-upload', again })}
              loading={step.isPending}
              disabled={(isRepeat && !again) || check.new + check.duplicate === 0}
            >
              {strings.importNow(check.new)}
            </Button>
            <Button variant="default" onClick={() => setIsRemapping(true)}>
              {strings.changeColumns}
            </Button>
            {check.invalid > 0 && <DownloadRejected upload={upload} />}
            <Remove upload={upload} />
          </div>
        </Stack>
      </Card>
      <RowsToMend upload={upload} />
    </>
  )
}

const DownloadRejected = ({ upload }: { upload: Shown }) => (
  <Button component="a" variant="default" href={downloadAddress('download-rejected-rows', { uploadId: upload.id })} download>
    {strings.downloadRejected}
  </Button>
)

/** done · cancelled · failed · undone: what came of it, and what can be done from here. */
const Result = ({ upload }: { upload: Shown }) => {
  const step = useStep(upload)
  const [isRemapping, setIsRemapping] = useState(false)
  const { import: taken, problem, state } = upload
  const wasImported = (taken?.imported ?? 0) > 0
  const mayRemap = !wasImported || state === 'undone'
  const again: Step | null =
    state === 'cancelled'
      ? 'start-upload'
      : problem
        ? ({ checking: 'check-upload', importing: 'start-upload', undoing: 'undo-upload' } as const)[problem.failed_in]
        : null
  if (isRemapping) return <Columns upload={upload} />
  return (
    <>
      <Card
        title={problem ? strings.failedTitle[problem.failed_in] : state === 'undone' ? strings.undoneTitle : strings.doneTitle}
      >
        <Stack gap="md">
          {problem && (
            <div className={classes.note} role="alert">
              {problem.message}
            </div>
          )}
          {state === 'undone' && <p className={classes.text}>{strings.undoneText}</p>}
          {state === 'cancelled' && <p className={classes.text}>{strings.cancelled}</p>}
          {state === 'done' && <p className={classes.text}>{strings.doneText}</p>}
          {taken && (
            <Counts
              of={
                state === 'undone'
                  ? [count(strings.undone, taken.undone)]
                  : [
                      count(strings.imported, taken.imported),
                      count(strings.duplicate, taken.duplicate),
                      count(strings.rejected, taken.rejected),
                    ]
              }
            />
          )}
          {taken && taken.rejected > 0 && state !== 'undone' && <p className={classes.text}>{strings.rejectedText}</p>}
          <ErrorNote title={strings.actionFailed} error={step.error} />
          <div className={classes.actions}>
            {again && (
              <Button onClick={() => step.mutate({ name: again, again: true })} loading={step.isPending}>
                {state === 'cancelled' ? strings.goOn : strings.tryAgain}
              </Button>
            )}
            {state === 'done' && (
              <Button component={Link} to="/leads">
                {strings.seeLeads}
              </Button>
            )}
            {taken && taken.rejected > 0 && state !== 'undone' && <DownloadRejected upload={upload} />}
            {mayRemap && (
              <Button variant="default" onClick={() => setIsRemapping(true)}>
                {state === 'undone' ? strings.importAnew : strings.changeColumns}
              </Button>
            )}
            {wasImported && state !== 'undone' && <Undo upload={upload} />}
            {mayRemap && <Remove upload={upload} />}
          </div>
        </Stack>
      </Card>
      {state !== 'undone' && <RowsToMend upload={upload} />}
    </>
  )
}

const Undo = ({ upload }: { upload: Shown }) => {
  const step = useStep(upload)
  return (
    <Confirmed
      open={strings.undo}
      title={strings.undoTitle}
      text={strings.undoText(upload.import?.imported ?? 0)}
      yes={strings.undo}
      error={step.error}
      isPending={step.isPending}
      onYes={() => step.mutate({ name: 'undo-upload' })}
    />
  )
}

const Remove = ({ upload, label = strings.remove }: { upload: Shown; label?: string }) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => {
      forgetSending(upload.id)
      return call('remove-upload', { uploadId: upload.id })
    },
    onSuccess: async () => {
      await navigate({ to: '/uploads' })
      queries.removeQueries({ queryKey: ['show-upload', { uploadId: upload.id }] })
    },
  })
  return (
    <Confirmed
      open={label}
      title={strings.removeTitle}
      text={strings.removeText}
      yes={strings.remove}
      error={remove.error}
      isPending={remove.isPending}
      onYes={() => remove.mutate()}
    />
  )
}

const Confirmed = (props: {
  open: string
  title: string
  text: ReactNode
  yes: string
  error: unknown
  isPending: boolean
  onYes: () => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {props.open}
      </Button>
      <Modal
        closeButtonProps={{ 'aria-label': strings.close }}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={props.title}
      >
        <Stack gap="md">
          <Text size="sm">{props.text}</Text>
          <ErrorNote title={strings.actionFailed} error={props.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setIsOpen(false)} data-autofocus>
              {strings.keep}
            </Button>
            <Button color="red" onClick={props.onYes} loading={props.isPending}>
              {props.yes}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

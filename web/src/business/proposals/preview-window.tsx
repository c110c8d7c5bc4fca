import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Window } from '#web/ui/window.tsx'
import classes from './proposals.module.css'
import { strings } from './strings.ts'

interface Props {
  readonly proposalId: string
  readonly onClose: () => void
}

/** The page of the client, as it would be sent now. */
export const PreviewWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.previewTitle} sheet>
    <Preview {...props} />
  </Window>
)

const Preview = ({ proposalId }: Props) => {
  const { data, error, refetch } = useQuery({ ...read('preview-proposal', { proposalId }), staleTime: 0 })
  if (data)
    return (
      // Of no origin, and without scripts and forms: it can only be looked at.
      <iframe
        title={strings.previewTitle}
        className={classes.preview}
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={data.html}
      />
    )
  return error ? <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} /> : <RowsPending rows={5} />
}

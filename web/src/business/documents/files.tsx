import { Button } from '@mantine/core'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { dayAndMinute, listed } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import type { DocumentDetail, UploadedPaper } from '#web/wire.ts'
import classes from './documents.module.css'
import { paperStrings } from './paper-strings.ts'
import { strings } from './strings.ts'

/** The files of a document with their digests, by which any of them can be verified. */
export const Files = ({ document }: { document: DocumentDetail }) => (
  <Card title={strings.filesTitle}>
    <List label={strings.filesTitle} isInset>
      {document.files.map(({ id, kind, sha256, bytes, paper }) => (
        <ListRow
          key={id}
          title={strings.files[kind]}
          end={strings.size(bytes)}
          actions={
            <Button
              component="a"
              href={downloadAddress('download-document', {
                ...{ documentId: document.id, file: kind },
                ...(kind === 'uploaded' && { fileId: id }),
              })}
              download
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              {strings.download}
              <span className="hidden-visually"> {strings.files[kind]}</span>
            </Button>
          }
        >
          {paper && <Paper paper={paper} document={document} />}
          <span className={classes.digest}>
            <code title={sha256}>{`${sha256.slice(0, 12)}…`}</code>
            <CopyButton text={sha256} label={strings.copyDigest(strings.files[kind])} />
          </span>
        </ListRow>
      ))}
    </List>
  </Card>
)

/** Who uploaded a paper that was signed by hand, and whose signature it bears. */
const Paper = ({ paper, document: { signers } }: { paper: UploadedPaper; document: DocumentDetail }) => {
  const when = dayAndMinute(paper.uploaded_at)
  const names = signers.flatMap(({ id, name }) => (paper.signer_ids.includes(id) ? [name] : []))
  const said = [
    paper.name,
    paper.uploaded_by === null ? paperStrings.uploaded(when) : paperStrings.uploadedBy(paper.uploaded_by, when),
    names.length > 0 ? paperStrings.signatureOf(listed(names)) : paperStrings.unused,
  ].filter((each) => each !== null)
  return (
    <div>
      <bdi>{said.join(' · ')}</bdi>
    </div>
  )
}

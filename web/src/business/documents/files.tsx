import { Button } from '@mantine/core'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import type { DocumentDetail } from '#web/wire.ts'
import classes from './documents.module.css'
import { strings } from './strings.ts'

/** The files of a document with their digests, by which any of them can be verified. */
export const Files = ({ document }: { document: DocumentDetail }) => (
  <Card title={strings.filesTitle}>
    <List label={strings.filesTitle} isInset>
      {document.files.map(({ id, kind, sha256, bytes }) => (
        <ListRow
          key={id}
          title={strings.files[kind]}
          end={strings.size(bytes)}
          actions={
            kind !== 'uploaded' && (
              <Button
                component="a"
                href={downloadAddress('download-document', { documentId: document.id, file: kind })}
                download
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} aria-hidden />}
              >
                {strings.download}
                <span className="hidden-visually"> {strings.files[kind]}</span>
              </Button>
            )
          }
        >
          <span className={classes.digest}>
            <code title={sha256}>{`${sha256.slice(0, 12)}…`}</code>
            <CopyButton text={sha256} label={strings.copyDigest(strings.files[kind])} />
          </span>
        </ListRow>
      ))}
    </List>
  </Card>
)

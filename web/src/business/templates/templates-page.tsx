import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconArchive, IconArchiveOff, IconPlus, IconTemplate } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Template } from '#web/wire.ts'
import { useTemplateChange, useTemplates } from './api.ts'
import { strings as googleStrings } from './google-strings.ts'
import { strings as pdfStrings } from './pdf-strings.ts'
import { strings } from './strings.ts'

/** Settings → Templates: the texts that documents are made from. */
export const TemplatesPage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const [isArchive, setIsArchive] = useState(false)
  const { data, error, isPending, refetch } = useTemplates(isArchive)
  const isFirst = !isArchive && data?.templates.length === 0
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        width="form"
        {...(!mayChange && { lead: strings.onlyAdmins })}
        actions={
          <>
            <Button variant="default" aria-pressed={isArchive} onClick={() => setIsArchive(!isArchive)}>
              {strings.archived}
            </Button>
            {mayChange && (
              <Button component={Link} to="/settings/templates/new" search={{ from: 'google' } as never} variant="default">
                {googleStrings.button}
              </Button>
            )}
            {mayChange && (
              <Button component={Link} to="/settings/templates/new" search={{ from: 'pdf' } as never} variant="default">
                {pdfStrings.uploadButton}
              </Button>
            )}
            {mayChange && !isFirst && (
              <Button component={Link} to="/settings/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
                {strings.add}
              </Button>
            )}
          </>
        }
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {isFirst && (
        <Empty icon={<IconTemplate size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          {mayChange && (
            <>
              <Button component={Link} to="/settings/templates/new" search={{ from: 'starter' } as never}>
                {strings.startWith}
              </Button>
              <Button component={Link} to="/settings/templates/new" variant="default">
                {strings.startEmpty}
              </Button>
            </>
          )}
        </Empty>
      )}
      {isArchive && data?.templates.length === 0 && <p className="dim">{strings.noneArchived}</p>}
      {data && data.templates.length > 0 && <Templates templates={data.templates} mayChange={mayChange} />}
    </>
  )
}

const Templates = ({ templates, mayChange }: { templates: readonly Template[]; mayChange: boolean }) => {
  const [archiving, setArchiving] = useState<Template | null>(null)
  const archive = useTemplateChange('archive-template')
  const close = (): void => {
    archive.reset()
    setArchiving(null)
  }
  return (
    <>
      <List label={strings.title}>
        {templates.map((template) => (
          <ListRow
            key={template.id}
            title={<bdi>{template.name}</bdi>}
            link={{ to: '/settings/templates/$templateId', params: { templateId: template.id } }}
            linkId={template.id}
            end={<RelativeTime at={template.updated_at} />}
            actions={
              mayChange && (
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={
                      template.archived_at ? <IconArchiveOff size={14} aria-hidden /> : <IconArchive size={14} aria-hidden />
                    }
                    onClick={() =>
                      template.archived_at
                        ? archive.mutate(
                            { templateId: template.id, archived: false },
                            {
                              onSuccess: () => say(strings.restored(template.name)),
                              onError: (error) => sayFailure(error, strings.notRestored),
                            },
                          )
                        : setArchiving(template)
                    }
                  >
                    {template.archived_at ? strings.restore : strings.archive}
                    <span className="hidden-visually"> {template.name}</span>
                  </Button>
                </Group>
              )
            }
          >
            {strings.versionOf(template.version)} · {strings.placeholdersOf(template.placeholders.length)} ·{' '}
            {strings.documentsOf(template.documents)}
          </ListRow>
        ))}
      </List>
      <ConfirmWindow
        opened={archiving !== null}
        title={strings.archiveTitle(archiving?.name ?? '')}
        text={strings.archiveText}
        confirm={strings.archive}
        isPending={archive.isPending}
        error={archive.error}
        onConfirm={() =>
          archiving &&
          archive.mutate(
            { templateId: archiving.id },
            {
              onSuccess: () => {
                say(strings.archivedNow(archiving.name))
                close()
              },
            },
          )
        }
        onClose={close}
      />
    </>
  )
}

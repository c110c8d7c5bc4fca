import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconExternalLink, IconRefresh } from '#icons'
import { Preview } from '#web/business/documents/preview.tsx'
import { LeaveWindow } from '#web/business/invoices/leave-window.tsx'
import { CallError } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { TemplateDetail } from '#web/wire.ts'
import { useTemplateChange } from './api.ts'
import { ConnectGoogle, needsGoogle } from './connect-google.tsx'
import { strings as googleStrings } from './google-strings.ts'
import { PlaceholderFields } from './placeholder-fields.tsx'
import { areRulesFaulty, RuleParts, rulesOf, typedRules } from './rule-parts.tsx'
import { strings } from './strings.ts'
import { placeholdersFor, type TemplateDraft, typedOf } from './template-text.ts'
import classes from './templates.module.css'

const keysOf = ({ placeholders }: TemplateDetail): string[] => placeholders.map(({ key }) => key)

/** What is typed, until it is saved: as a new version. */
const useGoogleDraft = (template: TemplateDetail) => {
  const save = useTemplateChange('update-template')
  const [draft, setDraft] = useState<TemplateDraft>(() => ({
    ...{ name: template.name, body: '', placeholders: typedOf(template.placeholders) },
    ...typedRules(template),
  }))
  const [kept, setKept] = useState(draft)
  const [isChecked, setChecked] = useState(false)
  const isLeft = useRef(draft)
  const change = (part: Partial<TemplateDraft>): void => {
    save.reset()
    setDraft((now) => ({ ...now, ...part }))
  }
  const submit = (): void => {
    setChecked(true)
    if (draft.name.trim() === '' || areRulesFaulty(draft)) return
    save.mutate(
      {
        ...{ templateId: template.id, name: draft.name.trim() },
        placeholders: placeholdersFor(keysOf(template), draft.placeholders),
        ...rulesOf(draft),
      },
      {
        onSuccess: (answer) => {
          isLeft.current = draft
          setKept(draft)
          say(strings.saved(answer.template.name))
        },
      },
    )
  }
  return { draft, change, save, submit, isChecked, isSaved: kept === draft, isHeld: () => isLeft.current !== draft }
}

/** A template of a Google Doc: what was read of it, what its values are, and a preview of what is saved. */
export const GoogleTemplate = ({ template }: { template: TemplateDetail }) => {
  const mayChange = isAtLeast(useSession().role, 'admin') && template.archived_at === null
  const { draft, change, save, submit, isChecked, isSaved, isHeld } = useGoogleDraft(template)
  return (
    <FormPage>
      <DocumentPart template={template} mayChange={mayChange} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) submit()
        }}
      >
        <fieldset disabled={!mayChange} className={classes.plain}>
          <legend className="hidden-visually">{strings.template}</legend>
          <Part title={strings.template}>
            <Stack>
              {!isAtField(save.error) && <ErrorNote error={save.error} title={strings.notSaved} />}
              <TextInput
                label={strings.name}
                value={draft.name}
                error={(draft.name.trim() === '' && strings.nameMissing) || fieldError(save.error, 'name')}
                maxLength={120}
                required
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
            </Stack>
          </Part>
          <Part title={strings.placeholders} text={googleStrings.placeholdersHint}>
            <PlaceholderFields
              keys={keysOf(template)}
              typed={draft.placeholders}
              error={save.error}
              onChange={(placeholders) => change({ placeholders })}
              none={googleStrings.noPlaceholders}
            />
          </Part>
          <RuleParts typed={draft} isChecked={isChecked} onChange={change} />
        </fieldset>
        <Part title={strings.preview} text={googleStrings.signaturesText}>
          <Stack>
            {isSaved ? (
              <Preview
                input={() => ({ templateId: template.id, title: draft.name.trim() || strings.template })}
                isPlaced={() => false}
                onRejected={() => undefined}
              />
            ) : (
              <Text size="sm">{googleStrings.saveFirst}</Text>
            )}
            {mayChange ? (
              <Group justify="flex-end">
                <Button type="submit" loading={save.isPending}>
                  {strings.save}
                </Button>
              </Group>
            ) : (
              <Text size="sm">{strings.onlyAdmins}</Text>
            )}
          </Stack>
        </Part>
      </form>
      <LeaveWindow isHeld={() => mayChange && isHeld()} />
    </FormPage>
  )
}

const isAtField = (error: unknown): boolean => error instanceof CallError && /^(name|placeholders\..+)$/.test(error.field ?? '')

/** Which document it is, what was read of it, and reading it again: each time is a version of its own where something changed. */
const DocumentPart = ({ template, mayChange }: { template: TemplateDetail; mayChange: boolean }) => {
  const read = useTemplateChange('update-template')
  const [other, setOther] = useState('')
  const fileId = template.google_file_id ?? ''
  const readNow = (googleFileId: string): void =>
    read.mutate(
      { templateId: template.id, googleFileId },
      {
        onSuccess: (answer) => {
          const { version } = answer.template
          setOther('')
          say(version === template.version ? googleStrings.unchanged : googleStrings.readVersion(version))
        },
      },
    )
  return (
    <Part title={googleStrings.document}>
      <Stack>
        <ErrorNote error={read.error} title={googleStrings.notRead} />
        {needsGoogle(read.error) && <ConnectGoogle returnTo={`/settings/templates/${template.id}`} />}
        <Text size="sm">
          {googleStrings.read} {template.read_at && <RelativeTime at={template.read_at} />}. {googleStrings.readText}
        </Text>
        <Group>
          {mayChange && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={read.isPending}
              onClick={() => readNow(fileId)}
            >
              {googleStrings.readAgain}
            </Button>
          )}
          <Anchor
            href={`https://docs.google.com/document/d/${encodeURIComponent(fileId)}/edit`}
            target="_blank"
            rel="noreferrer"
          >
            {googleStrings.open} <IconExternalLink size={14} aria-hidden />
          </Anchor>
        </Group>
        <details>
          <summary>{googleStrings.text}</summary>
          <Text size="sm" c="dimmed">
            {googleStrings.textHint}
          </Text>
          <pre className={classes.read}>{template.body}</pre>
        </details>
        {mayChange && (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!read.isPending && other.trim() !== '') readNow(other.trim())
            }}
          >
            <TextInput
              label={googleStrings.other}
              description={googleStrings.otherHint}
              value={other}
              maxLength={2_048}
              inputMode="url"
              onChange={({ currentTarget }) => setOther(currentTarget.value)}
            />
            <Group justify="flex-end" mt="xs">
              <Button type="submit" variant="default" disabled={other.trim() === ''} loading={read.isPending}>
                {googleStrings.readOther}
              </Button>
            </Group>
          </form>
        )}
      </Stack>
    </Part>
  )
}

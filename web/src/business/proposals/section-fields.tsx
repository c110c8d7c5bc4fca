import { ActionIcon, Button, Group, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '#icons'
import { TextHelp } from '#web/business/templates/help.tsx'
import { type Faults, newSection, type TypedSection } from './draft.ts'
import classes from './proposals.module.css'
import { strings } from './strings.ts'

const most = 30

interface Props {
  readonly sections: readonly TypedSection[]
  readonly faults: Faults
  readonly onChange: (sections: readonly TypedSection[]) => void
}

/** What the proposal says, a section each, written as the text of a template. */
export const SectionFields = ({ sections, faults, onChange }: Props) => (
  <div className={classes.items}>
    {sections.map((section, at) => {
      const change = (part: Partial<TypedSection>): void =>
        onChange(sections.map((each) => (each.key === section.key ? { ...each, ...part } : each)))
      return (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw another heading for each
        <div key={section.key} role="group" aria-label={strings.section(at + 1)} className={classes.item}>
          <div className={classes.itemHead}>
            <span className="dim">{strings.section(at + 1)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={strings.removeSection(at + 1)}
              onClick={() => onChange(sections.filter(({ key }) => key !== section.key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
          <TextInput
            label={strings.heading}
            value={section.heading}
            error={faults[`sections.${at}.heading`]}
            maxLength={120}
            onChange={({ currentTarget }) => change({ heading: currentTarget.value })}
          />
          <Textarea
            label={strings.body}
            value={section.body}
            error={faults[`sections.${at}.body`]}
            autosize
            minRows={4}
            maxRows={24}
            maxLength={20_000}
            onChange={({ currentTarget }) => change({ body: currentTarget.value })}
          />
        </div>
      )
    })}
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={sections.length >= most}
        onClick={() => onChange([...sections, newSection()])}
      >
        {strings.addSection}
      </Button>
    </Group>
    <TextHelp isPlain />
  </div>
)

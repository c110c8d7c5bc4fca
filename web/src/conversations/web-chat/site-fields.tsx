import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { wrongLine } from '#web/ui/origins.ts'
import { strings } from './strings.ts'

/** What a chat needs from the first on: a name, and the websites that may show it. */
export const SiteFields = ({ name, origins }: { name: TextInputProps; origins: TextareaProps }) => (
  <>
    <TextInput label={strings.name} description={strings.nameHint} maxLength={100} required {...name} />
    <Textarea
      label={strings.origins}
      description={strings.originsHint}
      placeholder={strings.originsExample}
      autosize
      minRows={2}
      maxRows={8}
      dir="ltr"
      spellCheck={false}
      inputMode="url"
      {...origins}
    />
  </>
)

export const siteFaults = {
  name: (name: string) => (name.trim() === '' ? strings.nameMissing : null),
  origins: (text: string) => originFault(wrongLine(text)),
}

export const originFault = (line: number | null): string | null => (line === null ? null : strings.originWrong(line))

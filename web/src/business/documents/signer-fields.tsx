import { ActionIcon, Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconPlus, IconTrash } from '#icons'
import { isDemoEmail } from '#shapes/demo-people.ts'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { SignerRole } from '#web/wire.ts'
import { CodeField } from './code-field.tsx'
import type { Faults, TypedSigner } from './send-draft.ts'
import { strings } from './strings.ts'

const most = 20

interface Props {
  readonly signers: readonly TypedSigner[]
  readonly faults: Faults
  /** With the name of the field that was typed into; none where a signer came or went. */
  readonly onChange: (signers: readonly TypedSigner[], field?: string) => void
}

/** Who signs, and in which order. */
export const SignerFields = ({ signers, faults, onChange }: Props) => {
  const count = useRef(0)
  const addButton = useRef<HTMLButtonElement>(null)
  const add = (): void =>
    onChange([
      ...signers,
      { id: `added-${++count.current}`, name: '', email: '', role: 'client', order: signers.at(-1)?.order ?? 1, code: 'none' },
    ])
  return (
    <Fieldset legend={strings.signers}>
      <Stack>
        {signers.map((signer, at) => (
          <Signer
            key={signer.id}
            signer={signer}
            at={at}
            faults={faults}
            onChange={(part, field) =>
              onChange(
                signers.map((each) => (each.id === signer.id ? { ...each, ...part } : each)),
                `signers.${at}.${field}`,
              )
            }
            onRemove={() => {
              onChange(signers.filter(({ id }) => id !== signer.id))
              addButton.current?.focus()
            }}
          />
        ))}
        {faults.signers && (
          <Text size="sm" c="var(--red)" role="alert">
            {faults.signers}
          </Text>
        )}
        <Group>
          <Button
            ref={addButton}
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={signers.length >= most}
            onClick={add}
          >
            {strings.addSigner}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

const Signer = ({
  signer,
  at,
  faults,
  onChange,
  onRemove,
}: {
  signer: TypedSigner
  at: number
  faults: Faults
  onChange: (part: Partial<TypedSigner>, field: string) => void
  onRemove: () => void
}) => {
  const name = useRef<HTMLInputElement>(null)
  // One that was just added has the focus.
  useEffect(() => {
    if (signer.id.startsWith('added-')) name.current?.focus()
  }, [signer.id])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw another heading for each
    <div role="group" aria-label={strings.signer(at + 1)}>
      <FieldPair>
        <TextInput
          ref={name}
          label={strings.name}
          value={signer.name}
          error={faults[`signers.${at}.name`]}
          maxLength={255}
          required
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, 'name')}
        />
        <TextInput
          label={strings.email}
          description={isDemoEmail(signer.email) && strings.emailOfDemo}
          inputMode="email"
          value={signer.email}
          error={faults[`signers.${at}.email`]}
          maxLength={254}
          required
          onChange={({ currentTarget }) => onChange({ email: currentTarget.value }, 'email')}
        />
      </FieldPair>
      <CodeField code={signer.code} error={faults[`signers.${at}.code`]} onChange={(code) => onChange({ code }, 'code')} />
      <Group align="end" gap="xs" mt="xs" wrap="nowrap">
        <NativeSelect
          label={strings.role}
          value={signer.role}
          data={[
            { value: 'client', label: strings.roles.client },
            { value: 'admin', label: strings.roles.admin },
          ]}
          style={{ flex: 1 }}
          onChange={({ currentTarget }) => onChange({ role: currentTarget.value as SignerRole }, 'role')}
        />
        <NumberInput
          label={strings.order}
          value={signer.order}
          min={1}
          max={50}
          allowDecimal={false}
          style={{ flex: 1 }}
          onChange={(value) => onChange({ order: Math.max(1, Number(value) || 1) }, 'order')}
        />
        <ActionIcon variant="default" size="lg" aria-label={strings.removeSigner(at + 1)} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  )
}

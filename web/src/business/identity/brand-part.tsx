import { Button, Text } from '@mantine/core'
import { type CSSProperties, useId, useRef } from 'react'
import { contrastOf, leastContrast, readableOn } from '#shapes/colours.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { useUploadLogo } from './api.ts'
import classes from './business.module.css'
import type { Values } from './business-form.ts'
import { NotAPicture } from './draw-logo.ts'
import type { PartProps } from './part-props.ts'
import { LogoSign } from './preview.tsx'
import { strings } from './strings.ts'

/** Logo and colour. */
export const BrandPart = ({ form, mayChange }: PartProps) => (
  <Part title={strings.brand}>
    <LogoField values={form.values} mayChange={mayChange} onChange={(logo) => form.setFieldValue('logo', logo)} />
    <ColourField
      value={form.values.colour}
      error={form.errors.colour as string | undefined}
      onChange={(colour) => form.setFieldValue('colour', colour)}
    />
  </Part>
)

const LogoField = ({
  values,
  mayChange,
  onChange,
}: {
  values: Values
  mayChange: boolean
  onChange: (logo: Values['logo']) => void
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadLogo()
  const choose = (file: File | undefined): void => {
    if (file) upload.mutate(file, { onSuccess: onChange })
    // The same file again is a change, too.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <div className={classes.logoRow}>
        <LogoSign logo={values.logo} name={values.tradeName} colour={values.colour} />
        <div className={classes.logoText}>
          <label htmlFor={id}>{strings.logo}</label>
          <Text size="sm" c="dimmed" id={`${id}-hint`}>
            {strings.logoHint}
          </Text>
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          className="hidden-visually"
          tabIndex={-1}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-describedby={`${id}-hint`}
          disabled={!mayChange}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
          {values.logo === null ? strings.upload : strings.replace}
        </Button>
        {values.logo !== null && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {strings.remove}
          </Button>
        )}
      </div>
      <ErrorNote
        error={upload.error instanceof NotAPicture ? new Error(strings.logoNotDrawn) : upload.error}
        title={strings.logoFailed}
      />
    </>
  )
}

const presets = Object.entries(strings.colours)

const ColourField = ({
  value,
  error,
  onChange,
}: {
  value: string | null
  error: string | undefined
  onChange: (colour: string | null) => void
}) => {
  const name = useId()
  const isOther = value !== null && !presets.some(([colour]) => colour === value)
  return (
    <fieldset className={classes.colours}>
      <legend>{strings.colour}</legend>
      <div className={classes.swatches}>
        <label className={classes.noColour}>
          <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
          <span>{strings.colourNone}</span>
        </label>
        {presets.map(([colour, called]) => (
          <label key={colour} className={classes.swatch} style={{ '--swatch': colour } as CSSProperties}>
            <input type="radio" name={name} checked={value === colour} aria-label={called} onChange={() => onChange(colour)} />
          </label>
        ))}
        <label className={classes.swatch} data-other style={{ '--swatch': isOther ? value : 'transparent' } as CSSProperties}>
          <input
            type="color"
            value={value ?? '#1f5f4c'}
            aria-label={strings.colourOther}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </label>
      </div>
      {error ? (
        <Text size="sm" c="red">
          {error}
        </Text>
      ) : (
        value !== null && <Contrast colour={value} />
      )}
    </fieldset>
  )
}

const Contrast = ({ colour }: { colour: string }) => {
  const contrast = contrastOf(colour, '#ffffff')
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1)
  return (
    <p className={classes.contrast} role="status">
      {contrast >= leastContrast ? strings.contrastGood(shown) : strings.contrastLow(shown, readableOn(colour, '#ffffff'))}
    </p>
  )
}

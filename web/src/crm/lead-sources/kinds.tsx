import { type ComponentType, lazy } from 'react'
import type { Icon } from '#icons'
import { IconForms, IconSpeakerphone, IconUsers, IconWebhook } from '#icons'
import type { Input, LeadSource, LeadSourceKind } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What chooses the settings of a new source, where it needs some: null while nothing is chosen. */
export interface ChooserProps {
  onChoose(settings: Input<'create-lead-source'>['settings'] | null): void
}

/** What the pages know of a kind of source. */
export interface ShownKind {
  readonly name: string
  readonly about: string
  readonly Icon: Icon
  /** Settings of a new source, until its page changes them. Null: they are chosen before. */
  readonly firstSettings: Input<'create-lead-source'>['settings'] | null
  readonly Chooser?: ComponentType<ChooserProps>
  /** What to copy where, and its settings: fetched with the page of such a source. */
  readonly Setup: ComponentType<{ source: LeadSource }>
}

/** Each kind of source, in the order of the choice. */
export const kinds: Readonly<Record<LeadSourceKind, ShownKind>> = {
  form: {
    name: strings.kinds.form,
    about: strings.kindAbouts.form,
    Icon: IconForms,
    firstSettings: {
      kind: 'form',
      fields: [
        { kind: 'name', name: 'name' },
        { kind: 'email', name: 'email', required: true },
        { kind: 'phone', name: 'phone' },
        { kind: 'note', name: 'note' },
      ],
    },
    Setup: lazy(() => import('./form/setup.tsx').then(({ FormSetup }) => ({ default: FormSetup }))),
  },
  google_ads: {
    name: strings.kinds.google_ads,
    about: strings.kindAbouts.google_ads,
    Icon: IconSpeakerphone,
    firstSettings: { kind: 'google_ads' },
    Setup: lazy(() => import('./google-ads/setup.tsx').then(({ GoogleAdsSetup }) => ({ default: GoogleAdsSetup }))),
  },
  meta: {
    name: strings.kinds.meta,
    about: strings.kindAbouts.meta,
    Icon: IconUsers,
    firstSettings: null,
    Chooser: lazy(() => import('./meta/choose-page.tsx').then(({ ChoosePage }) => ({ default: ChoosePage }))),
    Setup: lazy(() => import('./meta/setup.tsx').then(({ MetaSetup }) => ({ default: MetaSetup }))),
  },
  webhook: {
    name: strings.kinds.webhook,
    about: strings.kindAbouts.webhook,
    Icon: IconWebhook,
    firstSettings: { kind: 'webhook' },
    Setup: lazy(() => import('./webhook/setup.tsx').then(({ WebhookSetup }) => ({ default: WebhookSetup }))),
  },
}

import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Icon } from '#icons'
import type { EventType, Notice, Role } from './wire.ts'

/** What a folder of pages adds to the app besides its routes: see web/src/modules.ts. */
export interface WebModule {
  /** Its pages that one can go to from everywhere, in their order within a group. */
  readonly navigation?: readonly NavigationEntry[]
  /** What can be created in it from everywhere. */
  readonly creates?: readonly Creatable[]
  /**
   * What is read again, and after which changes: queries whose key begins with this name (an action's, or a folder's own). Lists that
   * page by keyset are not among them: they fetch what is new and keep what they have (see ui/keyset.ts).
   */
  readonly live?: Readonly<Record<string, readonly Change[]>>
  /** Loaded by the few pages that tell of all folders. */
  readonly sentences?: () => Promise<Sentences>
}

/** The kinds of change a page can hear of; `everything` after a gap, in which anything may have happened. */
export type Change = EventType | 'everything'

export interface NavigationEntry {
  readonly to: LinkProps['to'] & string
  /** In the main navigation, behind the bell, in a phone's bar of all pages, or a group of the settings. */
  readonly at: 'main' | 'bell' | 'bar' | SettingsGroup
  readonly name: string
  readonly about: string
  readonly Icon: Icon
  /** Who may open it. */
  readonly least: Role
  /** Goes there after `g`. */
  readonly key: string
}

/** Something that is created from everywhere: by the menu "New", a key, the palette, or beside a person. */
export interface Creatable {
  readonly what: 'lead' | 'contact' | 'company' | 'deal' | 'task' | 'note' | 'booking' | 'invoice' | 'document' | 'import'
  readonly name: string
  /** As the palette says it, with what it is looked for by as well. */
  readonly verb: string
  readonly also: string
  readonly Icon: Icon
  /** Begins it after `c`. */
  readonly key: string
  /** The sheet over the page that one is on; else the page where it is begun. */
  readonly Window?: ComponentType<CreateWindowProps>
  readonly link?: Pick<LinkProps, 'to' | 'search'>
}

export interface CreateWindowProps {
  readonly opened: boolean
  readonly given: CreateGiven
  onClose(): void
}

/** What is known of it where it is begun. */
export interface CreateGiven {
  readonly contact?: { readonly id: string; readonly name: string }
  /** Where the contact works, or whose deal it is. */
  readonly company?: { readonly id: string; readonly name: string }
  readonly deal?: { readonly id: string; readonly name: string }
  /** Of which a deal is made. */
  readonly lead?: { readonly id: string; readonly name: string }
}

export type SettingsGroup = 'you' | 'business' | 'team' | 'channels' | 'payments' | 'developers' | 'system'

export interface Sentences {
  /** By action: what the audit log says after the name of who called it, where it was done and where it was refused. */
  readonly audit?: Readonly<Record<string, { readonly done: string; readonly tried: string }>>
  /** By kind of notification. */
  readonly notices?: NoticeSentences
}

export type NoticeSentences = Readonly<Record<string, (notice: Notice) => ShownNotice>>

/** A notification in words, and where to go about it. */
export interface ShownNotice {
  readonly title: string
  readonly text?: string | undefined
  readonly tone: 'good' | 'warn' | 'bad'
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** A fact of a notification as text; empty where there is none. */
export const factText = (fact: string | number | null | undefined): string => (fact == null ? '' : String(fact))

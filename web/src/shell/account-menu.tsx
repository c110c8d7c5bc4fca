import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconBook2, IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun, IconUserCircle } from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import { call, forgetSession } from '../gateway.ts'
import { type LocaleName, localeName, locales } from '../i18n/locale.ts'
import { chooseLanguage } from '../own-language.ts'
import { useSession } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import classes from './account-menu.module.css'
import { strings } from './strings.ts'
import { WorkspaceSwitch } from './workspace-switch.tsx'

const schemes = [
  { value: 'auto', label: strings.system, Icon: IconDeviceDesktop },
  { value: 'light', label: strings.light, Icon: IconSun },
  { value: 'dark', label: strings.dark, Icon: IconMoon },
] as const

/** Who is signed in, and where else they could be; appearance, help and the way out. */
export const AccountMenu = ({ compact = false, onHelp }: { compact?: boolean; onHelp: () => void }) => {
  const { person } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  return (
    <Menu
      position={compact ? 'bottom-end' : 'top-start'}
      width={220}
      target={
        <button type="button" className={classes.account}>
          <Avatar name={person.name} size="1.5rem" />
          <span className="hidden-visually">
            {strings.account}: {compact && person.name}
          </span>
          {!compact && (
            <span className={classes.accountName} data-words>
              {person.name}
            </span>
          )}
        </button>
      }
      dropdown={{ mah: 'calc(100dvh - 5rem)', style: { overflowY: 'auto' } }}
    >
      {(parts) => (
        <>
          {compact && <WorkspaceSwitch parts={parts} />}
          <parts.Item component={Link} to="/settings/profile" leftSection={<IconUserCircle size={16} aria-hidden />}>
            {strings.profile}
          </parts.Item>
          <parts.Divider />
          <parts.Label>{strings.scheme}</parts.Label>
          <parts.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
            {schemes.map(({ value, label, Icon }) => (
              <parts.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
                {label}
              </parts.RadioItem>
            ))}
          </parts.RadioGroup>
          {offered.length > 1 && (
            <>
              <parts.Divider />
              <parts.Label>{strings.language}</parts.Label>
              <parts.RadioGroup value={localeName} onChange={(value) => void speak(value as LocaleName)}>
                {offered.map(([name, { label }]) => (
                  <parts.RadioItem key={name} value={name}>
                    {label}
                  </parts.RadioItem>
                ))}
              </parts.RadioGroup>
            </>
          )}
          <parts.Divider />
          <parts.Item component="a" href="/docs" leftSection={<IconBook2 size={16} aria-hidden />}>
            {strings.reference}
          </parts.Item>
          <parts.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onHelp}>
            {strings.shortcuts}
          </parts.Item>
          <parts.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            {strings.signOut}
          </parts.Item>
        </>
      )}
    </Menu>
  )
}

/** Languages to read in. The pseudo-language is for those who build Foyer: by `?locale=pseudo`, and from there back. */
const offered = Object.entries(locales).filter(([name]) => name !== 'pseudo' || localeName === 'pseudo')

const speak = (name: LocaleName): Promise<void> =>
  chooseLanguage(name).catch((error: unknown) => sayFailure(error, strings.languageFailed))

const useSignOut = () => {
  const { person } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (): Promise<void> => {
    try {
      await call('sign-out', {})
    } catch (error) {
      sayFailure(error, strings.signOutFailed)
      return
    }
    await navigate({ to: '/sign-in' })
    // Without a connection the code for it may not come: who signed out is signed out all the same.
    const drafts = await import('../own-drafts.ts').catch(() => null)
    drafts?.forgetDrafts(person.id)
    forgetSession()
    queries.clear()
  }
}

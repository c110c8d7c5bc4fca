import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'
import { strings } from './ui/strings.ts'

/** Fired clay: the one accent. Shade 7 carries white text, shade 4 carries dark text. */
const clay: MantineColorsTuple = [
  '#fdf4ef',
  '#fae4d9',
  '#f4c8b4',
  '#ecab8d',
  '#e5906b',
  '#db7448',
  '#c85d34',
  '#b04b26',
  '#923d1f',
  '#73301a',
]

const gray: MantineColorsTuple = [
  '#faf8f5',
  '#f4f1ec',
  '#ebe6df',
  '#ddd6cc',
  '#c9c0b4',
  '#a89e91',
  '#857b6f',
  '#685f55',
  '#453f38',
  '#26221e',
]

const dark: MantineColorsTuple = [
  '#e4ded6',
  '#c3bbb1',
  '#a89f94',
  '#7f776c',
  '#45403a',
  '#373330',
  '#262320',
  '#191715',
  '#131110',
  '#0d0c0b',
]

/** For what cannot be undone. Made like the accent: shade 7 under white text, shade 4 under dark text. */
const red: MantineColorsTuple = [
  '#fdf0ef',
  '#fadcda',
  '#f5bab6',
  '#f29c95',
  '#f28b82',
  '#dc5349',
  '#c93a30',
  '#b3261e',
  '#921e18',
  '#731813',
]

export const theme = createTheme({
  // Windows and menus move by script: who wants less motion has them at once.
  respectReducedMotion: true,
  primaryColor: 'clay',
  primaryShade: { light: 7, dark: 4 },
  colors: { clay, gray, dark, red },
  // Filled is a dark shade in the light scheme and a light shade in the dark one; the text on it goes the other way.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors
  },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1rem', sm: '1.125rem', md: '1.25rem', lg: '1.375rem', xl: '1.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: 'var(--r-control)', md: 'var(--r-control)', lg: 'var(--r-dialog)', xl: '2rem' },
  headings: {
    fontFamily: 'var(--sans)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem', fontWeight: '650' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.125rem' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // Its placeholder is a focusable child that a menu must not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'none' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': strings.close } } },
    // A hint stands below its field, so that fields beside each other begin at one height.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Modal: {
      defaultProps: { centered: true, shadow: 'none', radius: 'lg', overlayProps: { backgroundOpacity: 0.4, blur: 2 } },
    },
    Popover: { defaultProps: { shadow: 'none' } },
    Badge: { defaultProps: { variant: 'default', radius: 'sm', tt: 'none', fw: 500 } },
  },
})

/** Mantine's own names for what ui/tokens.css says, the same in both schemes: the tokens know of light and dark themselves. */
const fromTokens = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-button)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--red)',
}

/** Every pair of text and ground in the tokens has at least 4.5:1, every field's line at least 3:1. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: fromTokens, dark: fromTokens })

import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'
import { words } from './ui/strings.ts'

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
    return input.variant === 'filled' ? { ...colors, color: 'light-dark(#fff, #1a1210)' } : colors
  },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace",
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // Its placeholder is a focusable child that a menu must not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': words.close } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Modal: { defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.4, blur: 2 } } },
    Badge: { defaultProps: { variant: 'default', radius: 'sm', tt: 'none', fw: 500 } },
  },
})

/** Paper and ink. Every pair of text and ground here has at least 4.5:1, every field's line at least 3:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbf9f6',
    '--mantine-color-text': '#26221e',
    '--mantine-color-dimmed': '#685f55',
    '--mantine-color-placeholder': '#766d62',
    '--mantine-color-default-border': '#e6e0d8',
    '--mantine-color-anchor': '#a04421',
    '--mantine-color-error': '#b3261e',
    '--foyer-surface': '#ffffff',
    '--foyer-sunken': '#f4f1ec',
    '--foyer-hover': '#f6f2ed',
    '--foyer-line': '#e9e4dc',
    '--foyer-field-line': '#958b7f',
    '--foyer-accent': '#b04b26',
    '--foyer-accent-soft': '#fbeae1',
    '--foyer-accent-ink': '#8a3a1d',
    '--foyer-good': '#2c6e49',
    '--foyer-good-soft': '#e4f1e9',
    '--foyer-warn': '#855a00',
    '--foyer-warn-soft': '#fbf0d9',
    '--foyer-bad': '#a8261d',
    '--foyer-bad-soft': '#fbe9e7',
    '--foyer-shadow': '0 1px 2px rgb(60 40 20 / 5%), 0 4px 16px rgb(60 40 20 / 4%)',
  },
  dark: {
    '--mantine-color-body': '#171513',
    '--mantine-color-text': '#ece7e0',
    '--mantine-color-dimmed': '#aba296',
    '--mantine-color-placeholder': '#9a9186',
    '--mantine-color-default-border': '#37332f',
    '--mantine-color-anchor': '#eda483',
    '--mantine-color-error': '#f28b82',
    '--foyer-surface': '#1f1c1a',
    '--foyer-sunken': '#131110',
    '--foyer-hover': '#262320',
    '--foyer-line': '#2f2b28',
    '--foyer-field-line': '#7b7268',
    '--foyer-accent': '#e5906b',
    '--foyer-accent-soft': '#3a251b',
    '--foyer-accent-ink': '#f3b799',
    '--foyer-good': '#8ccba6',
    '--foyer-good-soft': '#1d3026',
    '--foyer-warn': '#e5bd6a',
    '--foyer-warn-soft': '#352a15',
    '--foyer-bad': '#f3a29b',
    '--foyer-bad-soft': '#3b201e',
    '--foyer-shadow': '0 1px 2px rgb(0 0 0 / 30%)',
  },
})

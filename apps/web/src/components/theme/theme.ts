import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

import { DARK, LIGHT, MOTION, type Token } from './tokens.ts'

/** The library needs ten shades: only two are ours, and the resolver below names them for each scheme. */
const shades = (token: Token): MantineColorsTuple => {
  const [light, dark] = [LIGHT[token], DARK[token]]
  return [dark, dark, dark, dark, dark, light, light, light, light, light]
}

// `autoContrast` is wrong in the dark theme: filled elements have one text colour, chosen per scheme.
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-filled)', hoverColor: 'var(--on-filled)' } : colors
}

const rem = (px: number) => `${px / 16}rem`

export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: { light: 6, dark: 3 },
  colors: { primary: shades('primary'), danger: shades('danger'), success: shades('success'), warning: shades('warning') },
  variantColorResolver,
  fontFamily: "'Inter Variable', system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(18) },
  lineHeights: { xs: '1.3', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.45' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: rem(24), lineHeight: '1.3' }, h2: { fontSize: rem(18), lineHeight: '1.35' } } },
  radius: { sm: rem(4), md: rem(6), lg: rem(10) },
  defaultRadius: 'md',
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { zIndex: 'var(--layer-modal)', radius: 'lg', transitionProps: { duration: MOTION.centredDialog } } },
  },
})

const variables = (tokens: Record<Token, string>) => {
  const own = Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))
  const filled = (color: 'primary' | 'danger' | 'success' | 'warning', hover: string) => ({
    [`--mantine-color-${color}-filled`]: tokens[color],
    [`--mantine-color-${color}-filled-hover`]: hover,
    [`--mantine-color-${color}-text`]: tokens[color],
    [`--mantine-color-${color}-outline`]: tokens[color],
    [`--mantine-color-${color}-light-color`]: tokens[color],
    [`--mantine-color-${color}-light-hover`]: tokens.subtle,
  })
  return {
    ...own,
    '--mantine-color-body': tokens.page,
    '--mantine-color-text': tokens.text,
    '--mantine-color-bright': tokens.text,
    '--mantine-color-dimmed': tokens['text-2'],
    '--mantine-color-placeholder': tokens['text-3'],
    '--mantine-color-error': tokens.danger,
    '--mantine-color-success': tokens.success,
    '--mantine-color-anchor': tokens.primary,
    '--mantine-color-default': tokens.surface,
    '--mantine-color-default-hover': tokens.subtle,
    '--mantine-color-default-color': tokens.text,
    '--mantine-color-default-border': tokens['control-border'],
    '--mantine-color-disabled': tokens.subtle,
    '--mantine-color-disabled-color': tokens['text-3'],
    '--mantine-color-disabled-border': tokens.border,
    ...filled('primary', tokens['primary-hover']),
    ...filled('danger', tokens.danger),
    ...filled('success', tokens.success),
    ...filled('warning', tokens.warning),
  }
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: variables(LIGHT), dark: variables(DARK) })

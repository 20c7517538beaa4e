/** Colours of the light theme, named by their use; `DARK` has the same names. tokens.test.ts checks their contrast. */
export const LIGHT = {
  page: '#F6F7F9',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  subtle: '#EEF1F5',
  text: '#16202E',
  'text-2': '#445164',
  'text-3': '#566377',
  primary: '#14539E',
  'primary-hover': '#0F427F',
  'on-primary': '#FFFFFF',
  'on-filled': '#FFFFFF',
  danger: '#B42318',
  success: '#0E6B43',
  warning: '#8A4B00',
  selected: '#EAF1FA',
  'control-border': '#7A8798',
  border: '#D5DBE3',
  'panel-fill': '#14539E',
  'panel-text': '#FFFFFF',
  'chip-neutral': '#3D4A5C',
  'chip-neutral-fill': '#E9EDF2',
  'chip-info': '#0F4C8A',
  'chip-info-fill': '#DCEBFA',
  'chip-progress': '#4A3A9C',
  'chip-progress-fill': '#E8E5FA',
  'chip-success': '#0B5C38',
  'chip-success-fill': '#D9F2E4',
  'chip-warning': '#7A4100',
  'chip-warning-fill': '#FDEBCF',
  'chip-danger': '#9B1C1C',
  'chip-danger-fill': '#FBE3E3',
  'chip-void': '#5A4650',
  'chip-void-fill': '#EFE6EA',
} as const

export type Token = keyof typeof LIGHT

export const DARK: Record<Token, string> = {
  page: '#10151D',
  surface: '#171E29',
  raised: '#1E2735',
  subtle: '#222C3B',
  text: '#E8EDF4',
  'text-2': '#B4C0D0',
  'text-3': '#94A3B8',
  primary: '#86BAF5',
  'primary-hover': '#A9CEF9',
  'on-primary': '#0B1420',
  'on-filled': '#0B1420',
  danger: '#F9A8A8',
  success: '#84DDB0',
  warning: '#F7C77B',
  selected: '#16283F',
  'control-border': '#76869D',
  border: '#344155',
  'panel-fill': '#14304F',
  'panel-text': '#E8EDF4',
  'chip-neutral': '#C3CDDA',
  'chip-neutral-fill': '#2A3545',
  'chip-info': '#9CCBFA',
  'chip-info-fill': '#14304F',
  'chip-progress': '#C3B9FB',
  'chip-progress-fill': '#2B2556',
  'chip-success': '#84DDB0',
  'chip-success-fill': '#10382A',
  'chip-warning': '#F7C77B',
  'chip-warning-fill': '#43300F',
  'chip-danger': '#F9A8A8',
  'chip-danger-fill': '#4A1C20',
  'chip-void': '#D3BFC9',
  'chip-void-fill': '#3A2C34',
}

/** Stacking order of the specification; popovers inside a dialog go between dialog and toast. */
export const LAYERS = { overlay: 1000, modal: 1100, tooltip: 1100, popoverInDialog: 1110, lock: 1150, toast: 1200 } as const

/** Milliseconds. */
export const MOTION = { centredDialog: 150, dialog: 300, toast: 300, passwordPanel: { in: 120, out: 100 } } as const

export const TOAST_LIFE_MS = 3000
/**
 * Below this width menus are the mobile ones (1024 is mobile, 1025 is not). Pages are laid out for a desktop from 1024 on, in their style
 * sheets.
 */
export const MENU_WIDTH = 1025

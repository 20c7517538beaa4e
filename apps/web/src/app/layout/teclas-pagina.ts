import type { Combinacion } from '../../lib/keyboard.ts'

/** Keys of every screen with what they do: what is listened to and what the list of shortcuts says. */
export const TECLAS_PAGINA = {
  buscar: { code: 'KeyK', ctrl: true, efecto: 'Buscar o ir a…' },
  nueva: { code: 'KeyN', alt: true, efecto: 'Nueva factura' },
  ayuda: { key: '?', efecto: 'Esta lista' },
} as const satisfies Record<string, Combinacion & { readonly efecto: string }>

const EDITOR = '/documento'

/** Where the invoice editor lives: it has keys and a list of its own, for it looks after what is being typed. */
export const inEditor = (pathname: string): boolean => pathname === EDITOR || pathname.startsWith(`${EDITOR}/`)
